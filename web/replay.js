// @ts-check
// A run being watched: forwards, backwards, from any position, and played on from there.

import { button, make } from './dom.js';
import { Panels } from './panels.js';
import { Scene } from './scene.js';

/**
 * @typedef {import('./play.js').PageActions} PageActions
 * @typedef {import('./barrow_web.types.js').ReplayScreen} ReplayScreen
 * @typedef {import('./barrow_web.types.js').Told} Told
 */

export class Watch {
  #timer = 0;
  #listeners = new AbortController();
  /** @type {Told[]} */
  #told = [];
  /** Called when anything may have happened, for those who hear it. */
  turned = () => {};

  /**
   * @param {import('./layout.js').Parts} parts
   * @param {import('./engine.js').Engine} engine
   * @param {import('./barrow_web.types.js').Replay} replay
   * @param {PageActions & {playOn: () => void}} page
   */
  constructor(parts, engine, replay, page) {
    this.parts = parts;
    this.replay = replay;
    this.panels = new Panels(parts, { press: () => {}, item: () => {} });
    this.scene = new Scene(parts, engine, replay, (screen) => this.#show(/** @type {any} */ (screen)), page.fail);
    this.slider = make('input', {
      type: 'range', min: 0, max: replay.entries(), value: 0, 'aria-label': 'Position in the run',
      oninput: () => this.#act(() => replay.go(Number(this.slider.value))),
    });
    this.toggle = button('Play', () => this.#play(), { class: 'toggle' });
    this.count = make('output', { class: 'count' });
    parts.scrub.replaceChildren(this.slider, make('div', { class: 'watching' },
      button('Back', () => this.step(-1), { 'aria-label': 'One step back' }), this.toggle,
      button('Forward', () => this.step(1), { 'aria-label': 'One step forward' }),
      button('Slower', () => this.#act(() => replay.speed(-1))),
      button('Faster', () => this.#act(() => replay.speed(1))),
      this.count, button('Play on from here', page.playOn)));
    parts.scrub.hidden = false;
    parts.chip.hidden = true;
    parts.pad.replaceChildren();
    const { signal } = this.#listeners;
    parts.frame.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => this.#keydown(event), { signal });
    this.#act(() => {});
  }

  /** @param {ReplayScreen} screen */
  #show(screen) {
    this.#number(screen.log);
    this.panels.show(screen);
    const { position, entries, playing, speed, end, mismatch } = screen;
    const place = `turn ${screen.turn}${position === entries && end ? `: ${end.text}` : ''}`;
    this.slider.value = String(position);
    this.slider.setAttribute('aria-valuetext', place);
    this.count.textContent = mismatch ?? `${place} · ${speed} per second`;
    this.toggle.textContent = playing ? 'Pause' : 'Play';
  }

  /**
   * Gives the messages numbers that rise, as those of a run being played have. After a jump they
   * all are new.
   * @param {Told[]} log
   */
  #number(log) {
    const kept = overlap(this.#told, log);
    if (!kept) this.panels.clearLog();
    const first = (this.#told[this.#told.length - 1]?.id ?? 0) + 1 - kept;
    log.forEach((told, at) => (told.id = first + at));
    this.#told = log;
  }

  /** @param {() => void} work */
  #act(work) {
    const { replay, scene } = this;
    scene.ask(work);
    scene.changed();
    this.turned();
    clearTimeout(this.#timer);
    const wait = scene.ask(() => replay.next_tick());
    if (wait != null) this.#timer = setTimeout(() => this.#act(() => replay.tick()), wait);
  }

  #play() {
    const { replay, scene } = this;
    const playing = Boolean(/** @type {any} */ (scene.screen)?.playing);
    this.#act(() => {
      // At the end, playing starts from the beginning.
      if (!playing && replay.position() >= replay.entries()) replay.go(0);
      replay.playing(!playing);
    });
  }

  /** @param {number} by */
  step(by) {
    const { replay } = this;
    this.#act(() => {
      replay.playing(false);
      replay.go(Math.min(Math.max(0, replay.position() + by), replay.entries()));
    });
  }

  /** @param {KeyboardEvent} event */
  #keydown(event) {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    if (target.closest?.('dialog, input, button') || event.ctrlKey || event.altKey || event.metaKey) return;
    /** @type {Record<string, () => void>} */
    const does = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      PageUp: () => this.step(-20),
      PageDown: () => this.step(20),
      Home: () => this.step(-Infinity),
      End: () => this.step(Infinity),
      ' ': () => this.#play(),
    };
    if (!does[event.key]) return;
    event.preventDefault();
    does[event.key]();
  }

  /** Describes the surroundings in words. */
  describe() {
    return this.scene.ask(() => this.replay.describe()) ?? '';
  }

  /** @param {number} by */
  zoom(by) {
    this.#act(() => this.replay.zoom(by));
  }

  /** @param {'tiles' | 'glyphs'} name */
  style(name) {
    this.#act(() => this.replay.style(name));
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

/**
 * Returns how many of the new lines were shown before: the longest end of the old lines with which
 * the new ones begin.
 * @param {Told[]} before
 * @param {Told[]} now
 */
function overlap(before, now) {
  const same = (/** @type {Told} */ a, /** @type {Told} */ b) => a.turn === b.turn && a.text === b.text;
  for (let skipped = 0; skipped < before.length; skipped += 1) {
    const end = before.slice(skipped);
    // The turn of the last line changes when it is repeated.
    const fits = end.every((line, at) =>
      now[at] && (same(line, now[at]) || (at === end.length - 1 && line.text === now[at].text)));
    if (fits) return end.length;
  }
  return 0;
}
