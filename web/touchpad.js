// @ts-check
// Buttons for fingers: a direction pad, and a button for everything else that can be done now.

import { button, capital, make, refill } from './dom.js';

/** The pad, row by row: the sign, the key that it presses, and the name. */
const WAYS = [
  ['↖', 'Home', 'north-west'], ['↑', 'ArrowUp', 'north'], ['↗', 'PageUp', 'north-east'],
  ['←', 'ArrowLeft', 'west'], ['·', '', 'wait'], ['→', 'ArrowRight', 'east'],
  ['↙', 'End', 'south-west'], ['↓', 'ArrowDown', 'south'], ['↘', 'PageDown', 'south-east'],
];
const FIRST_REPEAT_MS = 320;
const REPEAT_MS = 130;

/**
 * @typedef {{label: string, key: string}} Command
 * @typedef {{press: (key: string) => void, wait: () => void}} TouchPadActions
 */

export class TouchPad {
  /**
   * @param {HTMLElement} root
   * @param {TouchPadActions} pressed
   */
  constructor(root, pressed) {
    this.pressed = pressed;
    this.ways = make('div', { class: 'ways', role: 'group', 'aria-label': 'Directions' });
    this.commands = make('div', { class: 'commands', role: 'group', 'aria-label': 'Commands' });
    for (const [sign, key, name] of WAYS) {
      const press = () => (key ? pressed.press(key) : pressed.wait());
      const way = button(sign, () => {}, { 'aria-label': name, class: 'way' });
      hold(way, press);
      this.ways.append(way);
    }
    root.append(this.ways, this.commands);
  }

  /** @param {Command[]} commands */
  show(commands) {
    const all = [...commands];
    if (!all.some((it) => it.key === 'esc')) all.unshift({ label: 'Back', key: 'esc' });
    refill(this.commands, all, () =>
      all.map((it) => button(capital(it.label), () => this.pressed.press(it.key), { 'data-key': it.key })),
    );
  }
}

/**
 * Makes a button repeat while it is held. A screen reader's click presses it once.
 * @param {HTMLElement} element
 * @param {() => void} press
 */
function hold(element, press) {
  let timer = 0;
  const again = () => {
    press();
    timer = setTimeout(again, REPEAT_MS);
  };
  const stop = () => clearTimeout(timer);
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    press();
    stop();
    timer = setTimeout(again, FIRST_REPEAT_MS);
  });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
    element.addEventListener(end, stop);
  }
  element.addEventListener('contextmenu', (event) => event.preventDefault());
  element.addEventListener('click', (event) => {
    // A click with a pointer was handled when the pointer went down.
    if (event.detail === 0) press();
  });
}
