// @ts-check
// The panels around the map: status, sections, bag, commands, log.

import { button, capital, make, refill } from './dom.js';
import { keyName } from './keys.js';
import { commandButton, showButtons } from './touchpad.js';

/**
 * @typedef {import('./layout.js').Parts} Parts
 * @typedef {import('./barrow_web.types.js').Board} Board
 * @typedef {import('./barrow_web.types.js').Told} Told
 */

const MAX_LINES = 120;
/** How long a noise is shown. */
const NOISE_MS = 1500;

export class Panels {
  /** @type {Told | null} the last message that is shown */
  #last = null;
  /** The player whose messages are shown. */
  #player = 0;
  #side = make('div', { class: 'sections' });
  #bag = make('section', { class: 'bag' });
  #keys = make('div', { class: 'keys' });
  #commands = make('section', { class: 'orders' }, this.#keys);
  #score = make('p', { class: 'score' });
  #lines = make('div');
  /** The line of the last message. */
  #line = make('p');
  /** Whether the reader has scrolled back. To ask the log itself would force a layout. */
  #scrolled = false;

  /**
   * @param {Parts} parts
   * @param {{press: (key: string) => void, item: (letter: string) => void}} does
   */
  constructor(parts, does) {
    this.parts = parts;
    this.does = does;
    parts.status.replaceChildren();
    parts.log.replaceChildren(this.#lines);
    parts.log.onscroll = () => (this.#scrolled = parts.log.scrollTop !== 0);
    parts.side.replaceChildren(this.#score, parts.minimap, this.#side, this.#bag, this.#commands);
  }

  /**
   * @param {Board} screen
   * @returns {Told[]} the lines of the log that are new
   */
  show(screen) {
    const { parts } = this;
    const place = [screen.level, `turn ${screen.turn}`, screen.daily ? 'run of the day' : '', screen.ranked ? '' : 'does not count'];
    setText(parts.title, screen.title);
    setText(parts.place, place.filter(Boolean).join(' · '));
    setText(parts.goal, screen.goal);
    setText(parts.whose, screen.whose);
    // Each player has a log.
    if (screen.player !== this.#player) this.clearLog();
    this.#player = screen.player;
    const tips = screen.tips ?? [];
    refill(parts.tips, [tips, screen.buttons], () => tips.map((it) => make('p', {}, ...this.#tip(it, screen.buttons))));
    refill(parts.status, screen.status, () => screen.status.map(stat));
    const numbers = { Score: screen.score, Best: screen.best ?? '–', Seed: screen.daily ? 'of the day' : screen.seed };
    refill(this.#score, numbers, () => Object.entries(numbers).map(([name, value]) =>
      make('span', {}, `${name} `, make('b', {}, String(value)))));
    refill(this.#side, screen.side, () => screen.side.map(section));
    this.#showBag(screen);
    this.#showCommands(screen);
    return this.#showLog(screen.log);
  }

  /**
   * Makes a tip. What it asks for can be pressed in it, since the button itself may be out of view.
   * @param {string} text
   * @param {import('./barrow_web.types.js').Command[]} buttons
   */
  #tip(text, buttons) {
    return text.split(/(?<=\b(?:click|choose|tap) )([^.,;:]+?)(?=[.,;:]| to | once | before | when )/i).map((part) => {
      const named = buttons.find((it) => capital(it.label) === part);
      return named ? button(part, () => this.does.press(named.key)) : part;
    });
  }

  /** Forgets the messages: another run has begun. */
  clearLog() {
    this.#last = null;
    this.#lines.replaceChildren();
  }

  /** @param {Board} screen */
  #showBag({ bag, doing }) {
    const { strip } = this.parts;
    const items = () => bag.map((it, at) => this.#item(it, at));
    this.#bag.hidden = strip.hidden = !bag.length;
    const about = () => make('p', { class: 'doing' }, doing);
    refill(this.#bag, [bag, doing], () => [
      make('h3', {}, 'You carry'), make('ul', {}, ...items().map((item) => make('li', {}, item))), about()]);
    refill(strip, [bag, doing], () => [...items(), about()]);
  }

  /**
   * @param {import('./barrow_web.types.js').Carried} item
   * @param {number} at
   */
  #item({ number, glyph, name, means, worn, selected }, at) {
    return make('button', {
      type: 'button', 'aria-current': selected ? 'true' : null,
      onclick: () => this.does.item('abcdefghijklmnopqrstuvwxyz'[at]),
    },
    number > 0 && number < 10 ? make('kbd', {}, String(number)) : null,
    make('span', { class: 'glyph', 'aria-hidden': 'true' }, glyph),
    make('span', { class: 'what' }, name), means ? make('small', {}, means) : null, worn ? make('i', {}, worn) : null);
  }

  /** @param {Board} screen */
  #showCommands({ buttons, face }) {
    // While a question is open the commands stay, so that nothing jumps.
    if (face && face.kind !== 'over' && this.#keys.childElementCount) return;
    this.#commands.hidden = !buttons.length;
    showButtons(this.#keys, buttons, (it) => commandButton(it, this.does.press, make('kbd', {}, keyName(it.key))));
  }

  /**
   * Puts a message at the end of the log. A noise passes; the list of all messages keeps it.
   * @param {Told} told
   * @param {HTMLElement} line
   */
  #tell(told, line) {
    this.#line = line;
    fill(line, told);
    if (line !== this.#lines.lastElementChild) this.#lines.append(line);
    if (told.noise) setTimeout(() => line.remove(), NOISE_MS);
  }

  /**
   * Adds only new lines, so that a screen reader reads nothing twice.
   * @param {Told[]} log
   * @returns {Told[]}
   */
  #showLog(log) {
    const root = this.#lines;
    const last = this.#last;
    const fresh = log.filter((it) => !last || it.id > last.id);
    const repeated = log.find((it) => it.id === last?.id && it.count !== last.count);
    if (repeated) this.#tell(repeated, this.#line);
    for (const told of fresh) this.#tell(told, make('p'));
    this.#last = log[log.length - 1] ?? last;
    while (root.childElementCount > MAX_LINES) root.firstElementChild?.remove();
    // The end of the log is its position 0: see the style sheet.
    if ((fresh.length || repeated) && this.#scrolled) this.parts.log.scrollTop = 0;
    const now = Math.max(1, log.filter((it) => it.fresh).length);
    let line = root.lastElementChild;
    for (let age = 0; line; age += 1, line = line.previousElementSibling) {
      // All lines before an old one are old.
      if (age >= now && line.classList.contains('old')) break;
      line.classList.toggle('old', age >= now);
    }
    return fresh;
  }
}

/**
 * @param {Element} line
 * @param {Told} told
 */
function fill(line, told) {
  line.className = `role-${told.role}`;
  const count = told.count > 1 ? make('i', {}, ` ×${told.count}`) : '';
  line.replaceChildren(told.text, count);
  return line;
}

/** @param {number | null | undefined} permille how much of the bar is filled; without it there is none */
function gauge(permille) {
  if (permille == null) return null;
  const bar = make('i', { class: 'gauge' });
  // A style in an attribute would be ignored under a strict content security policy.
  bar.style.setProperty('--part', `${permille / 10}%`);
  return bar;
}

/** @param {import('./barrow_web.types.js').Stat} stat */
function stat({ label, value, wide, permille, role }) {
  return make('div', { class: `stat role-${role}` },
    make('span', { class: 'label' }, capital(label)), make('span', { class: wide ? 'value short' : 'value' }, value),
    wide ? make('span', { class: 'value wide' }, wide) : null, gauge(permille));
}

/** @param {import('./barrow_web.types.js').Section} section */
function section({ heading, lines }) {
  const shown = lines.map(({ role, text, parts, permille }) => {
    const words = parts?.map((part) => make('span', { class: `role-${part.role}` }, part.text)) ?? [text];
    return make('p', { class: `role-${role}` }, ...words, gauge(permille));
  });
  return make('section', {}, heading ? make('h3', {}, heading) : null, ...shown);
}

/**
 * @param {HTMLElement} element
 * @param {string} text
 */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
