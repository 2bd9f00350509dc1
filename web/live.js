// @ts-check
// Scenes on the cards of the front page: a bot's run, step by step at reading pace. They begin when
// the page has long been usable, and only while a card is in sight and the reader wants motion.

import { Picture } from './canvas.js';
import { make } from './dom.js';
import { engine, loadPack } from './engine.js';

/** The time of a step. A real-time game has many small ones. */
const STEP_MS = 650;
const FAST_MS = 220;
/** How many steps a scene shows, over and over: those that end shortly after its best moment. */
const STEPS = 36;
const FAST_STEPS = 60;
/** The size of a scene: twelve cells across, so that faces can be seen. */
const WIDTH = 192;
const HEIGHT = 115;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @typedef {{run: (on: boolean) => void}} LiveScene */

/**
 * Shows the scene of a game in place of its picture while the card is in sight.
 * @param {HTMLElement} card
 * @param {import('./engine.js').PackEntry} entry
 */
export function bringToLife(card, entry) {
  const image = /** @type {HTMLImageElement} */ (card.querySelector('img'));
  /** @type {Promise<LiveScene> | undefined} */
  let scene;
  let seen = false;
  const update = async () => {
    const on = seen && !still.matches && !document.hidden;
    if (!on && !scene) return;
    scene ??= openScene(image, entry);
    try {
      (await scene).run(on);
    } catch {
      // The picture stays.
      sight.disconnect();
    }
  };
  const sight = new IntersectionObserver((changes) => {
    seen = changes[changes.length - 1].isIntersecting;
    update();
  }, { threshold: 0.5 });
  sight.observe(image.parentElement ?? card);
  still.addEventListener('change', update);
  document.addEventListener('visibilitychange', update);
}

/**
 * @param {HTMLImageElement} image
 * @param {import('./engine.js').PackEntry} entry
 * @returns {Promise<LiveScene>}
 */
async function openScene(image, entry) {
  const [{ module, memory, desk }, pack, journal] = await Promise.all([
    engine(), loadPack({ pack: entry.name, folder: '', prototype: '' }), fetch(entry.scene).then((it) => it.text())]);
  const replay = module.Replay.open(desk, pack, journal);
  replay.resize(WIDTH, HEIGHT, 1);
  // In the middle of things: a run begins in an empty room.
  const from = Math.max(0, replay.entries() - (entry.realtime ? FAST_STEPS : STEPS));
  replay.go(from);
  const canvas = /** @type {HTMLCanvasElement} */ (make('canvas', { class: 'live' }));
  const picture = new Picture(canvas, memory);
  let timer = 0;
  let frame = 0;
  const draw = (/** @type {number} */ now) => {
    frame = 0;
    if (replay.draw(now)) picture.put(replay.pixels(), replay.width(), replay.height(), 1);
    // The style sheet sizes it.
    canvas.removeAttribute('style');
    if (!canvas.isConnected) image.replaceWith(canvas);
    if (replay.moving() && timer) frame = requestAnimationFrame(draw);
  };
  const step = () => {
    replay.go(replay.position() < replay.entries() ? replay.position() + 1 : from);
    frame ||= requestAnimationFrame(draw);
    timer = setTimeout(step, entry.realtime ? FAST_MS : STEP_MS);
  };
  const run = (/** @type {boolean} */ on) => {
    clearTimeout(timer);
    timer = 0;
    if (on) return step();
    cancelAnimationFrame(frame);
    frame = 0;
  };
  return { run };
}
