// @ts-check
// The scene of scene.wasm, drawn by Barrow's compositor or by PixiJS. `window.measure(who,
// flicker, frames)` draws so many frames and gives how long each took.

import * as pixi from './node_modules/pixi.js/dist/pixi.min.mjs';

const WIDTH = 1280;
const HEIGHT = 800;
const SIDE = 16;
const TILES = 8;
const MOVING = 50;

const { instance } = await WebAssembly.instantiateStreaming(fetch('scene.wasm'));
const wasm = /** @type {any} */ (instance.exports);

function ours() {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  document.body.replaceChildren(canvas);
  const paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }));
  return (/** @type {number} */ moment, /** @type {number} */ flicker) => {
    const at = wasm.frame(moment, flicker);
    const pixels = new Uint8ClampedArray(wasm.memory.buffer, at, WIDTH * HEIGHT * 4);
    paper.putImageData(new ImageData(pixels, WIDTH, HEIGHT), 0, 0);
  };
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

/** PixiJS in its fastest way: particles, of which only what changes is sent again. */
async function theirs(/** @type {number} */ flickers) {
  const app = new pixi.Application();
  await app.init({ width: WIDTH, height: HEIGHT, autoStart: false, antialias: false, preference: 'webgl' });
  document.body.replaceChildren(app.canvas);
  const tiles = textures();
  const still = new pixi.ParticleContainer({ texture: tiles[0], dynamicProperties: { position: false, color: Boolean(flickers), rotation: false, vertex: false, uvs: false } });
  const loose = new pixi.ParticleContainer({ texture: tiles[0], dynamicProperties: { position: true, color: false, rotation: false, vertex: false, uvs: false } });
  app.stage.addChild(still, loose);
  const count = wasm.count();
  const list = (/** @type {number} */ moment, /** @type {number} */ flicker) =>
    new Int32Array(wasm.memory.buffer, wasm.sprites(moment, flicker), count * 4);
  const first = list(0, flickers);
  /** @type {any[]} */
  const particles = [];
  for (let at = 0; at < count; at += 1) {
    const [x, y, tile, tint] = first.subarray(at * 4, at * 4 + 4);
    const particle = new pixi.Particle({ texture: tiles[tile], x, y, tint });
    particles.push(particle);
    (at < count - MOVING ? still : loose).addParticle(particle);
  }
  return (/** @type {number} */ moment, /** @type {number} */ flicker) => {
    const numbers = list(moment, flicker);
    for (let at = flicker ? 0 : count - MOVING; at < count; at += 1) {
      const particle = particles[at];
      if (at < count - MOVING) {
        particle.tint = numbers[at * 4 + 3];
      } else {
        particle.x = numbers[at * 4];
        particle.y = numbers[at * 4 + 1];
      }
    }
    app.render();
  };
}

/**
 * @param {'ours' | 'theirs'} who
 * @param {number} flicker
 * @param {number} frames
 * @returns {Promise<{script: number[], interval: number[]}>} milliseconds
 */
async function measure(who, flicker, frames) {
  const draw = who === 'ours' ? ours() : await theirs(flicker);
  /** @type {{script: number[], interval: number[]}} */
  const times = { script: [], interval: [] };
  let before = 0;
  for (let moment = 0; moment < frames + 3; moment += 1) {
    const now = await new Promise((resolve) => requestAnimationFrame(resolve));
    const begun = performance.now();
    draw(moment, flicker);
    // The first frames make textures and buffers.
    if (moment >= 3) {
      times.script.push(performance.now() - begun);
      times.interval.push(now - before);
    }
    before = now;
  }
  return times;
}

Object.assign(window, { measure, ready: true });
