// @ts-check
// What Chromium writes down about itself: unlike a page, it knows when a frame was shown and how
// long the processor really worked.

/**
 * @typedef {object} Noted
 * @property {string} name
 * @property {string} ph
 * @property {number} ts microseconds
 * @property {number} [tts] microseconds that the thread has had a processor until then
 * @property {any} args
 */

/**
 * Does something, and gives what Chromium noted of it, in the order of time.
 * @param {import('playwright-core').Browser} browser
 * @param {import('playwright-core').Page} page
 * @param {string[]} categories
 * @param {() => Promise<unknown>} work
 * @returns {Promise<Noted[]>}
 */
export async function traced(browser, page, categories, work) {
  await browser.startTracing(page, { categories });
  await work();
  const text = (await browser.stopTracing()).toString();
  return JSON.parse(text).traceEvents.sort((/** @type {Noted} */ a, /** @type {Noted} */ b) => a.ts - b.ts);
}
