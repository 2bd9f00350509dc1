// @ts-check
// Settings and keys in a dialog. The engine's desk saves its settings, as in the terminal; the page
// itself saves how it draws.

import { openDialog } from './dialog.js';
import { button, capital, make } from './dom.js';
import { store } from './engine.js';
import { keyName, pressed } from './keys.js';
import { OWN } from './storage.js';

/**
 * @typedef {import('./barrow_web.types.js').Setting} Setting
 * @typedef {import('./barrow_web.types.js').Binding} Binding
 */

/** The settings of the page itself; the first option is the default. */
const PAGE = [
  { name: 'map', about: 'drawn in tiles, in glyphs, or as the game prefers', options: ['auto', 'tiles', 'glyphs'] },
  { name: 'touch pad', about: 'buttons for fingers: auto, always or never', options: ['auto', 'always', 'never'] },
];

/**
 * Returns the value of a setting of the page itself.
 * @param {string} name
 * @returns {string}
 */
export const own = (name) => store.read(OWN + name) ?? PAGE.find((it) => it.name === name)?.options[0] ?? '';

/**
 * @param {string} name
 * @param {string} value
 */
export const setOwn = (name, value) => store.write(OWN + name, value);

/**
 * Applies the color theme to an element.
 * @param {HTMLElement} element
 * @param {any} desk
 */
export function applyTheme(element, desk) {
  const settings = /** @type {Setting[]} */ (JSON.parse(desk.settings()));
  element.dataset.theme = settings.find((it) => it.name === 'theme')?.value ?? 'dark';
}

/**
 * @param {Setting} setting
 * @param {(value: string) => void} change
 */
function row({ name, about, value, options }, change) {
  const choices = options.map((it) => make('option', { value: it, selected: it === value }, it));
  const select = make('select', { onchange: () => change(select.value) }, ...choices);
  return make('label', { class: 'setting' }, make('span', {}, capital(name), make('small', {}, about)), select);
}

/**
 * Makes a row for each setting.
 * @param {any} desk
 * @param {() => void} changed
 * @returns {HTMLElement}
 */
export function settingRows(desk, changed) {
  const root = make('div', { class: 'settings' });
  const told = make('p', { class: 'told', role: 'status' });
  const fill = () => {
    const page = PAGE.map((it) => row({ ...it, value: own(it.name) }, (value) => {
      setOwn(it.name, value);
      changed();
    }));
    const kept = /** @type {Setting[]} */ (JSON.parse(desk.settings()))
      .filter((it) => it.options?.length)
      .map((setting) => row(setting, (next) => {
        told.textContent = JSON.parse(desk.set(setting.name, next))?.error ?? '';
        fill();
        changed();
      }));
    const open = root.querySelector('details')?.open;
    root.replaceChildren(...kept, ...page, told, keyRows(desk, fill));
    root.querySelector('details').open = Boolean(open);
  };
  fill();
  return root;
}

/**
 * @param {any} desk
 * @param {() => void} changed
 */
function keyRows(desk, changed) {
  const told = make('p', { class: 'told', role: 'status' });
  /** @param {string} answer */
  const done = (answer) => {
    const { error } = JSON.parse(answer);
    if (error) told.textContent = error;
    else changed();
  };
  const bindings = /** @type {Binding[]} */ (JSON.parse(desk.keys()));
  const rows = bindings.map(({ verb, label: short, keys }) => {
    // A verb with eight directions has one label, but eight names.
    const label = bindings.filter((it) => it.label === short).length > 1 ? verb : short;
    const taken = keys.map((key) => button(keyName(key), () => done(desk.unbind(verb, JSON.stringify({ key }))), {
      'aria-label': `Remove ${keyName(key)} from: ${label}`, title: 'Remove', class: 'key',
    }));
    const add = button('Add', () => capture(add, (event) => {
      const key = pressed(event);
      if (key && event.key !== 'Escape') done(desk.bind(verb, JSON.stringify(key)));
    }), { 'aria-label': `Add a key to: ${label}` });
    return make('tr', {}, make('td', {}, capital(label)), make('td', {}, ...taken), make('td', {}, add));
  });
  return make('details', { class: 'keymap' }, make('summary', {}, 'All keys'), told,
    make('table', {}, make('tbody', {}, ...rows)));
}

/**
 * Waits for one key on a button.
 * @param {HTMLElement} element
 * @param {(event: KeyboardEvent) => void} got
 */
function capture(element, got) {
  const label = element.textContent;
  element.textContent = 'Press a key';
  const done = () => {
    element.removeEventListener('keydown', hear);
    element.textContent = label;
  };
  /** @param {KeyboardEvent} event */
  const hear = (event) => {
    if (['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    done();
    got(event);
  };
  element.addEventListener('keydown', hear);
  element.addEventListener('blur', done, { once: true });
}

/**
 * @param {ParentNode} root
 * @param {any} desk
 * @param {() => void} changed
 */
export function openSettings(root, desk, changed) {
  openDialog(root, 'Settings', [settingRows(desk, changed)]);
}
