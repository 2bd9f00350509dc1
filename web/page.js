// @ts-check
// play.html: a page with one game, which its address names.

import './barrow.js';
import { engine, listPacks, loadPack } from './engine.js';
import { showTrouble } from './cover.js';
import { Trouble } from './trouble.js';
import { watchVersion } from './version.js';

/** @typedef {import('./element.js').BarrowGame} BarrowGame */

const asked = new URLSearchParams(location.search);
const game = /** @type {BarrowGame} */ (document.querySelector('barrow-game'));
const embedded = asked.has('embed');

/**
 * Returns a value of the search part or the hash of the address. A run is in the hash, since it is
 * long and a hash is not sent to the server.
 * @param {string} name
 */
const value = (name) => asked.get(name) ?? new URLSearchParams(location.hash.slice(1)).get(name) ?? '';

/** Opens what the address asks for. */
async function open() {
  for (const name of ['level', 'seed', 'daily', 'players', 'folder', 'prototype']) {
    if (asked.has(name)) game.setAttribute(name, String(asked.get(name)));
  }
  for (const name of ['hero', 'with']) {
    if (asked.has(name)) game.setAttribute(name, asked.getAll(name).join(','));
  }
  const pack = asked.get('game') ?? (asked.has('prototype') && !asked.has('folder') ? 'kit' : '');
  if (pack) game.setAttribute('pack', pack);
  // A prototype of a shipped pack is one of its levels.
  if (pack && asked.get('prototype')) game.setAttribute('level', String(asked.get('prototype')));
  if (!embedded) game.setAttribute('sound', '');
  if (asked.has('new')) game.setAttribute('fresh', '');
  if (value('run')) return watchLink(value('run'));
  if (asked.has('replay')) return watchKept(String(asked.get('replay')));
  if (!pack && !asked.has('folder')) {
    throw new Trouble('No game is named', 'The address does not name a game.', 'Choose one from the list of all games.');
  }
  if (!embedded) {
    game.setAttribute('autoplay', '');
    await game.play();
  }
}

/** @param {string} link */
async function watchLink(link) {
  const { module } = await engine();
  let journal;
  try {
    await nameGame(JSON.parse(module.link_info(link)).pack);
    journal = module.unpack_link(await loadPack(game.request), link);
  } catch (error) {
    if (error instanceof Trouble) throw error;
    const text = error instanceof Error ? error.message : String(error);
    throw new Trouble('The link is damaged', text, 'Copy the whole link again; some programs cut long ones.');
  }
  await game.watch(journal);
}

/** @param {string} name */
async function watchKept(name) {
  const journal = (await engine()).desk.journal(name);
  if (!journal) throw new Trouble('No such run', `There is no run “${name}” in this browser.`);
  await game.watch(journal);
}

/**
 * Sets the game of a run, unless the address names one.
 * @param {string} title
 */
async function nameGame(title) {
  if (asked.get('game') || asked.get('folder')) return;
  const entry = (await listPacks()).find((it) => it.title === title);
  if (!entry) throw new Trouble('Game not available', `The game “${title}” is not available here.`);
  game.setAttribute('pack', entry.name);
}

// Scripts in the console get the run only if the address asks for it.
if (asked.has('console')) Object.assign(window, { barrow: await game.handle() });

game.addEventListener('begun', () => {
  // Reloading the page must resume the run and not begin another.
  const address = new URL(location.href);
  address.searchParams.delete('new');
  address.hash = '';
  history.replaceState(null, '', address);
  game.removeAttribute('fresh');
});

game.addEventListener('leave', (event) => {
  if (embedded) return;
  event.preventDefault();
  location.href = './';
});

if (embedded) {
  for (const name of ['state', 'score', 'event']) {
    game.addEventListener(name, (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      parent.postMessage({ source: 'barrow', type: name, ...detail }, '*');
    });
  }
}

open().catch((error) => showTrouble(game.parts, error, []));
watchVersion(document.body);
