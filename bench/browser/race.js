// @ts-check
// The same scene drawn by ours and by PixiJS, in one browser after another: without a frame limit,
// where the interval is the work of a whole frame, and at the display's rate.

import { readFileSync } from 'node:fs';
import { launch, serve } from '../../web/tests/harness.js';
import { median, ms, sum } from './figures.js';

const FREE = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];
const ROUNDS = 3;
/** Milliseconds for each way in each round. */
const TIME = 1500;
/** Blends round differently, by so much of 255 at the most. */
const ROUNDING = 6;

/** @type {[number, string, [string, string][]][]} */
const SCENES = [
  [0, 'light stands still', [
    ['ours', 'Barrow'],
    ['webgl', 'PixiJS 8.22.0: WebGL, particles'],
    ['webglOnce', 'PixiJS: WebGL, cells drawn once into a texture'],
    ['canvas', 'PixiJS: canvas, sprites'],
    ['canvasOnce', 'PixiJS: canvas, cells drawn once into a texture'],
    ['nothing', 'a frame in which one pixel is drawn'],
  ]],
  [1, 'light flickers everywhere', [
    ['ours', 'Barrow'],
    ['webgl', 'PixiJS 8.22.0: WebGL, particles'],
    ['canvas', 'PixiJS: canvas, sprites'],
  ]],
];

/** @typedef {{script: number[], interval: number[], work: number, frames: number}} Times */

export async function race(/** @type {string} */ scene) {
  const server = await serve('--folder', new URL('.', import.meta.url).pathname);
  try {
    console.log('80x50 cells, 4 layers, light, fog, 50 moving things; milliseconds, medians;');
    console.log('work is that of all processes of the browser for a frame');
    await withPage(FREE, server.address, scene, async (page, work) => {
      for (const [flicker, name, ways] of SCENES) {
        await same(page, flicker, ways);
        tell(`without a frame limit, ${name}`, ways, await rounds(page, work, flicker, ways));
      }
    });
    await withPage([], server.address, scene, async (page, work) => {
      for (const [flicker, name, ways] of SCENES) {
        tell(`at the display's rate, ${name}`, ways.slice(0, 2), await rounds(page, work, flicker, ways.slice(0, 2)));
      }
    });
  } finally {
    server.stop();
  }
}

/**
 * @param {string[]} flags
 * @param {string} address
 * @param {string} scene
 * @param {(page: import('playwright-core').Page, work: () => Promise<number>) => Promise<void>} job
 */
async function withPage(flags, address, scene, job) {
  const browser = await launch(...flags);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.route('**/scene.wasm', (route) => route.fulfill({ contentType: 'application/wasm', body: readFileSync(scene) }));
    await page.goto(`${address}scene.html`);
    await page.waitForFunction('window.ready');
    const session = await browser.newBrowserCDPSession();
    await job(page, async () => {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      return sum(processInfo.map((it) => it.cpuTime * 1000));
    });
  } finally {
    await browser.close();
  }
}

/**
 * All show the same picture, or the race is none.
 * @param {import('playwright-core').Page} page
 * @param {number} flicker
 * @param {[string, string][]} ways
 */
async function same(page, flicker, ways) {
  for (const [way, label] of ways.filter(([way]) => way !== 'nothing')) {
    const off = await page.evaluate(([way, flicker]) =>
      /** @type {any} */ (window).differs(way, flicker), /** @type {const} */ ([way, flicker]));
    if (off > ROUNDING) throw new Error(`${label} draws another picture: a byte is off by ${off}`);
  }
}

/**
 * They take turns, so that whatever else the machine does hits all.
 * @param {import('playwright-core').Page} page
 * @param {() => Promise<number>} work
 * @param {number} flicker
 * @param {[string, string][]} ways
 */
async function rounds(page, work, flicker, ways) {
  /** @type {Record<string, Times>} */
  const all = Object.fromEntries(ways.map(([way]) => [way, { script: [], interval: [], work: 0, frames: 0 }]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [way] of ways) {
      await page.evaluate(([way, flicker]) =>
        /** @type {any} */ (window).show(way, flicker), /** @type {const} */ ([way, flicker]));
      const before = await work();
      const times = await page.evaluate((time) => /** @type {any} */ (window).measure(time), TIME);
      all[way].work += await work() - before;
      all[way].frames += times.interval.length;
      all[way].script.push(...times.script);
      all[way].interval.push(...times.interval);
    }
  }
  return all;
}

/**
 * @param {string} name
 * @param {[string, string][]} ways
 * @param {Record<string, Times>} all
 */
function tell(name, ways, all) {
  console.log(`\n  ${name.padEnd(52)}  script interval    work   times ours (goal: 3)`);
  for (const [way, label] of ways) {
    const { script, interval, work, frames } = all[way];
    const times = median(interval) / median(all.ours.interval);
    console.log(`  ${label.padEnd(50)}${ms(median(script))} ${ms(median(interval))}${ms(work / frames)} ${ms(times)}`);
  }
}
