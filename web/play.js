// @ts-check
// A run being played: passes keys, clicks and ticks to the engine, and shows its answers.

import { Faces, confirmKey } from './dialog.js';
import { isForElement, plain, pressed } from './keys.js';
import { Panels } from './panels.js';
import { watchPointer } from './pointer.js';
import { Scene } from './scene.js';
import { TouchPad } from './touchpad.js';

/**
 * @typedef {import('./layout.js').Parts} Parts
 * @typedef {import('./engine.js').Engine} Engine
 * @typedef {import('./barrow_web.types.js').Screen} Screen
 */

/**
 * What a run needs from the page around it.
 * @typedef {object} PageActions
 * @property {(name: string, detail: object) => void} tell sends an event to the host of the game
 * @property {(what: string) => void} ask requests something that only the page can do
 * @property {() => Node[]} more returns what the page adds to an end screen
 * @property {(text: string) => void} note shows a message to the player
 * @property {(error: unknown) => void} fail
 */

function pageScrolls() {
  return document.documentElement.scrollHeight > innerHeight;
}

// Ticks that come later than this, such as those of a page in the background, are not made up for.
const LATE_MS = 250;
/** Keys that scroll a long text. */
const SCROLLS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']);

/** Whether a gamepad has ever been connected. It may come before a run begins. */
let gamepadCame = false;
addEventListener('gamepadconnected', () => (gamepadCame = true), { once: true });

export class Play {
  #timer = 0;
  #due = 0;
  #here = false;
  #listeners = new AbortController();
  /** @type {{state: string, score: number}} */
  #told = { state: '', score: NaN };
  #drawnSincePress = true;
  #alarmed = false;
  #device = '';
  /** @type {(() => void) | undefined} */
  unwatchGamepads;
  /** Called when anything may have happened, for those who hear it. */
  turned = () => {};

  /**
   * @param {Parts} parts
   * @param {Engine} engine
   * @param {import('./barrow_web.types.js').Game} game
   * @param {PageActions} page
   */
  constructor(parts, engine, game, page) {
    this.parts = parts;
    this.game = game;
    this.page = page;
    const does = {
      press: (/** @type {string} */ key) => this.pressKey(key),
      item: (/** @type {string} */ letter) => this.#openItem(letter),
      wait: () => this.verb('wait'),
      focused: () => this.#here,
      more: page.more,
    };
    this.panels = new Panels(parts, does);
    this.faces = new Faces(parts, does);
    parts.pad.replaceChildren();
    this.pad = new TouchPad(parts.pad, does);
    this.scene = new Scene(parts, engine, game, (screen) => this.#show(screen), page.fail);
    this.#listen();
    if (gamepadCame) this.#watchGamepads();
    else addEventListener('gamepadconnected', () => this.#watchGamepads(), { once: true, signal: this.#listeners.signal });
    this.focusChanged();
    this.#changed();
  }

  /** Gamepads are rare, so their script is loaded when the first one comes. */
  async #watchGamepads() {
    const { watchGamepads } = await import('./gamepad.js');
    if (this.#listeners.signal.aborted) return;
    this.unwatchGamepads = watchGamepads({
      listening: () => this.#here,
      asking: () => Boolean(this.scene.screen?.face),
      press: (key) => {
        this.#held('gamepad');
        const hints = key === 'Enter' && this.scene.screen?.face?.hints;
        this.pressKey(hints ? confirmKey(hints) ?? key : key);
      },
      verb: (name) => (this.#held('gamepad'), this.verb(name)),
      commands: () => [.../** @type {NodeListOf<HTMLElement>} */ (this.parts.frame.querySelectorAll('.keys button, .commands button'))].filter((it) => it.offsetParent),
      back: () => this.parts.stage.focus({ preventScroll: true }),
    });
  }

  #listen() {
    const { parts } = this;
    const { signal } = this.#listeners;
    parts.frame.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => this.#keydown(event), { signal });
    for (const name of ['focusin', 'focusout']) {
      // While the focus moves between two parts of the game, nothing has it for a moment.
      parts.frame.addEventListener(name, () => queueMicrotask(() => this.focusChanged()), { signal });
    }
    for (const name of ['focus', 'blur']) addEventListener(name, () => this.focusChanged(), { signal });
    document.addEventListener('visibilitychange', () => this.focusChanged(), { signal });
    watchPointer(parts.canvas, {
      hover: (x, y) => this.#hover(x, y),
      leave: () => this.#look(''),
      // The first click only gives the game the keyboard.
      click: (x, y) => wasHere && this.#click(x, y),
      look: (x, y) => this.#act(() => this.game.look(x, y)),
      // In a page that scrolls, the wheel scrolls it.
      zoom: (by) => this.#here && !pageScrolls() && (this.zoom(by), true),
    }, signal);
    parts.frame.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => this.#held(event.pointerType), { signal, capture: true });
    let wasHere = false;
    parts.stage.addEventListener('pointerdown', () => {
      wasHere = this.#here;
      parts.stage.focus({ preventScroll: true });
    }, { signal, capture: true });
    // A click on a button does not take the keyboard focus from the map.
    parts.frame.addEventListener('mousedown', (/** @type {MouseEvent} */ event) => {
      const target = /** @type {Element} */ (event.target);
      if (!target.closest('button') || target.closest('dialog')) return;
      event.preventDefault();
      if (!this.#here) parts.stage.focus({ preventScroll: true });
    }, { signal });
  }

  /**
   * Notes what the player uses, so that what is explained fits it.
   * @param {string} device
   */
  #held(device) {
    const name = device === 'pen' ? 'touch' : device;
    if (name === this.#device) return;
    this.#device = name;
    this.#act(() => this.game.device(name));
  }

  /** @param {KeyboardEvent} event */
  #keydown(event) {
    const target = event.composedPath()[0];
    if (target instanceof Element && target.closest('dialog')) return;
    const reading = this.scene.screen?.face?.kind === 'text' || target === this.parts.log;
    const leaving = event.key === 'Tab' && target !== this.parts.stage;
    if (leaving || isForElement(target, event.key) || (reading && SCROLLS.has(event.key))) return;
    const press = pressed(event);
    if (!press) return;
    // A key that is held down waits for the picture, and stops when something new appears.
    if (event.repeat && (this.#alarmed || !this.#drawnSincePress)) return event.preventDefault();
    this.#drawnSincePress = false;
    this.#alarmed = false;
    this.#held('keys');
    const used = this.#act(() => this.game.press(JSON.stringify(press)));
    if (used) event.preventDefault();
  }

  /**
   * Presses a key, as every button does.
   * @param {string} key
   */
  pressKey(key) {
    this.#act(() => this.game.press(JSON.stringify(plain(key))));
  }

  /** The state for the host: an open run counts as playing, even before its first command. */
  get state() {
    const { screen } = this.scene;
    return !screen ? 'waiting' : screen.state === 'over' ? 'over' : 'playing';
  }

  /** @param {string} name */
  verb(name) {
    this.#act(() => this.game.verb(name));
  }

  /** @param {number} by */
  zoom(by) {
    this.#act(() => this.game.zoom(by));
  }

  /** @param {'tiles' | 'glyphs'} name */
  style(name) {
    this.#act(() => this.game.style(name));
  }

  /** Describes the surroundings in words. */
  describe() {
    return this.scene.ask(() => this.game.describe()) ?? '';
  }

  /** @param {string} letter */
  #openItem(letter) {
    this.verb('inventory');
    this.pressKey(letter);
    this.parts.stage.focus({ preventScroll: true });
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #hover(x, y) {
    const told = this.scene.ask(() => this.game.hover(x, y));
    this.#look(told ?? '');
    // Beside the pointer, towards the middle of the map.
    const { look, field } = this.parts;
    const [right, low] = [2 * x > field.clientWidth, 2 * y > field.clientHeight];
    look.style.left = right ? 'auto' : `${x + 16}px`;
    look.style.right = right ? `${field.clientWidth - x + 16}px` : 'auto';
    look.style.top = low ? 'auto' : `${y + 16}px`;
    look.style.bottom = low ? `${field.clientHeight - y + 16}px` : 'auto';
    this.scene.wake();
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #click(x, y) {
    const kind = this.scene.screen?.face?.kind;
    // A click beside a menu or a text closes it, and does nothing else.
    if (kind === 'menu' || kind === 'text') return this.pressKey('esc');
    this.#act(() => this.game.click(x, y));
  }

  /** @param {string} text */
  #look(text) {
    if (this.parts.look.textContent !== text) this.parts.look.textContent = text;
  }

  /**
   * @template T
   * @param {() => T} work
   */
  #act(work) {
    const answer = this.scene.ask(work);
    this.#changed();
    return answer;
  }

  #changed() {
    if (this.scene.ask(() => this.game.alarm())) this.#alarmed = true;
    this.scene.changed();
    this.turned();
    this.#setTimer();
  }

