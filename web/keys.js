// @ts-check
// Keys in the form that the engine expects.

/** Keys that do nothing alone. */
const SILENT = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead', 'Process', 'Unidentified']);

/**
 * @typedef {object} Press
 * @property {string} key
 * @property {string} code
 * @property {boolean} shift
 * @property {boolean} ctrl
 * @property {boolean} alt
 */

/**
 * Returns what was pressed, or null if it is not for the game: Shift-Tab always leaves the game, and
 * the Meta key belongs to the system.
 * @param {KeyboardEvent} event
 * @returns {Press | null}
 */
export function pressed(event) {
  if (event.isComposing || event.metaKey || SILENT.has(event.key)) return null;
  if (event.key === 'Tab' && event.shiftKey) return null;
  // On many keyboards AltGr writes characters such as @; it is neither Alt nor Control.
  const written = event.getModifierState('AltGraph');
  return {
    key: event.key,
    code: event.code,
    shift: event.shiftKey,
    ctrl: event.ctrlKey && !written,
    alt: event.altKey && !written,
  };
}

/**
 * Returns a key without modifiers, as a button presses it.
 * @param {string} key
 * @returns {Press}
 */
export const plain = (key) => ({ key, code: '', shift: false, ctrl: false, alt: false });

/**
 * Returns whether an element handles the key itself: it is an input, or a button that Enter and
 * Space press.
 * @param {EventTarget | undefined} target
 * @param {string} key
 */
export function isForElement(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('input, select, textarea, [contenteditable]')) return true;
  return target.matches('button, a, summary') && (key === 'Enter' || key === ' ');
}

/** @type {Record<string, string>} */
const SIGNS = {
  arrowup: '↑', arrowdown: '↓', arrowleft: '←', arrowright: '→', up: '↑', down: '↓', left: '←',
  right: '→', escape: 'Esc', esc: 'Esc', enter: 'Enter', tab: 'Tab', ' ': 'Space', space: 'Space',
  pageup: 'PgUp', pagedown: 'PgDn', home: 'Home', end: 'End', backspace: '⌫',
};

/**
 * Returns the label of a key, as on a keyboard.
 * @param {string} key
 */
export function keyName(key) {
  const parts = key.length > 1 ? key.split('-') : [key];
  const last = parts.pop() || '-';
  const held = parts.filter(Boolean).map((part) => part[0].toUpperCase() + part.slice(1));
  return [...held, SIGNS[last.toLowerCase()] ?? last].join('+');
}
