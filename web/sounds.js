// @ts-check
// sounds.html: a button for everything that can be heard in each game.

import { button, make } from './dom.js';
import { ROOT } from './engine.js';
import { Speaker } from './sound.js';
import { fetchFile } from './trouble.js';

/**
 * A game in sounds.json: what it can play, its own things first.
 * @typedef {{name: string, title: string, own: Names, usual: Names}} Heard
 * @typedef {{sounds: string[], moods: string[], ambiences: string[]}} Names
 */

const told = /** @type {HTMLOutputElement} */ (document.getElementById('told'));
const tension = /** @type {HTMLInputElement} */ (document.getElementById('tension'));

/** @type {Map<string, Promise<Speaker | null>>} */
const speakers = new Map();

/** @type {Speaker | null} */
let playing = null;

/**
 * @param {string} pack
 * @param {number} what a sound (0), a mood (1) or an ambience (2)
 * @param {string} name
 */
async function play(pack, what, name) {
  const opening = speakers.get(pack) ?? Speaker.open({ pack, folder: '', prototype: '' });
  speakers.set(pack, opening);
  playing = await opening;
  told.textContent = playing ? name : 'This browser plays no sound here: the page must come by https, or from this machine.';
  playing?.take();
  playing?.tell({ tension: Number(tension.value), name: new TextEncoder().encode(name), what, seed: Math.floor(Math.random() * 2 ** 32) });
}

tension.addEventListener('input', () => playing?.tell({ tension: Number(tension.value) }));
document.getElementById('stop')?.addEventListener('click', () => {
  told.textContent = '';
  playing?.tell({ silence: true });
});

/**
 * @param {string} pack
 * @param {Names} names
 * @returns {Node[]}
 */
function rows(pack, { sounds, moods, ambiences }) {
  const row = (/** @type {string} */ title, /** @type {number} */ what, /** @type {string[]} */ list) => make('p', { class: 'row heard' },
    make('strong', {}, title), ...list.map((name) => button(name.replaceAll('_', ' '), () => play(pack, what, name))));
  const all = [['Sounds', sounds], ['Music', moods], ['Places', ambiences]];
  return all.flatMap(([title, list], what) => (list.length ? [row(String(title), what, /** @type {string[]} */ (list))] : []));
}

const games = /** @type {Heard[]} */ (await (await fetchFile(new URL('sounds.json', ROOT))).json());
document.getElementById('all')?.replaceChildren(...games.map(({ name, title, own, usual }) => make('section', { 'data-game': name },
  make('h2', {}, title), ...rows(name, own),
  make('details', {}, make('summary', {}, 'What every game can use'), ...rows(name, usual)))));
