// @ts-check
// What the engine stores in the browser. Storage may be denied, full or gone at any moment:
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
 * @typedef {object} TextStore
 * @property {boolean} kept whether its texts outlive the page
 * @property {boolean} full whether a text could not be stored
 * @property {(name: string) => string | null} read
 * @property {(name: string, text: string) => boolean} write
 * @property {(name: string) => boolean} remove
 * @property {() => string[]} list
 */

/** @returns {TextStore} */
export function memoryStore() {
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
 * @returns {TextStore}
 */
function browserStore(storage) {
  /** @template T @param {() => T} work @param {T} otherwise */
  const guarded = (work, otherwise) => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  /** @type {TextStore} */
  const store = {
    kept: true,
    full: false,
    read: (name) => guarded(() => storage.getItem(PREFIX + name), null),
    write: (name, text) => {
      store.full = !guarded(() => (storage.setItem(PREFIX + name, text), true), false);
      return !store.full;
    },
    remove: (name) => guarded(() => (storage.removeItem(PREFIX + name), true), false),
    list: () =>
      guarded(() => {
        const names = Object.keys(storage).filter((name) => name.startsWith(PREFIX));
        return names.map((name) => name.slice(PREFIX.length)).sort();
      }, []),
  };
  return store;
}

/** Opens the store of this page: the browser's storage, or memory if there is none. */
export function openStore() {
  const storage = usable();
  return storage ? browserStore(storage) : memoryStore();
}

/** The prefix of texts of the page itself, which the engine does not see. */
export const OWN = 'page:';

/**
 * Makes the host that the engine gets.
 * @param {TextStore} store
 * @param {(name: string) => boolean} holds whether a name is locked by this page
 * @returns {import('./barrow_web.types.js').Host}
 */
export function makeHost(store, holds) {
  return {
    read: store.read,
    write: store.write,
    remove: store.remove,
    list: () => store.list().filter((name) => !name.startsWith(OWN)).join('\n'),
    lock: holds,
    unlock: () => {},
    // In UTC, as in the terminal, so that the daily run is the same everywhere.
    now: () => new Date().toISOString().slice(0, 16).replace('T', ' '),
    clock: () => performance.now(),
    day: () => new Date().toISOString().slice(0, 10).split('-').map(Number),
    seed: () => crypto.getRandomValues(new Uint32Array(1))[0].toString(16),
  };
}
