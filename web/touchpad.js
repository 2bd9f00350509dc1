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
 * @typedef {import('./barrow_web.types.js').Command} Command
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

  /**
   * @param {Command[]} commands
   * @param {boolean} fourWays whether nothing moves diagonally
   */
  show(commands, fourWays) {
    const all = [...commands];
    if (!all.some((it) => it.key === 'esc')) all.unshift({ label: 'Back', key: 'esc' });
    this.ways.classList.toggle('four', fourWays);
    showButtons(this.commands, all, (it) => commandButton(it, this.pressed.press));
  }
}

/** The signs of verbs, in writing that every system has. @type {Record<string, string>} */
const SIGNS = {
  explore: '⚑', fight: '⚔', pickup: '↥', descend: '⇩', ascend: '⇧', rest: '☾', interact: '☞', cast: '✦', fire: '➶',
  inventory: '▣', throw: '↷', look: '◉', travel: '⇢', wait: '…', repeat: '↻', character: '☺', log: '≡', help: '?', pause: '‖', menu: '☰',
};

/**
 * Shows buttons for commands. Where only their sense changed, they stay the same elements: one that
 * was replaced under a finger would miss the click.
 * @param {HTMLElement} root
 * @param {Command[]} commands
 * @param {(command: Command) => HTMLElement} button
 */
export function showButtons(root, commands, button) {
  refill(root, commands.map(({ label, key }) => [label, key]), () => commands.map(button));
  commands.forEach(({ able }, at) => root.children[at].classList.toggle('unable', able === false));
}

/**
 * Makes the button of a command. One that makes no sense now stays in its place, and says why when
 * it is pressed.
 * @param {Command} command
 * @param {(key: string) => void} press
 * @param {Node} [shortcut]
 */
export function commandButton({ label, key, verb }, press, shortcut) {
  const sign = SIGNS[verb && key === 'esc' ? 'menu' : verb ?? ''];
  return make('button', { type: 'button', 'data-key': key, title: capital(label), onclick: () => press(key) },
    sign ? make('span', { class: 'sign', 'aria-hidden': 'true' }, `${sign}\uFE0E`) : null,
    make('span', {}, capital(label)), shortcut);
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