  /** Sets a timer for the next tick, if one is wanted. */
  #setTimer() {
    clearTimeout(this.#timer);
    const wait = this.scene.ask(() => this.game.next_tick());
    const now = performance.now();
    if (wait == null) {
      this.#due = now;
      return;
    }
    // At an end screen, each key restarts the wait, so that a held key does nothing.
    const restart = this.scene.screen?.face?.kind === 'over';
    if (restart || this.#due < now - LATE_MS) this.#due = now;
    const next = this.#due + wait;
    this.#timer = setTimeout(() => {
      this.#due = next;
      this.#act(() => this.game.tick());
    }, Math.max(0, next - now));
  }

  /** Tells the engine whether the game has the focus; a real-time game pauses without it. */
  focusChanged() {
    const root = /** @type {ShadowRoot} */ (this.parts.frame.getRootNode());
    const reading = this.parts.frame.querySelector('dialog[open]');
    const here = Boolean(root.activeElement) && !reading && document.hasFocus() && !document.hidden;
    this.parts.chip.hidden = here;
    this.parts.chip.textContent = 'Click here to continue';
    if (here === this.#here) return;
    this.#here = here;
    this.#act(() => this.game.focus(here));
  }

  /** @param {Screen} screen */
  #show(screen) {
    this.#drawnSincePress = true;
    if (screen.ask === 'again') this.panels.clearLog();
    const fresh = this.panels.show(screen);
    this.faces.show(screen.face, this.#device === 'gamepad');
    // In a pause every command goes on, so no answer comes before them.
    const answers = screen.face?.hints.map(({ text, key }) => ({ label: text, key })) ?? [];
    this.pad.show(screen.buttons.length ? screen.buttons : answers, screen.four_ways);
    this.parts.frame.classList.toggle('paused', screen.paused);
    const { score, best } = screen;
    const { state } = this;
    if (state !== this.#told.state) this.page.tell('state', { state, won: screen.face?.kind === 'over' && screen.face.won });
    if (score !== this.#told.score) this.page.tell('score', { score, best });
    this.#told = { state, score };
    for (const { turn, text, role } of fresh) this.page.tell('event', { turn, text, role });
    if (screen.trouble) this.page.note(screen.trouble);
    if (screen.ask) this.page.ask(screen.ask);
  }

  /** Stops showing the run. */
  end() {
    clearTimeout(this.#timer);
    this.#listeners.abort();
    this.unwatchGamepads?.();
    this.scene.end();
    this.faces.show(null, false);
  }
}
