// @ts-check
// The engine of a page, shared by all its games: the wasm module, the desk with profile and
// settings, and the packs.

import * as locks from './locks.js';
import { makeHost, memoryStore, openStore } from './storage.js';
import { Trouble, cannotStart, fetchFile, isCrash } from './trouble.js';

/** The address of Barrow's files, whatever page uses them. */
export const ROOT = new URL('./', import.meta.url);

/** @typedef {import('./barrow_web.types.js').Desk} Desk */

/**
 * @typedef {object} Engine
 * @property {import('./barrow_web.types.js').Barrow} module
 * @property {WebAssembly.Memory} memory
 * @property {Desk} desk the profile and settings that are saved
 * @property {() => Desk} spareDesk makes a temporary one, for runs that must not touch the save
 */

/** How many replays are kept: more would fill the browser's storage in time. */
const KEPT_RUNS = 50;

/** The texts that this page stores. */
export const store = openStore();

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
 * @property {{name: string, title: string, about: string, next: string | null}[]} levels
 * @property {string} scene the address of the journal of a run to watch
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
    // @ts-ignore The build makes this file with the wasm.
    module = await import('./barrow_web.js');
    exports = await module.default({ module_or_path: new URL('barrow_web_bg.wasm', ROOT) });
  };
  /** @type {Desk} */
  let desk;
  try {
    [tiles] = await Promise.all([fetchFile(new URL('tiles.txt', ROOT)).then((answer) => answer.text()), load()]);
    desk = new module.Desk(makeHost(store, locks.holds));
    drawWith(desk, tiles);
  } catch (error) {
    started = undefined;
    throw error instanceof Trouble ? error : cannotStart(error instanceof Error ? error.message : String(error));
  }
  forgetOld(desk);
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const calm = () => desk.calm(still.matches);
  const touch = matchMedia('(any-pointer: coarse) and (hover: none)').matches;
  const device = touch ? 'touch' : 'desk';
  desk.device(device);
  still.addEventListener('change', calm);
  calm();
  const spareDesk = () => {
    const spare = new module.Desk(makeHost(memoryStore(), () => true));
    for (const setting of JSON.parse(desk.settings())) spare.set(setting.name, setting.value);
    spare.tiles(tiles);
    spare.calm(still.matches);
    spare.device(device);
    return spare;
  };
  return { module, memory: exports.memory, desk, spareDesk };
}

/**
 * Deletes the oldest replays.
 * @param {Desk} desk
 */
function forgetOld(desk) {
  try {
    for (const old of JSON.parse(desk.replays()).slice(KEPT_RUNS)) desk.forget(old);
  } catch {
    // What cannot be listed cannot be deleted.
  }
}

/**
 * Reads the tiles, which the host of a page may have replaced.
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
      'The host of this page can correct the file, or restore the one that came with it.',
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
    throw new Trouble('The game cannot be read', text, 'Reload the page. If that does not help, its host must upload all its files again.');
  }
}

/**
 * @param {Source} source
 * @returns {Promise<Uint8Array>} the bytes for `Pack.load`
 */
async function packBytes({ pack, folder, prototype }) {
  // Few pages need the readers of pack files, and they are as large as everything else.
  if (folder) return (await import('./folder.js')).bindFolder(folder, prototype);
  // Only plain names become part of an address, since a link may contain anything.
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
