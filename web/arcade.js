// @ts-check
// A game on one canvas of 480 by 480 pixels, for arcade pages. From top to bottom: status, map, bag,
// and the minimap beside the messages. Everything is in the picture, so that a recording of it shows
// the whole game. It is heard from the first key on, unless its settings say otherwise.

import { engine, loadPack, store } from './engine.js';
import { keyName, plain, pressed } from './keys.js';
import { OWN } from './storage.js';

/** @typedef {import('./barrow_web.types.js').Screen} Screen */

const SIDE = 480;
const MAP = { y: 26, height: 336 };
const BAG_Y = 362;
const LOW_Y = 388;
const COLORS = { ground: '#1a1a2e', panel: '#16213e', line: '#0f3460', accent: '#d9b44a' };
/** @type {Record<string, string>} */
const ROLES = {
  text: '#e0e0e0', dim: '#8d93a8', title: '#e8d8a0', key: '#80c0f0', good: '#6fd06f', bad: '#ff7a6a', warning: '#f0b848',
};
/** The keys that turn the pages of a long text. @type {Record<string, number>} */
const PAGES = { ArrowDown: 1, PageDown: 1, ' ': 1, End: Infinity, ArrowUp: -1, PageUp: -1, Home: -Infinity };
/** Where the choice to be silent is kept, for all games of an arcade. */
const MUTE = `${OWN}arcade/mute`;
const FONT = "13px 'Courier New', 'DejaVu Sans Mono', monospace";

/**
 * Opens a game for an arcade page. Its runs do not touch the saves of the other pages, and it has
 * its own best score.
 * @param {HTMLCanvasElement} canvas
 * @param {string} name
 * @param {() => void} wake asks for a frame
 */
export async function openCabinet(canvas, name, wake) {
  const [machine, pack] = await Promise.all([engine(), loadPack({ pack: name, folder: '', prototype: '' })]);
  return new Cabinet(canvas, machine, pack, name, wake);
}

