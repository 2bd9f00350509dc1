// @ts-check
// Each save is open in one tab only. The browser releases its locks when the tab ends, even by a
// crash.

/** @type {Map<string, () => void>} the locks of this page, and how to release each */
const held = new Map();

/** @param {string} name */
export const holds = (name) => held.has(name) || !name.startsWith('saves/');

/**
 * Locks a name, unless another tab or another game of this page has it. If the browser has no
 * locks, only games of this page are considered.
 * @param {string} name
 * @returns {Promise<boolean>}
 */
export function take(name) {
  if (held.has(name)) return Promise.resolve(false);
  if (!navigator.locks) {
    held.set(name, () => {});
    return Promise.resolve(true);
  }
  return new Promise((answer) => {
    const wanted = navigator.locks.request(`barrow:${name}`, { ifAvailable: true }, (lock) => {
      if (!lock) return answer(false);
      return new Promise((release) => {
        held.set(name, () => release(undefined));
        answer(true);
      });
    });
    // A page that may not use locks, such as a sandboxed frame, plays without them.
    wanted.catch(() => {
      held.set(name, () => {});
      answer(true);
    });
  });
}

/** @param {string} name */
export function release(name) {
  held.get(name)?.();
  held.delete(name);
}
