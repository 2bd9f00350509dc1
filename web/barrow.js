// @ts-check
// The only script that an embedding page needs. It defines <barrow-game>, and fills the containers
// of pages that were written for the Dungeon Mode Kit.

import { BarrowGame } from './element.js';

if (!customElements.get('barrow-game')) customElements.define('barrow-game', BarrowGame);

/**
 * Puts a game into a container of the kit. The prototype is named by the address of the page, the
 * container or a global object, in this order; the default is `default`. The folder with `data` and
 * `prototypes` is named in the same way; the default is the folder of the page.
 * @param {HTMLElement} container
 */
function adopt(container) {
  const asked = new URLSearchParams(location.search);
  /** @type {{prototype?: string, folder?: string, seed?: string}} */
  const config = /** @type {any} */ (globalThis).DUNGEON_CONFIG ?? {};
  /** @param {'prototype' | 'folder' | 'seed'} name */
  const value = (name) => asked.get(name) ?? container.dataset[name] ?? config[name] ?? '';
  const game = document.createElement('barrow-game');
  game.setAttribute('prototype', value('prototype') || 'default');
  game.setAttribute('folder', value('folder') || '.');
  if (value('seed')) game.setAttribute('seed', value('seed'));
  container.replaceChildren(game);
}

const containers = document.querySelectorAll('[data-prototype]:not(barrow-game)');
containers.forEach((it) => adopt(/** @type {HTMLElement} */ (it)));
if (!containers.length && 'DUNGEON_CONFIG' in globalThis) {
  const game = document.getElementById('game');
  if (game) adopt(game);
}
