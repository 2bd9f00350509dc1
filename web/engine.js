// @ts-check
// The one engine of a page: the wasm, the desk with profile and settings, and the packs.

import * as locks from './locks.js';
import { makeHost, memoryShelf, openShelf } from './storage.js';
import { Trouble, cannotStart, fetchFile, isCrash } from './trouble.js';

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
 * @property {boolean} choices whether the profile decides what can be chosen
 * @property {boolean} realtime
 * @property {number} bytes
 */

/** @returns {Promise<Engine>} */
export const engine = () => (started ??= startEngine());

/** @returns {Promise<Engine>} */
async function startEngine() {
  if (typeof WebAssembly !== 'object') throw cannotStart('It has no WebAssembly.');
  /** @type {any} */
  let module;
  /** @type {any} */
  let exports;
  let tiles = '';
  const load = async () => {
    // @ts-ignore It is made with the wasm.
    module = await import('./barrow_web.js');
    exports = await module.default({ module_or_path: new URL('barrow_web_bg.wasm', ROOT) });
  };
  /** @type {Desk} */
  let desk;
  try {
    [tiles] = await Promise.all([fetchFile(new URL('tiles.txt', ROOT)).then((answer) => answer.text()), load()]);
    desk = new module.Desk(makeHost(shelf, locks.holds));
    drawWith(desk, tiles);
  } catch (error) {
    started = undefined;
    throw error instanceof Trouble ? error : cannotStart(error instanceof Error ? error.message : String(error));
  }
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

/**
 * Whoever hosts a page may have drawn other tiles.
 * @param {Desk} desk
 * @param {string} tiles
 */
function drawWith(desk, tiles) {
  try {
    desk.tiles(tiles);
  } catch (error) {
    throw new Trouble(
      'The tiles cannot be read',
      `tiles.txt, ${error instanceof Error ? error.message : error}.`,
      'Whoever hosts this page can mend the file, or put back the one that came with it.',
    );
  }
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
  const [{ module }, bytes] = await Promise.all([engine(), packBytes(source)]);
  try {
    return module.Pack.load(bytes);
  } catch (error) {
    if (isCrash(error)) throw error;
    const text = error instanceof Error ? error.message : String(error);
    throw new Trouble('The game cannot be read', text, 'Reload the page. If that does not help, its host must put all its files there anew.');
  }
}

/**
 * @param {Source} source
 * @returns {Promise<Uint8Array>} as `Pack.load` takes them
 */
async function packBytes({ pack, folder, prototype }) {
  // Few need it, and with the readers it is as large as all else.
  if (folder) return (await import('./folder.js')).bindFolder(folder, prototype);
  // Only plain names: an address is never made of what someone wrote into a link.
  if (/^[a-z0-9-]+$/.test(pack)) {
    const answer = await fetch(new URL(`packs/${pack}.pack`, ROOT)).catch(() => null);
    if (answer?.ok) return bytesOf(answer);
  }
  const names = (await listPacks()).map((it) => it.name);
  if (names.includes(pack)) return bytesOf(await fetchFile(new URL(`packs/${pack}.pack`, ROOT)));
  throw new Trouble('No such game', `There is no game “${pack}”.`, `There are ${names.join(', ')}.`);
}

/** @param {Response} answer */
const bytesOf = async (answer) => new Uint8Array(await answer.arrayBuffer());
