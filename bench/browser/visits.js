// @ts-check
// From a key to the frame that shows it, and from a first visit to a game that can be played.

import { launch } from '../../web/tests/harness.js';
import { median, ms, spread } from './figures.js';
import { traced } from './trace.js';

const VISITS = 5;
const KEYS = 30;

export async function visits(/** @type {string} */ address) {
  const browser = await launch();
  /** @type {number[]} */
  const first = [];
  /** @type {number[]} */
  const drawn = [];
  /** @type {number[]} */
  const keys = [];
  try {
    for (let visit = 0; visit < VISITS; visit += 1) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
      const page = await context.newPage();
      await page.addInitScript(watch);
      await page.goto(`${address}play.html?game=crawl&seed=${visit + 1}`);
      await page.waitForFunction('window.playable');
      first.push(await page.evaluate('window.playable'));
      const noted = await traced(browser, page, ['devtools.timeline'], () => press(page));
      keys.push(...noted.filter(isKey).map((it) => it.args.data.duration));
      drawn.push(...await page.evaluate('window.drawn'));
      await context.close();
    }
  } finally {
    await browser.close();
  }
  console.log(`\nfirst visit to playable, over loopback: median ${ms(median(first))} ms   (goal: 1500)`);
  console.log(`a key to the drawn frame with its turn, ${drawn.length} keys: ${spread(drawn)} ms   (goal: 30)`);
  console.log(`a key to the showing of that frame, one beat of the display later: ${spread(keys)} ms`);
}

/** In the page: notes when the game can be played, and when frames are drawn after keys. */
function watch() {
  const page = /** @type {any} */ (window);
  page.drawn = [];
  addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => {
    // A message comes after all that the frame does: script, layout, painting.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => page.drawn.push(performance.now() - timeStamp);
    port2.postMessage(null);
  }));
  const look = () => {
    const root = document.querySelector('barrow-game')?.shadowRoot;
    const canvas = /** @type {HTMLCanvasElement | null | undefined} */ (root?.querySelector('canvas.map'));
    const cover = /** @type {HTMLElement | null | undefined} */ (root?.querySelector('.cover'));
    if (cover?.hidden && canvas && canvas.width > 100) page.playable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Walks to and fro, at no fixed moment of the display's beat, and waits until all has come to rest. */
async function press(/** @type {import('playwright-core').Page} */ page) {
  for (let turn = 0; turn < KEYS; turn += 1) {
    await page.keyboard.press(['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'][turn % 4]);
    await page.waitForTimeout(150 + (turn * 7) % 17);
  }
}

/**
 * Chromium's Event Timing: from the time of the event to the showing of the next frame. Pages are
 * told it in steps of 8 ms; what is noted is exact.
 * @param {import('./trace.js').Noted} noted
 */
const isKey = ({ name, ph, args }) => name === 'EventTiming' && ph === 'b' && args.data.type === 'keydown';
