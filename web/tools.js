// @ts-check
// The toolbar of a game: a row of buttons if there is room, otherwise a menu.

import { openDialog } from './dialog.js';
import { button, make } from './dom.js';

/**
 * @param {import('./layout.js').Parts} parts
 * @param {(by: number) => void} zoom
 * @param {Record<string, () => void>} tools the label and the action of each
 */
export function makeTools({ tools: bar, frame }, zoom, tools) {
  const buttons = () => Object.entries(tools).map(([label, press]) => button(label, press));
  const menu = button('More', () => {
    const list = make('div', { class: 'menu' }, ...buttons());
    const { close } = openDialog(frame, 'More', [list]);
    list.addEventListener('click', close, { capture: true });
  }, { class: 'narrow' });
  const wide = buttons();
  for (const it of wide) it.classList.add('wide');
  bar.append(
    button('−', () => zoom(-1), { 'aria-label': 'Smaller', class: 'zoom' }),
    button('+', () => zoom(1), { 'aria-label': 'Larger', class: 'zoom' }), ...wide, menu);
}
