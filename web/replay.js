// @ts-check
// A run being watched: forwards, backwards, at any turn, and played on from there.

import { button, make } from './dom.js';
import { Panels } from './panels.js';
import { Scene } from './scene.js';

const SPEEDS = [1, 2, 4, 8, 16, 32];
const TURN_MS = 400;

/** @typedef {import('./play.js').Around} Around */

export class Watch {
  #timer = 0;
  #playing = false;
  #speed = 2;
  #listeners = new AbortController();

  /**
   * @param {import('./layout.js').Parts} parts
   * @param {import('./engine.js').Engine} engine
   * @param {any} replay
   * @param {Around & {playOn: (turn: number) => void}} around
   */
  constructor(parts, engine, replay, around) {
    this.parts = parts;
    this.replay = replay;
    this.last = Number(replay.turns());
    this.panels = new Panels(parts, { press: () => {}, item: () => {} });
    this.slider = make('input', {
      type: 'range', min: 0, max: this.last, value: 0, 'aria-label': 'Turn',
      oninput: () => this.seek(Number(this.slider.value)),
    });
    this.count = make('output', { class: 'count' });
    this.toggle = button('Play', () => this.setPlaying(!this.#playing), { class: 'toggle' });
    const speed = make('select', { 'aria-label': 'Speed', onchange: () => (this.#speed = Number(speed.value)) },
      ...SPEEDS.map((it) => make('option', { value: it, selected: it === this.#speed }, `×${it}`)));
    parts.scrub.replaceChildren(
      this.slider,
      make('div', { class: 'watching' },
        button('Back', () => this.step(-1), { 'aria-label': 'One turn back' }), this.toggle,
        button('On', () => this.step(1), { 'aria-label': 'One turn on' }), speed, this.count,
        button('Play on from here', () => around.playOn(this.turn))));
    parts.scrub.hidden = false;
    parts.chip.hidden = true;
    parts.pad.replaceChildren();
    this.scene = new Scene(parts, engine, replay, (screen) => {
      this.panels.show(screen);
    }, around.fail);
    const { signal } = this.#listeners;
    parts.frame.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => this.#keydown(event), { signal });
    this.seek(0);
  }

  get turn() {
    return Number(this.scene.ask(() => this.replay.turn()) ?? 0);
  }

  /** @param {KeyboardEvent} event */
  #keydown(event) {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    if (target.closest?.('dialog, input, select, button') || event.ctrlKey || event.altKey || event.metaKey) return;
    /** @type {Record<string, () => void>} */
    const does = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      PageUp: () => this.step(-20),
      PageDown: () => this.step(20),
      Home: () => this.seek(0),
      End: () => this.seek(this.last),
      ' ': () => this.setPlaying(!this.#playing),
    };
    if (!does[event.key]) return;
    event.preventDefault();
    does[event.key]();
  }

  /** @param {number} by */
  step(by) {
    this.setPlaying(false);
    this.seek(this.turn + by);
  }

  /** @param {number} turn */
  seek(turn) {
    const to = Math.min(Math.max(0, turn), this.last);
    this.scene.ask(() => this.replay.seek(to));
    this.slider.value = String(to);
    this.slider.setAttribute('aria-valuetext', `turn ${to} of ${this.last}`);
    this.count.textContent = `turn ${to} of ${this.last}`;
    this.scene.changed();
  }

  /** @param {boolean} playing */
  setPlaying(playing) {
    this.#playing = playing && this.last > 0;
    this.toggle.textContent = this.#playing ? 'Pause' : 'Play';
    clearTimeout(this.#timer);
    if (!this.#playing) return;
    if (this.turn >= this.last) this.seek(0);
    this.#timer = setTimeout(() => this.#goOn(), TURN_MS / this.#speed);
  }

  #goOn() {
    this.seek(this.turn + 1);
    if (this.turn >= this.last) return this.setPlaying(false);
    this.#timer = setTimeout(() => this.#goOn(), TURN_MS / this.#speed);
  }

  /** @param {number} by */
  zoom(by) {
    this.scene.ask(() => this.replay.zoom?.(by));
    this.scene.changed();
  }

  /** @param {string} name tiles or glyphs */
  style(name) {
    this.scene.ask(() => this.replay.style?.(name));
    this.scene.changed();
  }

  /** Stops watching. */
  end() {
    clearTimeout(this.#timer);
    this.#listeners.abort();
    this.scene.end();
    this.parts.scrub.hidden = true;
    this.parts.scrub.replaceChildren();
  }
}
