// @ts-check
// The cover of a game before it begins, and error messages in its place.

import { button, make, saveFile } from './dom.js';
import { ROOT } from './engine.js';
import { explain } from './trouble.js';

/**
 * Shows the cover of a game: its title, a description, and how to begin.
 * @param {import('./layout.js').Parts} parts
 * @param {() => Promise<import('./engine.js').PackEntry[]>} list
 * @param {{pack: string, prototype: string}} request
 * @param {(() => void) | null} begin null while the game is loading
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
  stage.setAttribute('aria-label', 'The map. Shift and Tab leave the game.');
  list().then((entries) => {
    const entry = entries.find((it) => it.name === pack);
    if (!entry || !title.isConnected) return;
    title.textContent = entry.title;
    about.textContent = entry.about;
    cover.style.setProperty('--picture', `url("${new URL(entry.picture, ROOT)}")`);
  }, () => {});
}

/**
 * Shows what went wrong in place of a game, and what can be done.
 * @param {import('./layout.js').Parts} parts
 * @param {unknown} error
 * @param {Node[]} ways
 */
export function showTrouble({ cover }, error, ways) {
  const { title, message, advice } = explain(error);
  // A report about a pack has several lines.
  const text = message.includes('\n') ? make('pre', { tabindex: '0' }, message) : make('p', {}, message);
  const front = make('a', { href: ROOT.href }, 'All games');
  cover.hidden = false;
  cover.style.removeProperty('--picture');
  cover.replaceChildren(make('div', { class: 'card trouble', role: 'alert' },
    make('h2', {}, title), text, advice ? make('p', {}, advice) : null,
    make('div', { class: 'hints' }, ...ways, front)));
}

/**
 * Adds a report file to the message about a crash, so that developers can find the bug.
 * @param {import('./layout.js').Parts} parts
 * @param {string} action JSON of what the engine was doing
 */
export function addReport({ cover }, action) {
  const { doing, journal } = JSON.parse(action);
  const save = button('Save a report', () => saveFile('barrow-report.journal', journal));
  cover.querySelector('.trouble p')?.append(doing && ` (${doing})`);
  cover.querySelector('.hints')?.prepend(save);
}
