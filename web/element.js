// @ts-check
// <barrow-game>: a whole game in one element, with its own styles. A page can have several.

import { addReport, openCover, showTrouble } from './cover.js';
import { openDialog } from './dialog.js';
import { button, make } from './dom.js';
import { ROOT, engine, listPacks, loadPack, store } from './engine.js';
import { layOut } from './layout.js';
import * as locks from './locks.js';
import { Play } from './play.js';
import { applyTheme, openSettings, own, setOwn } from './settings.js';
import { shareRun, today } from './share.js';
import { OWN } from './storage.js';
import { makeTools } from './tools.js';
import { Trouble, isCrash } from './trouble.js';

/**
 * @typedef {import('./engine.js').Engine} Engine
 * @typedef {import('./share.js').Request} Request
 */

const ASKED = ['pack', 'folder', 'prototype', 'level', 'seed', 'daily', 'hero', 'players', 'with'];

export class BarrowGame extends HTMLElement {
  static observedAttributes = ASKED;

  /** @type {Play | import('./replay.js').Watch | null} */
  #show = null;
  /** How the game wants its map drawn. */
  #preferred = 'tiles';
  /** @type {any} the Game or Replay behind what is shown */
  #run = null;
  #locked = '';
  #opened = 0;
  /** @type {any} */
  #desk = null;
  #noted = '';
  /** @type {any} what can be shared: the game, or the journal that is being watched */
  #shared = null;
  /** @type {Promise<import('./sound.js').Hearing | null> | null} */
  #hearing = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    this.parts = layOut(root, new URL('game.css', ROOT));
    makeTools(this.parts, (by) => this.#zoom(by), {
      'Around me': () => this.#describe(),
      'Tiles or glyphs': () => this.#toggleStyle(),
      Share: () => openDialog(this.parts.frame, 'Share', this.#sharing()),
      Sound: () => this.#hearing?.then((it) => it?.toggle()),
      Settings: () => this.#settings(),
      'Full screen': () => (document.fullscreenElement ? document.exitFullscreen() : this.requestFullscreen()),
      Leave: () => this.leave(),
    });
    for (const gesture of ['keydown', 'pointerup']) this.parts.frame.addEventListener(gesture, () => this.#hear(), true);
  }

  connectedCallback() {
    this.#open();
  }

  disconnectedCallback() {
    this.#opened += 1;
    this.#end();
  }

  /**
   * @param {string} _name
   * @param {string | null} before
   * @param {string | null} now
   */
  attributeChangedCallback(_name, before, now) {
    if (this.isConnected && this.#opened && before !== now) this.#open();
  }

  /** @returns {Request} what the attributes ask for */
  get request() {
    const asked = Object.fromEntries(ASKED.map((name) => [name, this.getAttribute(name) ?? '']));
    const daily = this.hasAttribute('daily') ? asked.daily || today() : '';
    const prototype = asked.folder ? asked.prototype || 'default' : '';
    return /** @type {any} */ ({ ...asked, prototype, daily });
  }

  /** The state of the run: `waiting`, `playing` or `over`. */
  get state() {
    return this.#show instanceof Play ? this.#show.state : 'waiting';
  }

  /** The score of the run. */
  get score() {
    return this.#show?.scene.screen?.score ?? 0;
  }

  #open() {
    this.#opened += 1;
    this.#end();
    this.tell('state', { state: 'waiting', won: false });
    if (this.hasAttribute('autoplay')) return this.play();
    const { request } = this;
    openCover(this.parts, listPacks, request, () => this.play());
  }

