// @ts-check
// Links and files with which others can play the same run, or watch it.

import { button, make, saveFile } from './dom.js';
import { ROOT } from './engine.js';

/**
 * What to play.
 * @typedef {object} Request
 * @property {string} pack
 * @property {string} folder
 * @property {string} prototype
 * @property {string} level
 * @property {string} seed
 * @property {string} daily a day, or empty
 * @property {string} hero one for each player, with a comma between
 * @property {string} players how many take turns, or empty for one
 * @property {string} with modifiers, with a comma between
 */

/**
 * Returns the address of a game.
 * @param {Partial<Request>} request
 * @returns {URL}
 */
export function gameAddress(request) {
  const address = new URL('play.html', ROOT);
  for (const [name, value] of Object.entries({ game: request.pack, ...request, pack: '' })) {
    if (value) address.searchParams.set(name, String(value));
  }
  return address;
}

/** Returns today's date in UTC. */
export const today = () => new Date().toISOString().slice(0, 10);

/**
 * Makes a link with a button that copies it.
 * @param {string} label
 * @param {string} address
 */
function linkRow(label, address) {
  const field = /** @type {HTMLInputElement} */ (
    make('input', { readonly: true, value: address, 'aria-label': label, onfocus: () => field.select() }));
  const copy = button('Copy', async () => {
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      // A page that may not write to the clipboard selects the link, to be copied by hand.
      field.select();
      if (!document.execCommand?.('copy')) return;
    }
    copy.textContent = 'Copied';
    setTimeout(() => (copy.textContent = 'Copy'), 1500);
  });
  return make('div', { class: 'link' }, make('span', {}, label), make('div', {}, field, copy));
}

/**
 * Makes the links and the file of a run.
 * @param {Request} request
 * @param {import('./barrow_web.types.js').Board} screen
 * @param {{journal: () => string, setup?: () => string, link?: () => string | undefined}} run
 * @returns {Node[]}
 */
export function shareRun(request, screen, run) {
  const { pack, folder, prototype } = request;
  const { seed = screen.seed, daily = false, level, hero, with: modifiers = [] } = JSON.parse(run.setup?.() ?? '{}');
  const same = { pack, folder, prototype, level, hero, with: modifiers.join(',') };
  const seeded = gameAddress(daily ? { ...same, daily: today() } : { ...same, seed });
  const rows = [linkRow(daily ? 'The daily run' : 'The same seed', seeded.href)];
  const link = run.link?.();
  if (link) {
    const watched = gameAddress({ pack, folder, prototype });
    watched.hash = `run=${link}`;
    rows.push(linkRow('This run, to watch', watched.href));
  }
  const name = `${screen.title}-${screen.seed}.journal`.toLowerCase().replace(/[^a-z0-9.]+/g, '-');
  const file = button('Save this run as a file', () => saveFile(name, run.journal()));
  return [make('div', { class: 'share' }, make('h3', {}, 'Share'), ...rows, file)];
}
