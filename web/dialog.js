// @ts-check
// What lies over the map: the game's questions and menus, and the page's own dialogs. Every
// answer is a button that presses a key of the game.

import { button, capital, make } from './dom.js';
import { keyName } from './keys.js';

/**
 * @typedef {import('./layout.js').Parts} Parts
 * @typedef {import('./barrow_web.types.js').Face} Face
 * @typedef {import('./barrow_web.types.js').SayFace} SayFace
 * @typedef {import('./barrow_web.types.js').MenuFace} MenuFace
 * @typedef {Exclude<Face, SayFace>} SheetFace
 * @typedef {import('./barrow_web.types.js').Hint} Hint
 */

/**
 * Returns the key that confirms: Enter, or else that of the first answer.
 * @param {Hint[]} hints
 */
export const confirmKey = (hints) => (hints.find((it) => it.key === 'enter') ?? hints[0])?.key;

/** Shows what the game puts over the map. */
export class Faces {
  #shown = '';
  #pad = false;
  #kind = '';

  /**
   * @param {Parts} parts
   * @param {object} does
   * @param {(key: string) => void} does.press
   * @param {() => boolean} does.focused whether the game has the keyboard
   * @param {() => Node[]} does.more returns what the page adds to an end screen
   */
  constructor(parts, does) {
    this.parts = parts;
    this.does = does;
  }

  /**
   * @param {Face | null} face
   * @param {boolean} pad whether a gamepad is used
   */
  show(face, pad) {
    const shown = JSON.stringify([face, pad]);
    this.#pad = pad;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#say(face?.kind === 'say' ? face : null);
    this.#sheet(face && face.kind !== 'say' ? face : null);
  }

  /** @param {SayFace | null} face */
  #say(face) {
    const { say } = this.parts;
    say.hidden = !face;
    if (!face) return say.replaceChildren();
    const text = say.querySelector('p') ?? make('p', { 'aria-live': 'polite' });
    text.textContent = [face.text, face.note].filter(Boolean).join(' · ');
    text.hidden = !text.textContent;
    say.replaceChildren(text, this.#hints(face.hints));
  }

  /** @param {SheetFace | null} face */
  #sheet(face) {
    const { sheet, stage } = this.parts;
    const had = sheet.contains(/** @type {ShadowRoot} */ (sheet.getRootNode()).activeElement);
    const old = face && this.#kind === face.kind + face.title;
    const scroll = old ? sheet.scrollTop : face?.kind === 'text' && face.from_end ? 1e9 : 0;
    this.#kind = face ? `${face.kind}${face.title}` : '';
    sheet.hidden = !face;
    sheet.classList.toggle('ending', face?.kind === 'over');
    if (!face) {
      sheet.replaceChildren();
      if (had) stage.focus();
      return;
    }
    sheet.setAttribute('aria-label', face.title || 'Question');
    sheet.replaceChildren(...this.#contents(face));
    sheet.scrollTop = scroll;
    if (this.does.focused()) this.#takeFocus(face);
  }

  /** @param {SheetFace} face */
  #contents(face) {
    const heading = make('h2', {}, face.title);
    if (face.kind === 'menu') {
      const says = face.text.map((text) => make('p', {}, text));
      return [heading, ...says, this.#choices(face), this.#hints(face.hints)];
    }
    const lines = face.lines.map(readable);
    const more = face.kind === 'over' ? this.does.more() : [];
    return [heading, make('div', { class: 'lines' }, ...lines), this.#hints(face.hints), ...more];
  }

  /** @param {MenuFace} face */
  #choices({ lines, at }) {
    return make('ul', { class: 'choices' }, ...lines.map((line, index) =>
      make('li', {}, make('button', {
        type: 'button', class: `role-${line.role}`, 'data-at': index,
        'aria-current': index === at ? 'true' : null, 'aria-disabled': line.able ? null : 'true',
        onclick: () => line.able && this.does.press(line.letter),
      }, make('kbd', {}, line.letter), make('span', {}, line.text)))));
  }

  /** @param {Hint[]} hints */
  #hints(hints) {
    return make('div', { class: 'hints' }, ...hints.map(({ text, key }) =>
      make('button', { type: 'button', onclick: () => this.does.press(key) },
        capital(text), ' ', make('kbd', {}, this.#sign(key, hints)))));
  }

  /**
   * Returns what to press: on a gamepad A confirms and B goes back.
   * @param {string} key
   * @param {Hint[]} hints
   */
  #sign(key, hints) {
    if (!this.#pad) return keyName(key);
    return key === confirmKey(hints) ? 'A' : key === 'esc' || key === 'n' ? 'B' : keyName(key);
  }

  /** @param {SheetFace} face */
  #takeFocus(face) {
    const { sheet } = this.parts;
    const chosen = face.kind === 'menu' ? sheet.querySelector(`[data-at="${face.at}"]`) : null;
    const target = /** @type {HTMLElement} */ (chosen ?? sheet);
    target.focus({ preventScroll: target === sheet });
  }
}

/**
 * Makes a line of a text. Columns that a terminal makes with spaces, such as keys and their
 * descriptions, become real columns.
 * @param {import('./barrow_web.types.js').Line} line
 */
function readable({ role, text }) {
  const columns = /^ *(\S.*?) {2,}(\S.*)$/.exec(text);
  if (columns) {
    return make('p', { class: `columns role-${role}` }, make('span', {}, columns[1]), ' ', make('span', {}, columns[2]));
  }
  return text ? make('p', { class: `role-${role}` }, text) : make('hr');
}

/**
 * Opens a dialog of the page itself. Escape and its button close it, and the focus returns to
 * where it was.
 * @param {ParentNode} root
 * @param {string} title
 * @param {(Node | string)[]} contents
 * @param {{label: string, press: () => void}[]} [answers]
 * @returns {{dialog: HTMLDialogElement, close: () => void}}
 */
export function openDialog(root, title, contents, answers = []) {
  const dialog = /** @type {HTMLDialogElement} */ (make('dialog', { class: 'own', 'aria-label': title }));
  const close = () => dialog.close();
  const buttons = answers.map(({ label, press }) => button(label, () => {
    close();
    press();
  }));
  if (!answers.length) buttons.push(button('Close', close));
  const inside = make('div', {}, make('h2', {}, title), ...contents, make('div', { class: 'hints' }, ...buttons));
  dialog.append(inside);
  dialog.addEventListener('close', () => dialog.remove());
  // Escape chooses the first answer, which changes nothing.
  dialog.addEventListener('cancel', () => answers[0]?.press());
  // A click beside the dialog has the dialog itself as its target.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog && !answers.length) close();
  });
  root.append(dialog);
  dialog.showModal();
  return { dialog, close };
}
