// @ts-check
// What the engine keeps in the browser. Storage may be denied, full or gone at any moment:
// nothing here throws, and a page without storage keeps its texts in memory.

const PREFIX = 'barrow:';
const TRIAL = `${PREFIX}trial`;

/** @returns {Storage | null} */
function usable() {
  try {
    localStorage.setItem(TRIAL, '1');
    localStorage.removeItem(TRIAL);
    return localStorage;
  } catch {
    return null;
  }
}

/**
 * @typedef {object} Shelf
 * @property {boolean} kept whether it outlives the page
 * @property {boolean} full whether a text could not be kept
 * @property {(name: string) => string | null} read
 * @property {(name: string, text: string) => boolean} write
 * @property {(name: string) => boolean} remove
 * @property {() => string[]} list
 */

/** @returns {Shelf} */
export function memoryShelf() {
  /** @type {Map<string, string>} */
  const texts = new Map();
  return {
    kept: false,
    full: false,
    read: (name) => texts.get(name) ?? null,
    write: (name, text) => Boolean(texts.set(name, text)),
    remove: (name) => texts.delete(name),
    list: () => [...texts.keys()].sort(),
  };
}

/**
 * @param {Storage} storage
 * @returns {Shelf}
 */
function keptShelf(storage) {
  /** @template T @param {() => T} work @param {T} otherwise */
  const guarded = (work, otherwise) => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  /** @type {Shelf} */
  const shelf = {
    kept: true,
    full: false,
    read: (name) => guarded(() => storage.getItem(PREFIX + name), null),
    write: (name, text) => {
      shelf.full = !guarded(() => (storage.setItem(PREFIX + name, text), true), false);
      return !shelf.full;
    },
    remove: (name) => guarded(() => (storage.removeItem(PREFIX + name), true), false),
    list: () =>
      guarded(() => {
        const names = Object.keys(storage).filter((name) => name.startsWith(PREFIX));
        return names.map((name) => name.slice(PREFIX.length)).sort();
      }, []),
  };
  return shelf;
}

/** The shelf of this page: the browser's storage, or memory where there is none. */
export function openShelf() {
  const storage = usable();
  return storage ? keptShelf(storage) : memoryShelf();
}

/** What the page remembers for itself; the engine does not see it. */
export const OWN = 'page:';

/**
 * The host that the engine is given.
 * @param {Shelf} shelf
 * @param {(name: string) => boolean} holds whether a name is locked by this page
 * @returns {import('./barrow_web.types.js').Host}
 */
export function makeHost(shelf, holds) {
  return {
    read: shelf.read,
    write: shelf.write,
    remove: shelf.remove,
    list: () => shelf.list().filter((name) => !name.startsWith(OWN)).join('\n'),
    lock: holds,
    unlock: () => {},
    // In Greenwich's time, as in the terminal: the daily run is the same wherever one plays.
    now: () => new Date().toISOString().slice(0, 16).replace('T', ' '),
    day: () => new Date().toISOString().slice(0, 10).split('-').map(Number),
    seed: () => crypto.getRandomValues(new Uint32Array(1))[0].toString(16),
  };
}
