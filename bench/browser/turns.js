// @ts-check
// What a turn costs the real page in script: the key or the beat that plays it, and the frame
// that shows it, panels and picture.

import { launch } from '../../web/tests/harness.js';
import { spread } from './figures.js';
import { traced } from './trace.js';

/** Runs of each game, and frames of each run. */
const SEEDS = 6;
const FRAMES = 700;
/** Turns after which Chromium has made fast code of what is called often. */
const COLD = 300;

/** @typedef {{cells: number, worked: number, passed: number}} Turn what one turn changed and took */

export async function turns(/** @type {string} */ address) {
  // Without a frame limit a turn need not wait for the display, and there is time for thousands.
  const browser = await launch('--disable-frame-rate-limit', '--disable-gpu-vsync');
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addInitScript(watch);
    await page.goto(`${address}play.html?game=crawl`);
    const names = await page.evaluate(listGames);
    /** @type {Turn[]} */
    const all = [];
    for (const name of names) {
      const noted = await traced(browser, page, ['blink.user_timing'], async () => {
        for (let seed = 1; seed <= SEEDS; seed += 1) await page.evaluate(play, { name, seed: String(seed), max: FRAMES });
      });
      all.push(...read(noted));
    }
    tell(all.slice(COLD), names);
  } finally {
    await browser.close();
  }
}

/** In the page: notes when its script begins and ends, and what is drawn on the map. */
function watch() {
  const page = /** @type {any} */ (window);
  const frame = page.requestAnimationFrame.bind(page);
  const timer = page.setTimeout.bind(page);
  const noted = (/** @type {Function} */ work) => (/** @type {any[]} */ ...given) => {
    performance.mark('begin');
    try {
      return work(...given);
    } finally {
      performance.mark('end');
    }
  };
  page.requestAnimationFrame = (/** @type {Function} */ work) => frame(noted(work));
  page.setTimeout = (/** @type {Function} */ work, /** @type {number} */ time) => timer(noted(work), time);
  addEventListener('keydown', () => performance.mark('begin'), { capture: true });
  addEventListener('keydown', () => performance.mark('end'));
  page.bench = { frame, image: null };
  const paper = CanvasRenderingContext2D.prototype;
  const put = /** @type {any} */ (paper.putImageData);
  paper.putImageData = function (/** @type {any[]} */ ...given) {
    if (this.canvas.classList.contains('map')) [page.bench.image] = given;
    return put.apply(this, given);
  };
}

/** In the page: the games whose world waits, by name. */
async function listGames() {
  const list = await (await fetch('packs/index.json')).json();
  return list.filter((/** @type {any} */ it) => !it.realtime).map((/** @type {any} */ it) => it.name);
}

/**
 * In the page: plays a run by keys, and marks each frame that shows one turn with how many cells of
 * 16 by 16 pixels it changed.
 * @param {{name: string, seed: string, max: number}} run
 */
async function play({ name, seed, max }) {
  const { bench } = /** @type {any} */ (window);
  localStorage.clear();
  const { desk, module } = await (await import(/** @type {any} */ ('./barrow.js'))).engine();
  // Nothing slides and walks go step by step: all that a turn changes is drawn in one frame.
  desk.set('motion', 'reduced');
  let deeds = 0;
  /** @type {any} */
  let game = null;
  for (const deed of ['press', 'tick']) {
    const kept = (module.Game.prototype[`own_${deed}`] ??= module.Game.prototype[deed]);
    module.Game.prototype[deed] = function (/** @type {any[]} */ ...given) {
      game = this;
      deeds += 1;
      return kept.apply(this, given);
    };
  }
  const element = document.createElement('barrow-game');
  for (const [key, value] of Object.entries({ pack: name, seed, autoplay: '', style: 'position: fixed; inset: 0' })) element.setAttribute(key, value);
  await new Promise((resolve) => {
    element.addEventListener('begun', resolve);
    document.body.replaceChildren(element);
  });
  const stage = element.shadowRoot?.querySelector('.stage');
  const press = (/** @type {string} */ key) => stage?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }));
  const afterFrame = () => new Promise((resolve) => bench.frame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  }));
  const turnShown = () => Number(/turn (\d+)/.exec(element.shadowRoot?.querySelector('.place')?.textContent ?? '')?.[1]);
  let before = new Uint32Array();
  let last = turnShown();
  let pressed = 0;
  for (let frame = 0; frame < max && /** @type {any} */ (element).state !== 'over'; frame += 1) {
    if (game?.next_tick() == null) press(['o', '>', 'Tab', 'o', '.', 'Escape'][pressed++ % 6]);
    await afterFrame();
    const { width, data } = bench.image;
    // An image over memory that has grown since is empty.
    const now = data.length ? new Uint32Array(data.buffer, data.byteOffset, data.length / 4).slice() : before;
    const cells = new Set();
    now.forEach((pixel, at) => pixel !== before[at] && cells.add((Math.floor(at / width) >> 4) * 1000 + ((at % width) >> 4)));
    before = now;
    // A key that played no turn, or two turns in one frame, are left out.
    const single = deeds === 1 && turnShown() > last;
    performance.mark(single ? `turn ${cells.size}` : 'other');
    performance.clearMarks();
    last = turnShown();
    deeds = 0;
  }
  element.remove();
}

/**
 * Adds up the script between the marks of turns.
 * @param {import('./trace.js').Noted[]} noted
 */
function read(noted) {
  /** @type {Turn[]} */
  const turns = [];
  let [worked, passed] = [0, 0];
  /** @type {import('./trace.js').Noted | null} */
  let begun = null;
  for (const it of noted) {
    if (it.name === 'begin') begun = it;
    if (it.name === 'end' && begun) {
      worked += (it.tts ?? NaN) - (begun.tts ?? NaN);
      passed += it.ts - begun.ts;
      begun = null;
    }
    const [, cells] = /^turn (\d+)$/.exec(it.name) ?? [];
    if (cells) turns.push({ cells: Number(cells), worked: worked / 1000, passed: passed / 1000 });
    if (cells || it.name === 'other') [worked, passed] = [0, 0];
  }
  return turns;
}

/**
 * @param {Turn[]} all
 * @param {string[]} names
 */
function tell(all, names) {
  const large = all.filter((it) => it.cells >= 150 && it.cells <= 300);
  console.log(`\nscript of a turn in the page, from the key or beat through the frame that shows it; milliseconds`);
  console.log(`  ${names.join(', ')}; the first ${COLD} turns are left out`);
  for (const [label, list] of /** @type {[string, Turn[]][]} */ ([['turns', all], ['turns that changed 150 to 300 cells', large]])) {
    console.log(`  ${list.length} ${label}`);
    console.log(`    processor time: ${spread(list.map((it) => it.worked))}   (goal: 2)`);
    console.log(`    time that passed: ${spread(list.map((it) => it.passed))}`);
  }
}