class Cabinet {
  #timer = 0;
  /** @type {Screen | null} */
  #screen = null;
  /** @type {any} */
  #game = null;
  /** @type {{x: number, y: number, width: number, key: string}[]} lines of a menu and cards that can be clicked */
  #clickable = [];
  /** Whether this game is played with cards. */
  #cards = false;
  #started = false;
  #left = false;
  /** How far a long text is scrolled, in pages. */
  #page = 0;
  /** Whether the settings of this page are open. */
  #setting = false;
  /** @type {any} the settings and profile of this run, which nobody keeps */
  #desk = null;
  /** @type {Promise<import('./sound.js').Hearing | null> | null} */
  #hearing = null;
  /** What a hearing needs: how to ask the engine, and when anything may have happened. */
  #show = { scene: { ask: (/** @type {() => any} */ work) => work() }, turned: () => {} };

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import('./engine.js').Engine} machine
   * @param {any} pack
   * @param {string} name
   * @param {() => void} wake
   */
  constructor(canvas, machine, pack, name, wake) {
    this.machine = machine;
    this.pack = pack;
    this.name = name;
    this.wake = wake;
    this.record = `${OWN}arcade/${name}`;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }));
    this.small = document.createElement('canvas');
  }

  /** Begins a run with a random seed. */
  begin() {
    this.#hearing?.then((it) => it?.end());
    this.#hearing = null;
    // The former run is gone: nobody may ask it any more.
    this.#show.turned = () => {};
    this.#game?.free();
    this.#started = this.#left = this.#setting = this.#cards = false;
    this.#desk = this.machine.spareDesk();
    if (store.read(MUTE)) this.#desk.set('sound', 'no');
    this.#game = this.machine.module.Game.begin(this.#desk, this.pack, '{}');
    this.#game.resize(SIDE, MAP.height, 1);
    this.#game.focus(true);
    this.#changed();
  }

  /** The player has begun: from now on the score counts. */
  start() {
    this.#started = true;
    this.#hear();
  }

  /** Lets the run be heard, at a gesture: before one, no browser lets a page sound. */
  #hear() {
    const [show, game, desk, source] = [this.#show, this.#game, this.#desk, { pack: this.name, folder: '', prototype: '' }];
    this.#hearing ??= import('./sound.js').then(({ Hearing }) => (game === this.#game ? new Hearing(show, game, desk, source, true) : null), () => null);
    this.#hearing.then((it) => it?.wake());
  }

  /** Pauses a real-time game that nobody looks at. */
  pause() {
    this.#game.focus(false);
    this.#changed();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    this.#hear();
    if (this.#setting) return this.#choose(event.key);
    const press = pressed(event);
    const turned = this.#screen?.face?.kind === 'text' && PAGES[event.key];
    if (turned) this.#page += turned;
    const used = turned || (press && this.#game.press(JSON.stringify(press)));
    this.#changed();
    return used;
  }

  /**
   * Uses the settings of this page.
   * @param {string} key
   */
  #choose(key) {
    if (key === 'a') {
      this.#desk.set('sound', this.#isMuted() ? 'yes' : 'no');
      store.write(MUTE, this.#isMuted() ? 'yes' : '');
      this.#hearing?.then((it) => it?.apply());
    } else {
      this.#setting = false;
    }
    this.wake();
    return true;
  }

  #isMuted() {
    return JSON.parse(this.#desk.settings()).find((/** @type {any} */ it) => it.name === 'sound')?.value === 'no';
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  click(x, y) {
    this.#hear();
    const scale = SIDE / this.context.canvas.clientWidth;
    [x, y] = [x * scale, y * scale];
    const line = this.#clickable.find((it) => x >= it.x && x < it.x + it.width && y >= it.y && y < it.y + 20);
    if (this.#setting) this.#choose(line?.key ?? '');
    else if (line) this.#game.press(JSON.stringify(plain(line.key)));
    else if (!this.#clickable.some((it) => it.width === SIDE) && y >= MAP.y && y < MAP.y + MAP.height) this.#game.click(x, y - MAP.y);
    this.#changed();
  }

  #changed() {
    const before = this.#screen?.face?.kind;
    const screen = /** @type {Screen} */ (JSON.parse(this.#game.screen()));
    this.#screen = screen;
    // Save and leave ends the run, since nothing is saved here.
    if (screen.ask === 'leave') this.#left = true;
    this.#setting ||= screen.ask === 'settings';
    this.#show.turned();
    if (screen.face?.kind === 'text' && before !== 'text') this.#page = screen.face.from_end ? Infinity : 0;
    this.wake();
    clearTimeout(this.#timer);
    const wait = this.#game.next_tick();
    if (wait == null) return;
    this.#timer = setTimeout(() => {
      this.#game.tick();
      this.#changed();
    }, wait);
  }

  isOver = () => this.#left || this.#screen?.state === 'over';
  moving = () => this.#game.moving();
  score = () => (this.#started && this.#screen?.turn ? Number(this.#screen.score) : 0);

  /** The best score of the runs that have ended. */
  best() {
    const before = Number(store.read(this.record) ?? 0);
    if (!this.isOver() || this.score() <= before) return before;
    store.write(this.record, String(this.score()));
    return this.score();
  }

  ending() {
    const face = this.#screen?.face;
    if (face?.kind !== 'over') return { won: false, text: `You left on turn ${this.#screen?.turn}.\nScore ${this.score()}` };
    return { won: face.won, text: face.lines.map((line) => line.text).filter(Boolean).slice(0, 12).join('\n') };
  }

  /** @param {number} now */
  draw(now) {
    const { context } = this;
    const screen = /** @type {Screen} */ (this.#screen);
    this.#drawMap(now);
    context.textBaseline = 'middle';
    this.#drawStatus(screen);
    this.#drawBag(screen);
    this.#drawMinimap();
    this.#drawLog(screen);
    this.#drawFace(this.#setting ? settings(this.#isMuted()) : screen.face);
    this.#drawHand(screen);
  }

  /**
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {string} [role]
   * @param {number} [width]
   */
  #write(text, x, y, role = 'text', width = SIDE - x - 8) {
    this.context.fillStyle = ROLES[role] ?? ROLES.text;
    const [first, ...rest] = this.#wrap(text, width);
    this.context.fillText(rest.length ? `${first.slice(0, -1)}…` : first, x, y);
  }

  /**
   * @param {string} text
   * @param {number} width
   * @returns {string[]} lines of at most this width
   */
  #wrap(text, width) {
    this.context.font = FONT;
    // All characters of the font have the same width.
    const max = Math.max(8, Math.floor(width / this.context.measureText('m').width));
    const lines = [''];
    for (const word of text.split(' ')) {
      const last = lines[lines.length - 1];
      if (last && last.length + word.length + 1 > max) lines.push(word.slice(0, max));
      else lines[lines.length - 1] = last ? `${last} ${word}` : word.slice(0, max);
    }
    return lines;
  }

  /**
   * @param {number} y
   * @param {number} height
   */
  #panel(y, height) {
    this.context.fillStyle = COLORS.panel;
    this.context.fillRect(0, y, SIDE, height);
    this.context.fillStyle = COLORS.line;
    this.context.fillRect(0, y, SIDE, 1);
  }

  /** @param {number} now */
  #drawMap(now) {
    const game = this.#game;
    if (game.draw(now)) copy(this.small, this.machine.memory, game.pixels(), game.width(), game.height());
    const { width, height } = this.small;
    const scale = game.scale();
    this.context.imageSmoothingEnabled = false;
    this.context.fillStyle = '#000';
    this.context.fillRect(0, MAP.y, SIDE, MAP.height);
    this.context.drawImage(this.small, 0, MAP.y, width * scale, height * scale);
  }

  /** @param {Screen} screen */
  #drawStatus(screen) {
    this.#panel(0, MAP.y);
    const floor = { label: 'Floor', value: String(screen.floor), role: 'text', permille: null };
    const told = screen.status.some((it) => /^fl/i.test(it.label));
    const parts = told ? screen.status : [floor, ...screen.status];
    this.context.font = FONT;
    let x = 8;
    // Values that do not fit are left out.
    for (const { label, value, permille, role } of parts) {
      const text = `${label} ${value}`;
      const width = Math.ceil(this.context.measureText(text).width);
      if (x + width > SIDE) break;
      this.#write(text, x, 12, role, width + 8);
      if (permille != null) {
        this.context.fillStyle = COLORS.line;
        this.context.fillRect(x, 21, width, 3);
        this.context.fillStyle = ROLES[role] ?? ROLES.text;
        this.context.fillRect(x, 21, Math.round((width * permille) / 1000), 3);
      }
      x += width + 14;
    }
  }

  /** @param {Screen} screen */
  #drawBag(screen) {
    this.#panel(BAG_Y, LOW_Y - BAG_Y);
    const names = screen.bag.map((it) => `[${it.number > 0 && it.number < 10 ? `${it.number} ` : ''}${it.name}]`);
    this.#write(names.join(' ') || (this.#cards ? '' : 'You carry nothing.'), 8, BAG_Y + 13, names.length ? 'text' : 'dim');
  }

  #drawMinimap() {
    this.#panel(LOW_Y, SIDE - LOW_Y);
    const game = this.#game;
    const [width, height] = [game.minimap_width(), game.minimap_height()];
    if (!width || !height) return;
    const canvas = document.createElement('canvas');
    copy(canvas, this.machine.memory, game.minimap_pixels(), width, height);
    const fits = Math.min(120 / width, 80 / height);
    const size = fits < 1 ? fits : Math.floor(fits);
    this.context.imageSmoothingEnabled = fits < 1;
    this.context.drawImage(canvas, 6, LOW_Y + 6, width * size, height * size);
  }

  /** @param {Screen} screen */
  #drawLog(screen) {
    const left = this.#game.minimap_width() ? 136 : 8;
    const lines = screen.log.slice(-5).flatMap(({ text, count, role, fresh }) => {
      const whole = count > 1 ? `${text} ×${count}` : text;
      return this.#wrap(whole, SIDE - left - 8).map((line) => words(line, fresh ? role : 'dim'));
    });
    lines.slice(-5).forEach(({ text, role }, at) => this.#write(text, left, LOW_Y + 14 + at * 17, role));
  }

  /**
   * Returns the page of a long text that is shown, with a line that says how to turn it.
   * @param {ClickableLine[]} lines
   * @param {number} room
   */
  #turned(lines, room) {
    if (lines.length <= room) return lines;
    const each = room - 1;
    const pages = Math.ceil(lines.length / each);
    const page = (this.#page = Math.max(0, Math.min(this.#page, pages - 1)));
    return [...lines.slice(page * each, (page + 1) * each), words(`↑ ↓: page ${page + 1} of ${pages}`, 'key')];
  }

  /** @param {Screen['face']} face */
  #drawFace(face) {
    this.#clickable = [];
    if (!face || face.kind === 'over') return;
    const wrap = (/** @type {ClickableLine[]} */ all) =>
      all.flatMap((line) => this.#wrap(line.text, SIDE - 24).map((text) => ({ ...line, text })));
    const hints = wrap(face.hints.map(hint));
    const lines = [...this.#turned(wrap(faceLines(face)), 16 - hints.length), ...hints];
    const height = lines.length * 20 + 12;
    const top = MAP.y + MAP.height - height;
    this.context.fillStyle = 'rgb(22 33 62 / 95%)';
    this.context.fillRect(0, top, SIDE, height);
    lines.forEach(({ text, role, key }, at) => {
      const y = top + 6 + at * 20;
      this.#write(text, 12, y + 10, role);
      if (key) this.#clickable.push({ x: 0, y, width: SIDE, key });
    });
  }

  /**
   * Draws the cards that can be played, and what ends the turn.
   * @param {Screen} screen
   */
  #drawHand(screen) {
    const cards = screen.buttons.filter((it) => /^[1-9]$/.test(it.key));
    this.#cards ||= cards.length > 0;
    if (!this.#cards || screen.face || this.#setting) return;
    const all = [...cards, ...screen.buttons.filter((it) => it.verb === 'wait')];
    const rows = Math.ceil(all.length / 2);
    const [width, top] = [SIDE / 2, BAG_Y - rows * 20];
    this.#panel(top, rows * 20);
    all.forEach(({ label, key }, at) => {
      const [x, y] = [Math.floor(at / rows) * width, top + (at % rows) * 20];
      this.#write(`${keyName(key)} ${label}`, x + 8, y + 10, 'text', width - 12);
      this.#clickable.push({ x, y, width, key });
    });
  }
}

