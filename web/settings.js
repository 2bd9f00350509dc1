// @ts-check
// Settings and keys, in a dialog. What is chosen is kept by the engine's desk, as in the
// terminal; how the page draws is kept by the page.

import { openDialog } from './dialog.js';
import { button, capital, make } from './dom.js';
import { shelf } from './engine.js';
import { keyName, pressed } from './keys.js';
import { OWN } from './storage.js';

/**
 * @typedef {import('./barrow_web.types.js').Setting} Setting
 * @typedef {import('./barrow_web.types.js').Binding} Binding
 */

const PAD = `${OWN}pad`;

/** Whether the touch pad shows: `auto`, `always` or `never`. The page's own choice. */
export const padShows = () => shelf.read(PAD) ?? 'auto';

/**
 * What is chosen for a setting of the engine.
 * @param {any} desk
 * @param {string} name
 * @returns {string}
 */
export function chosen(desk, name) {
  const settings = /** @type {Setting[]} */ (JSON.parse(desk.settings()));
  return settings.find((it) => it.name === name)?.value ?? '';
}

/**
 * Puts the chosen colours on an element.
 * @param {HTMLElement} element
 * @param {any} desk
 */
export function applyTheme(element, desk) {
  element.dataset.theme = chosen(desk, 'theme') || 'dark';
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
 * All settings as rows.
 * @param {any} desk
 * @param {() => void} changed
 * @returns {HTMLElement}
 */
export function settingRows(desk, changed) {
  const root = make('div', { class: 'settings' });
  const told = make('p', { class: 'told', role: 'status' });
  const fill = () => {
    const pads = ['auto', 'always', 'never'];
    const about = 'buttons for fingers: auto, always or never';
    const pad = row({ name: 'touch pad', about, value: padShows(), options: pads }, (value) => {
      shelf.write(PAD, value);
      changed();
    });
    const kept = /** @type {Setting[]} */ (JSON.parse(desk.settings()))
      .filter((it) => it.options?.length)
      .map((setting) => row(setting, (next) => {
        told.textContent = JSON.parse(desk.set(setting.name, next))?.error ?? '';
        fill();
        changed();
      }));
    const open = root.querySelector('details')?.open;
    root.replaceChildren(...kept, pad, told, keyRows(desk, fill));
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
  const rows = /** @type {Binding[]} */ (JSON.parse(desk.keys())).map(({ verb, label, keys }) => {
    const taken = keys.map((key) => button(keyName(key), () => done(desk.unbind(verb, JSON.stringify({ key }))), {
      'aria-label': `Take ${keyName(key)} from: ${label}`, title: 'Take away', class: 'key',
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