  /**
   * Sends an event to the page around the game.
   * @param {string} name
   * @param {object} detail
   */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: false }));
  }

  /**
   * Begins a run, or resumes the saved one.
   * @param {{fresh?: boolean}} [how] fresh: begin a new run, whatever is saved
   */
  async play({ fresh = this.hasAttribute('fresh') } = {}) {
    await this.#attempt(async (engine, pack, stale) => {
      const info = this.#learn(pack);
      const desk = await this.#takeDesk(engine, info);
      if (stale()) return desk === engine.desk && locks.release(info.save);
      const saved = JSON.parse(desk.saved(info.title) ?? 'null');
      const asked = JSON.stringify(this.request);
      const { level, seed, daily, hero, players, with: modifiers } = this.request;
      const same = !(level || seed || daily || hero || players || modifiers) || store.read(OWN + info.save) === asked;
      // Even if no run was found: a damaged save must be reported, not overwritten.
      if (same && !fresh) return this.#resume(engine, pack, desk);
      if (!saved) return this.#begin(engine, pack, desk);
      this.#askWhich(saved, info.keeps, () => this.#resume(engine, pack, desk), () => this.#begin(engine, pack, desk));
    });
  }

  /**
   * Shows the replay of a run.
   * @param {string} journal
   */
  async watch(journal) {
    await this.#attempt(async (engine, pack, stale) => {
      // Most visitors want to play, so this is loaded only when it is needed.
      const { Watch } = await import('./replay.js');
      if (stale()) return;
      this.#learn(pack);
      const replay = engine.module.Replay.open(engine.desk, pack, journal);
      this.#desk = engine.desk;
      this.#shared = { journal: () => journal };
      this.#start(replay, new Watch(this.parts, engine, replay, {
        ...this.#pageActions(),
        playOn: () => this.#attempt(async () => {
          const game = replay.play_on();
          this.#end();
          // This run is not saved, but the one begun from its end screen is.
          await this.#takeDesk(engine, this.#learn(pack));
          this.#startPlay(engine, game);
        }),
      }));
    });
  }

  /**
   * Loads the engine and the pack and calls `work` with them. Errors are shown in the page.
   * @param {(engine: Engine, pack: any, stale: () => boolean) => unknown} work
   */
  async #attempt(work) {
    const opened = this.#opened;
    const stale = () => opened !== this.#opened;
    try {
      openCover(this.parts, listPacks, this.request, null);
      const pack = await loadPack(this.request);
      if (!stale()) await work(await engine(), pack, stale);
    } catch (error) {
      if (!stale()) this.#fail(error);
    }
  }

  /**
   * Returns the desk of this run: the saved one, or a temporary one if the save is in use elsewhere.
   * @param {Engine} engine
   * @param {{save: string, title: string}} info
   */
  async #takeDesk(engine, info) {
    if (await locks.take(info.save)) {
      this.#locked = info.save;
      this.#note(store.kept ? engine.desk.trouble() : 'This browser does not let the page save anything: the run ends when the page is closed.');
      return engine.desk;
    }
    this.#note('This game is open elsewhere, so this run is not saved.');
    return engine.spareDesk();
  }

  /**
   * @param {Engine} engine
   * @param {any} pack
   * @param {any} desk
   */
  #begin(engine, pack, desk) {
    const { level, seed, daily, hero, players, with: modifiers } = this.request;
    if (daily && daily !== today()) {
      throw new Trouble('Not today’s run', `“${daily}” is not today. A daily run can begin only on its own day.`, 'Play today’s run instead.');
    }
    const wanted = { level: level || null, seed: seed || null, daily: Boolean(daily), hero: hero || null, players: Number(players) || 1, with: modifiers ? modifiers.split(',') : [] };
    const game = engine.module.Game.begin(desk, pack, JSON.stringify(wanted));
    // If the same is asked for again, by reloading the page, the run is resumed.
    store.write(OWN + JSON.parse(pack.info()).save, JSON.stringify(this.request));
    this.#desk = desk;
    this.#startPlay(engine, game);
  }

  /**
   * @param {Engine} engine
   * @param {any} pack
   * @param {any} desk
   */
  #resume(engine, pack, desk) {
    this.#desk = desk;
    try {
      const game = engine.module.Game.resume(desk, pack);
      return game ? this.#startPlay(engine, game) : this.#begin(engine, pack, desk);
    } catch (error) {
      if (isCrash(error)) throw error;
      const text = error instanceof Error ? error.message : String(error);
      const trouble = new Trouble('The saved run cannot be resumed', text, 'You can begin a new one.');
      showTrouble(this.parts, trouble, [button('Begin a new run', () => {
        try {
          this.#begin(engine, pack, desk);
        } catch (again) {
          this.#fail(again);
        }
      })]);
    }
  }

  /**
   * @param {{turn: number, seed: string}} saved
   * @param {boolean} keeps whether a new run ends the saved one
   * @param {() => void} resume
   * @param {() => void} begin
   */
  #askWhich(saved, keeps, resume, begin) {
    const text = `A run is saved at turn ${saved.turn} (seed ${saved.seed}). A new run ${keeps ? 'gives it up' : 'sets it aside'}.`;
    const guarded = (/** @type {() => void} */ work) => () => {
      try {
        work();
      } catch (error) {
        this.#fail(error);
      }
    };
    openDialog(this.parts.frame, 'A run is saved', [make('p', {}, text)], [
      { label: 'Continue it', press: guarded(resume) },
      { label: 'Begin a new run', press: guarded(begin) },
    ]);
  }

  /**
   * @param {Engine} engine
   * @param {any} game
   */
  #startPlay(engine, game) {
    this.#shared = game;
    this.#start(game, new Play(this.parts, engine, game, this.#pageActions()));
    if (store.full) this.#note('This browser’s storage is full: nothing more is saved.');
    this.tell('begun', {});
  }

  /**
   * @param {any} run
   * @param {Play | import('./replay.js').Watch} show
   */
  #start(run, show) {
    this.#run = run;
    this.#show = show;
    if (Number(own('zoom'))) show.zoom(Number(own('zoom')));
    this.parts.cover.hidden = true;
    this.#apply();
    // What is not shown yet cannot have the focus.
    this.parts.shown.then(() => this.#show === show && this.parts.stage.focus({ preventScroll: true }));
  }

  /** Lets the run be heard, at a gesture: before one, no browser lets a page sound. */
  #hear() {
    const [show, run] = [this.#show, this.#run];
    if (!show) return;
    this.#hearing ??= import('./sound.js').then(
      ({ Hearing }) => new Hearing(show, run, this.#desk, this.request, this.hasAttribute('sound')), () => null);
    this.#hearing.then((it) => it?.wake());
  }

  /** @returns {import('./play.js').PageActions} */
  #pageActions() {
    return {
      tell: (name, detail) => this.tell(name, detail),
      ask: (what) => this.#asked(what),
      more: () => this.#sharing(),
      note: (text) => this.#note(text),
      fail: (error) => this.#fail(error),
    };
  }

  /** @param {string} what */
  #asked(what) {
    if (what === 'settings') this.#settings();
    if (what === 'leave') this.leave();
    if (what === 'watch') {
      const journal = this.#run.journal();
      this.#end();
      this.watch(journal);
    }
  }

  /** Leaves the run, which can be resumed later. */
  leave() {
    const stays = this.dispatchEvent(new CustomEvent('leave', { cancelable: true }));
    if (!stays) return;
    this.removeAttribute('autoplay');
    this.#open();
  }

  /**
   * Returns a handle of the run for scripts.
   * @returns {Promise<import('./console.js').Handle>}
   */
  async handle() {
    const { handle } = await import('./console.js');
    return handle(() => ({ show: this.#show, run: this.#run }));
  }

  #sharing() {
    const screen = this.#show?.scene.screen;
    return screen ? shareRun(this.request, screen, this.#shared) : [];
  }

  /** @param {number} by */
  #zoom(by) {
    this.#show?.zoom(by);
    setOwn('zoom', String(Math.max(-4, Math.min(4, Number(own('zoom')) + by))));
  }

  /** Shows the surroundings in words. */
  #describe() {
    const lines = this.#show?.describe().split('\n').filter(Boolean) ?? [];
    openDialog(this.parts.frame, 'What is around you', lines.map((line) => make('p', {}, line)));
  }

  /**
   * Reads what a pack says about itself.
   * @param {any} pack
   */
  #learn(pack) {
    const info = JSON.parse(pack.info());
    this.#preferred = info.glyphs ? 'glyphs' : 'tiles';
    return info;
  }

  /** @returns {'tiles' | 'glyphs'} how the map is drawn now */
  #mapStyle() {
    const chosen = own('map') === 'auto' ? this.#preferred : own('map');
    return chosen === 'glyphs' ? 'glyphs' : 'tiles';
  }

  #toggleStyle() {
    setOwn('map', this.#mapStyle() === 'glyphs' ? 'tiles' : 'glyphs');
    this.#apply();
  }

  async #settings() {
    const desk = this.#desk ?? (await engine()).desk;
    openSettings(this.parts.frame, desk, () => this.#apply());
  }

  #apply() {
    this.parts.frame.dataset.pad = own('touch pad');
    this.#show?.style(this.#mapStyle());
    if (this.#desk) applyTheme(this.parts.frame, this.#desk);
    this.#hearing?.then((it) => it?.apply());
  }

  /** @param {string | undefined} text */
  #note(text) {
    const { notice } = this.parts;
    if (!text || text === this.#noted) return;
    this.#noted = text;
    notice.hidden = false;
    notice.replaceChildren(text, ' ', button('Close', () => (notice.hidden = true)));
  }

  /** @param {unknown} error */
  #fail(error) {
    const crashed = isCrash(error);
    this.#end(crashed);
    const ways = crashed
      ? [button('Reload the page', () => location.reload())]
      : [button('Try again', () => this.play())];
    showTrouble(this.parts, error, ways);
    if (crashed) engine().then(({ module }) => addReport(this.parts, module.last_action()));
    this.tell('trouble', { text: error instanceof Error ? error.message : String(error) });
  }

  /** @param {boolean} [crashed] whether the engine crashed, so that it must not be called again */
  #end(crashed = false) {
    this.#hearing?.then((it) => it?.end());
    this.#hearing = null;
    this.#show?.end();
    if (!crashed) this.#run?.free();
    this.#show = null;
    this.#run = null;
    if (this.#locked) locks.release(this.#locked);
    this.#locked = '';
    this.parts.notice.hidden = true;
    this.#noted = '';
  }
}
