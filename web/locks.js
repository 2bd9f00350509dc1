// @ts-check
// One save, one tab: the browser's own locks, which end with the tab even when it crashes.

/** @type {Map<string, () => void>} what this page holds, and how to let go */
const held = new Map();

/** @param {string} name */
export const holds = (name) => held.has(name) || !name.startsWith('saves/');

/**
 * Takes a name, unless another tab or another game of this page has it. Where the browser has
 * no locks, the first of the page takes it.
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
    // A page without a right to locks, such as a sandboxed frame, plays without.
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