/**
 * What the settings of this page show.
 * @param {boolean} muted
 * @returns {any}
 */
const settings = (muted) => ({
  kind: 'menu', title: 'Settings', text: [], hints: [{ text: 'close', key: 'esc' }],
  lines: [{ letter: 'a', text: `Sound: ${muted ? 'off' : 'on'}`, role: 'text' }],
});

/** @typedef {{text: string, role: string, key: string}} ClickableLine */

/** @param {import('./barrow_web.types.js').Hint} hint @returns {ClickableLine} */
const hint = ({ text, key }) => ({ text: `${keyName(key)}: ${text}`, role: 'key', key });

/** @param {string} text @param {string} [role] @returns {ClickableLine} */
const words = (text, role = 'text') => ({ text, role, key: '' });

/**
 * @param {Exclude<import('./barrow_web.types.js').Face, import('./barrow_web.types.js').OverFace>} face
 * @returns {ClickableLine[]}
 */
function faceLines(face) {
  if (face.kind === 'say') return [face.text, face.note].filter(Boolean).map((it) => words(it));
  const title = words(face.title, 'title');
  if (face.kind === 'text') return [title, ...face.lines.map((it) => words(it.text, it.role))];
  const choices = face.lines.map((it) => ({ text: `${it.letter}  ${it.text}`, role: it.role, key: it.letter }));
  return [title, ...face.text.map((it) => words(it)), ...choices];
}

/**
 * Copies a picture from wasm memory to a canvas.
 * @param {HTMLCanvasElement} canvas
 * @param {WebAssembly.Memory} memory
 * @param {number} pointer
 * @param {number} width
 * @param {number} height
 */
function copy(canvas, memory, pointer, width, height) {
  canvas.width = width;
  canvas.height = height;
  const bytes = new Uint8ClampedArray(/** @type {ArrayBuffer} */ (memory.buffer), pointer, width * height * 4);
  canvas.getContext('2d')?.putImageData(new ImageData(bytes, width, height), 0, 0);
}
