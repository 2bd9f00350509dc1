// @ts-check
// The one engine of a page: the wasm, the desk with profile and settings, and the packs.

import { readFolder } from './folder.js';
import * as locks from './locks.js';
import { makeHost, memoryShelf, openShelf } from './storage.js';
import { Trouble, fetchFile } from './trouble.js';

/** Where all files of Barrow lie, whatever page uses them. */
export const ROOT = new URL('./', import.meta.url);

/** @typedef {import('./barrow_web.types.js').Desk} Desk */

/**
 * @typedef {object} Engine
 * @property {import('./barrow_web.types.js').Barrow} module
 * @property {WebAssembly.Memory} memory
 * @property {Desk} desk profile and settings that are kept
 * @property {() => Desk} spareDesk one that forgets, for runs that must not touch the save
 */

/** What this page keeps, and where. */
export const shelf = openShelf();

/** @type {Promise<Engine> | undefined} */
let started;
/** @type {Promise<PackEntry[]> | undefined} */
let listed;
/** @type {Map<string, Promise<any>>} */
const packs = new Map();

/**
 * @typedef {object} PackEntry a line of packs/index.json
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {string} picture
 * @property {string} form
 * @property {string[]} levels
 * @property {{name: string, title: string, about: string}[]} heroes
 * @property {boolean} realtime
 */

/** @returns {Promise<Engine>} */
export const engine = () => (started ??= startEngine());

/** @returns {Promise<Engine>} */
async function startEngine() {
  if (typeof WebAssembly !== 'object') throw cannotStart('It has no WebAssembly.');
  /** @type {any} */
  let module;
  let exports;
  let tiles = '';
  try {
    const drawn = fetchFile(new URL('tiles.txt', ROOT)).then((answer) => answer.text());
    module = await import('./barrow_web.js');
    exports = await module.default({ module_or_path: new URL('barrow_web_bg.wasm', ROOT) });
    tiles = await drawn;
  } catch (error) {
    started = undefined;
    throw cannotStart(error instanceof Error ? error.message : String(error));
  }
  const desk = new module.Desk(makeHost(shelf, locks.holds));
  desk.tiles(tiles);
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const calm = () => desk.calm(still.matches);
  still.addEventListener('change', calm);
  calm();
  const spareDesk = () => {
    const spare = new module.Desk(makeHost(memoryShelf(), () => true));
    for (const setting of JSON.parse(desk.settings())) spare.set(setting.name, setting.value);
    spare.tiles(tiles);
    spare.calm(still.matches);
    return spare;
  };
  return { module, memory: exports.memory, desk, spareDesk };
}

/** @param {string} why */
function cannotStart(why) {
  return new Trouble(
    'The engine cannot start in this browser',
    why,
    'A current Firefox, Chrome, Edge or Safari plays Barrow. Look also whether you are online.',
  );
}

/** @returns {Promise<PackEntry[]>} */
export function listPacks() {
  listed ??= fetchFile(new URL('packs/index.json', ROOT)).then((answer) => answer.json());
  listed.catch(() => (listed = undefined));
  return listed;
}

/**
 * Where a game comes from: a shipped pack by its name, or a folder by its address.
 * @typedef {{pack: string, folder: string, prototype: string}} Source
 */

/**
 * Loads a pack, once for all games of the page.
 * @param {Source} source
 * @returns {Promise<any>}
 */
export function loadPack(source) {
  const key = JSON.stringify([source.pack, source.folder, source.folder && source.prototype]);
  let loading = packs.get(key);
  if (!loading) {
    loading = readPack(source);
    packs.set(key, loading);
    loading.catch(() => packs.delete(key));
  }
  return loading;
}

/** @param {Source} source */
async function readPack(source) {
  const [{ module }, files] = await Promise.all([engine(), packFiles(source)]);
  try {
    return module.Pack.load(files);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new Trouble('The pack has mistakes', text, 'Its maker can find them with `barrow check`.');
  }
}

/**
 * @param {Source} source
 * @returns {Promise<string>}
 */
async function packFiles({ pack, folder, prototype }) {
  if (folder) return readFolder(folder, prototype);
  // Only plain names: an address is never made of what someone wrote into a link.
  if (/^[a-z0-9-]+$/.test(pack)) {
    const answer = await fetch(new URL(`packs/${pack}.json`, ROOT)).catch(() => null);
    if (answer?.ok) return answer.text();
  }
  const names = (await listPacks()).map((it) => it.name);
  if (names.includes(pack)) return (await fetchFile(new URL(`packs/${pack}.json`, ROOT))).text();
  throw new Trouble('No such game', `There is no game “${pack}”.`, `There are ${names.join(', ')}.`);
}
