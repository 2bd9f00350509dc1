// @ts-check
// Reads packs in the kit's format from the address of a folder. A web server does not list folders,
// so each file of the format is requested by its name; all but the prototype itself may be missing.
// A second wasm module reads and binds them; shipped packs are bound in advance.

import { Trouble, cannotStart, isCrash } from './trouble.js';

const DATA = [
  'actors', 'items', 'personalities', 'states', 'entities', 'adjectives', 'attacks', 'colors',
  'reagents', 'substances', 'static-tiles',
].map((name) => `data/${name}.json`);
const PROTOTYPE = ['prototype.json', 'actors.json', 'items.json', 'personalities.json', 'map.tmj'];
// Without a limit, an endless chain of levels would be fetched forever.
const MAX_LEVELS = 64;

/**
 * @param {URL} folder
 * @param {string} path
 * @returns {Promise<string | null>} the text, or null if there is no such file
 */
async function ask(folder, path) {
  try {
    const answer = await fetch(new URL(path, folder));
    // Some hosts answer a request for a missing file with their front page.
    const page = answer.headers.get('content-type')?.includes('text/html');
    return answer.ok && !page ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** @param {string | null} text */
function parse(text) {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return {};
  }
}

/**
 * @param {URL} folder
 * @param {string} name
 * @param {Record<string, string>} files
 * @returns {Promise<string[]>} the levels that it leads to
 */
async function readPrototype(folder, name, files) {
  const paths = PROTOTYPE.map((file) => `prototypes/${name}/${file}`);
  const texts = await Promise.all(paths.map((path) => ask(folder, path)));
  paths.forEach((path, at) => {
    const text = texts[at];
    if (text !== null) files[path] = text;
  });
  const config = parse(texts[0]);
  const map = parse(texts[4]);
  await Promise.all((map.tilesets ?? []).map((/** @type {any} */ it) => readTileset(folder, name, it, files)));
  return [config.next_level, config.previous_level].filter((it) => typeof it === 'string' && it);
}

/**
 * @param {URL} folder
 * @param {string} name
 * @param {{source?: string}} tileset
 * @param {Record<string, string>} files
 */
async function readTileset(folder, name, tileset, files) {
  if (!tileset?.source) return;
  const at = new URL(tileset.source, new URL(`prototypes/${name}/`, folder));
  if (!at.href.startsWith(folder.href)) return;
  const path = at.href.slice(folder.href.length);
  const text = path in files ? null : await ask(folder, path);
  if (text !== null) files[path] = text;
}

/**
 * Reads all files that a prototype needs, and those of the levels that it leads to.
 * @param {string} address
 * @param {string} prototype
 * @returns {Promise<string>} the files for `bind`
 */
async function readFolder(address, prototype) {
  const folder = new URL(address.endsWith('/') ? address : `${address}/`, document.baseURI);
  // The kit accepts a path too, and uses its last part.
  const start = prototype.split('/').filter(Boolean).pop() ?? 'default';
  /** @type {Record<string, string>} */
  const files = {};
  const shared = Promise.all(
    ['kit.json', 'sounds.json', ...DATA].map(async (path) => {
      const text = await ask(folder, path);
      if (text !== null) files[path] = text;
    }),
  );
  const seen = new Set();
  const wanted = [start];
  while (wanted.length && seen.size < MAX_LEVELS) {
    const name = /** @type {string} */ (wanted.shift());
    if (seen.has(name)) continue;
    seen.add(name);
    const next = await readPrototype(folder, name, files);
    const found = `prototypes/${name}/prototype.json` in files;
    // The names of levels often differ from their folders in upper and lower case.
    wanted.push(...(found || name === name.toLowerCase() ? next : [name.toLowerCase()]));
  }
  await shared;
  const first = [start, start.toLowerCase()].find((it) => `prototypes/${it}/prototype.json` in files);
  if (!first) {
    throw new Trouble(
      'No such prototype',
      `${folder.href}prototypes/${start}/prototype.json cannot be read.`,
      'Check the address of the folder and the name of the prototype; a folder on another server must allow other pages to read it.',
    );
  }
  // The pack begins with the prototype that was asked for, not with the folder's default.
  files['kit.json'] = JSON.stringify({ title: first, ...parse(files['kit.json'] ?? null), start: first });
  return JSON.stringify({ files });
}

/** @type {Promise<import('./barrow_binder.types.js').Binder> | undefined} */
let binder;

/** @returns {Promise<import('./barrow_binder.types.js').Binder>} */
async function startBinder() {
  try {
    // @ts-ignore The build makes this file with the wasm.
    const module = await import('./barrow_binder.js');
    await module.default({ module_or_path: new URL('barrow_binder_bg.wasm', import.meta.url) });
    return module;
  } catch (error) {
    binder = undefined;
    throw cannotStart(error instanceof Error ? error.message : String(error));
  }
}

/** The files that were read last, by address and prototype. @type {Map<string, Promise<string>>} */
const folders = new Map();

/**
 * @param {string} address
 * @param {string} prototype
 */
function readAnew(address, prototype) {
  const files = readFolder(address, prototype);
  folders.set(JSON.stringify([address, prototype]), files);
  return files;
}

/**
 * Returns the pack of a folder that begins with a prototype.
 * @param {string} address
 * @param {string} prototype
 * @returns {Promise<Uint8Array>} the bytes for `Pack.load`
 */
export async function bindFolder(address, prototype) {
  binder ??= startBinder();
  const [{ bind }, files] = await Promise.all([binder, readAnew(address, prototype)]);
  try {
    return bind(files);
  } catch (error) {
    if (isCrash(error)) throw error;
    const text = error instanceof Error ? error.message : String(error);
    throw new Trouble('The pack has mistakes', text, 'Its author can find them with `barrow check`.');
  }
}

/**
 * Returns what can be heard in the pack of a folder.
 * @param {string} address
 * @param {string} prototype
 * @returns {Promise<Uint8Array>} the bytes for the mixer
 */
export async function soundsOf(address, prototype) {
  binder ??= startBinder();
  const read = folders.get(JSON.stringify([address, prototype])) ?? readAnew(address, prototype);
  const [{ sounds }, files] = await Promise.all([binder, read]);
  return sounds(files);
}
