// @ts-check
// The scene of scene.wasm, drawn in several ways. `window.show(way, flicker)` begins one,
// `window.measure(time)` goes on with it for so many milliseconds and tells how long each frame
// took, and `window.differs(way, flicker)` tells how far its picture is from ours.

import * as pixi from './node_modules/pixi.js/dist/pixi.min.mjs';

const WIDTH = 1280;
const HEIGHT = 800;
const SIDE = 16;
const TILES = 8;
const MOVING = 50;
/** The first frames make textures and buffers. */
const WARM = 5;

/**
 * @typedef {object} Drawing
 * @property {HTMLCanvasElement} canvas
 * @property {(moment: number) => void} draw
 * @property {() => void} [end]
 */

const { instance } = await WebAssembly.instantiateStreaming(fetch('scene.wasm'));
const wasm = /** @type {any} */ (instance.exports);
// From here on its memory does not grow, and a view over it stays valid.
wasm.frame(0, 0);
wasm.sprites(0, 0);

/** @returns {[HTMLCanvasElement, CanvasRenderingContext2D]} */
function canvas2d() {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  return [canvas, /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }))];
}

/** @returns {Drawing} */
function ours(/** @type {number} */ flicker) {
  const [canvas, paper] = canvas2d();
  const draw = (/** @type {number} */ moment) => {
    const at = wasm.frame(moment, flicker);
    const pixels = new Uint8ClampedArray(wasm.memory.buffer, at, WIDTH * HEIGHT * 4);
    paper.putImageData(new ImageData(pixels, WIDTH, HEIGHT), 0, 0);
  };
  return { canvas, draw };
}

/**
 * What a frame costs in which next to nothing is drawn: nobody can be faster.
 * @returns {Drawing}
 */
function nothing() {
  const [canvas, paper] = canvas2d();
  return { canvas, draw: (moment) => paper.fillRect(moment % WIDTH, 0, 1, 1) };
}

/** A texture for each tile, cut from one source, so that they can be drawn in one go. */
function textures() {
  const atlas = document.createElement('canvas');
  Object.assign(atlas, { width: TILES * SIDE, height: SIDE });
  const pixels = new Uint8ClampedArray(wasm.memory.buffer, wasm.atlas(), TILES * SIDE * SIDE * 4).slice();
  atlas.getContext('2d')?.putImageData(new ImageData(pixels, TILES * SIDE, SIDE), 0, 0);
  const { source } = pixi.Texture.from(atlas);
  source.scaleMode = 'nearest';
  return [...Array(TILES).keys()].map((tile) =>
    new pixi.Texture({ source, frame: new pixi.Rectangle(tile * SIDE, 0, SIDE, SIDE) }));
}

/**
 * PixiJS with particles, of which only what changes is sent again, or with sprites; and where
 * the cells never change, either as they are or drawn once into a texture.
 * @param {number} flicker
 * @param {{on: 'webgl' | 'canvas', particles: boolean, once: boolean}} how
 * @returns {Promise<Drawing>}
 */
async function theirs(flicker, { on, particles, once }) {
  const app = new pixi.Application();
  await app.init({ width: WIDTH, height: HEIGHT, autoStart: false, antialias: false, preference: on });
  const tiles = textures();
  const container = (/** @type {boolean} */ position, /** @type {boolean} */ color) => (particles
    ? new pixi.ParticleContainer({ texture: tiles[0], dynamicProperties: { position, color, rotation: false, vertex: false, uvs: false } })
    : new pixi.Container());
  const cells = container(false, Boolean(flicker));
  const loose = container(true, true);
  const count = wasm.count();
  const still = count - MOVING;
  const list = (/** @type {number} */ moment) =>
    new Int32Array(wasm.memory.buffer, wasm.sprites(moment, flicker), count * 4);
  const first = list(0);
  const things = [...Array(count).keys()].map((at) => {
    const [x, y, tile, tint] = first.subarray(at * 4, at * 4 + 4);
    const into = at < still ? cells : loose;
    const thing = particles
      ? new pixi.Particle({ texture: tiles[tile], x, y, tint })
      : Object.assign(new pixi.Sprite(tiles[tile]), { x, y, tint });
    if (particles) into.addParticle(thing);
    else into.addChild(thing);
    return thing;
  });
  app.stage.addChild(once ? drawnOnce(app, cells) : cells, loose);
  const draw = (/** @type {number} */ moment) => {
    const numbers = list(moment);
    for (let at = flicker ? 0 : still; at < count; at += 1) {
      const thing = things[at];
      thing.tint = numbers[at * 4 + 3];
      if (at >= still) {
        thing.x = numbers[at * 4];
        thing.y = numbers[at * 4 + 1];
      }
    }
    app.render();
  };
  return { canvas: app.canvas, draw, end: () => app.destroy(true, { children: true, texture: true }) };
}

/** A sprite with a picture of a container. */
function drawnOnce(/** @type {any} */ app, /** @type {any} */ container) {
  const target = pixi.RenderTexture.create({ width: WIDTH, height: HEIGHT });
  app.renderer.render({ container, target });
  return new pixi.Sprite(target);
}

/** @type {Record<string, (flicker: number) => Drawing | Promise<Drawing>>} */
const WAYS = {
  ours,
  nothing,
  webgl: (flicker) => theirs(flicker, { on: 'webgl', particles: true, once: false }),
  webglOnce: (flicker) => theirs(flicker, { on: 'webgl', particles: true, once: true }),
  canvas: (flicker) => theirs(flicker, { on: 'canvas', particles: false, once: false }),
  canvasOnce: (flicker) => theirs(flicker, { on: 'canvas', particles: false, once: true }),
};

/** @returns {Promise<number>} its time */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** @type {Drawing | undefined} */
let shown;
let moment = 0;

/** @param {string} way @param {number} flicker */
async function show(way, flicker) {
  shown?.end?.();
  shown = await WAYS[way](flicker);
  document.body.replaceChildren(shown.canvas);
  for (moment = 0; moment < WARM; moment += 1) {
    await nextFrame();
    shown.draw(moment);
  }
  await nextFrame();
}

/**
 * @param {number} time
 * @returns {Promise<{script: number[], interval: number[]}>} milliseconds
 */
async function measure(time) {
  const script = [];
  const interval = [];
  let before = await nextFrame();
  const until = before + time;
  while (before < until) {
    const begun = performance.now();
    shown?.draw(moment);
    script.push(performance.now() - begun);
    moment += 1;
    const now = await nextFrame();
    interval.push(now - before);
    before = now;
  }
  return { script, interval };
}

/** The pixels of a moment, straight after it was drawn. */
async function pixels(/** @type {string} */ way, /** @type {number} */ flicker) {
  const { canvas, draw, end } = await WAYS[way](flicker);
  const [, paper] = canvas2d();
  for (const moment of [0, 90]) {
    await nextFrame();
    draw(moment);
  }
  paper.drawImage(canvas, 0, 0);
  end?.();
  return paper.getImageData(0, 0, WIDTH, HEIGHT).data;
}

/**
 * @param {string} way
 * @param {number} flicker
 * @returns {Promise<number>} the most that a byte of its picture is off
 */
async function differs(way, flicker) {
  const [a, b] = [await pixels('ours', flicker), await pixels(way, flicker)];
  return a.reduce((most, byte, at) => Math.max(most, Math.abs(byte - b[at])), 0);
}

Object.assign(window, { show, measure, differs, ready: true });
