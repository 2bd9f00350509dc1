// @ts-check
// What stands in the place of a game before it begins, and when it cannot.

import { button, make, saveFile } from './dom.js';
import { ROOT } from './engine.js';
import { explain } from './trouble.js';

/**
 * The cover of a game: what it is, and how to begin.
 * @param {import('./layout.js').Parts} parts
 * @param {() => Promise<import('./engine.js').PackEntry[]>} list
 * @param {{pack: string, prototype: string}} request
 * @param {(() => void) | null} begin nothing while it is loading
 */
export function openCover({ cover, stage }, list, { pack, prototype }, begin) {
  cover.hidden = false;
  const title = make('h2', {}, pack || prototype);
  const about = make('p', {}, '');
  const start = begin
    ? button('Click to play', () => begin(), { class: 'start' })
    : make('p', { class: 'loading', role: 'status' }, 'Loading…');
  cover.replaceChildren(make('div', { class: 'card' }, title, about, start));
  if (!pack) return;
  stage.setAttribute('aria-label', 'The map. Shift and Tab lead out of the game.');
  list().then((entries) => {
    const entry = entries.find((it) => it.name === pack);
    if (!entry || !title.isConnected) return;
    title.textContent = entry.title;
    about.textContent = entry.about;
    cover.style.setProperty('--picture', `url("${new URL(entry.picture, ROOT)}")`);
  }, () => {});
}

/**
 * Says in place of a game what went wrong, and what can be done.
 * @param {import('./layout.js').Parts} parts
 * @param {unknown} error
 * @param {Node[]} ways
 */
export function showTrouble({ cover }, error, ways) {
  const { title, message, advice } = explain(error);
  // A report on a pack has its own lines and columns.
  const text = message.includes('\n') ? make('pre', { tabindex: '0' }, message) : make('p', {}, message);
  const front = make('a', { href: ROOT.href }, 'All games');
  cover.hidden = false;
  cover.style.removeProperty('--picture');
  cover.replaceChildren(make('div', { class: 'card trouble', role: 'alert' },
    make('h2', {}, title), text, advice ? make('p', {}, advice) : null,
    make('div', { class: 'hints' }, ...ways, front)));
}

/**
 * Adds to what was said of a crash the file by which its makers can find the mistake.
 * @param {import('./layout.js').Parts} parts
 * @param {string | undefined} panic
 */
export function addReport({ cover }, panic) {
  const told = panic ? JSON.parse(panic) : null;
  if (!told) return;
  const save = button('Save a report', () => saveFile('barrow-report.journal', told.journal ?? told.message));
  cover.querySelector('.trouble p')?.append(` (${told.message})`);
  cover.querySelector('.hints')?.prepend(save);
}
