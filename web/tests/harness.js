// @ts-check
// What every test in a browser needs: the page as `barrow serve` gives it, a headless Chromium,
// and a player who knows the page only as people do.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/** The games that a player who only explores, fights and goes down brings to an end: no camp, no shop, no cards. */
export const EASY = ['crawl', 'dark-floor', 'kit'];

const ROOT = new URL('../../', import.meta.url).pathname;
/** The program under test. */
export const BARROW = process.env.BARROW ?? join(ROOT, 'target/debug/barrow');
/** A folder with the page, while one works on it; without it, the page inside the program. */
const PAGE = process.env.BARROW_PAGE;
const PICTURES = process.env.BARROW_PICTURES ?? join(ROOT, 'target/web-tests');

/** Two runs of a bot in Dungeon Descent that end with a blow. If the game has changed, look for others. */
export const DESCENTS = {
  won: ['--hero', 'knight', '--seed', '1', '--bot', 'sensible:steady'],
  lost: ['--hero', 'knight', '--seed', '5', '--bot', 'greedy'],
};

/** What a step in a journal is: a key, and so many cells east and south. */
export const STEPS = new Map([
  ['n', { key: 'ArrowUp', east: 0, south: -1 }],
  ['s', { key: 'ArrowDown', east: 0, south: 1 }],
  ['e', { key: 'ArrowRight', east: 1, south: 0 }],
  ['w', { key: 'ArrowLeft', east: -1, south: 0 }],
]);

/** A phone, held upright. */
export const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Runs `barrow` to its end and gives what it printed. */
export const barrow = (/** @type {string[]} */ ...args) => execFileSync(BARROW, args, { encoding: 'utf8' });

/**
 * Serves the page, or a folder, until `stop`.
 * @param {string[]} args
 * @returns {Promise<{address: string, stop: () => void}>}
 */
export async function serve(...args) {
  const what = args.length || !PAGE ? args : ['--folder', PAGE];
  const server = spawn(BARROW, ['serve', '--port', '0', ...what], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    server.stdout.once('data', (text) => resolve(String(text).split('\n')[0]));
    server.once('exit', (code) => reject(new Error(`barrow serve ended with ${code}`)));
  });
  return { address, stop: () => server.kill() };
}

/**
 * @param {string[]} flags more of them
 * @returns {Promise<import('playwright-core').Browser>}
 */
export const launch = (...flags) => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--no-first-run', ...flags],
});

/**
 * A browser and a server for the tests of a file.
 * @param {(name: string, work: () => Promise<void>) => void} after `after` of node:test
 */
export async function open(after) {
  const [server, browser] = await Promise.all([serve(), launch()]);
  after(async () => {
    await browser.close();
    server.stop();
  });
  return {
    address: server.address,
    browser,
    /**
     * Opens a page as a new visitor. What goes wrong in it unseen fails the test.
     * @param {import('node:test').TestContext} t
     * @param {string} path
     * @param {import('playwright-core').BrowserContextOptions & {before?: (context: import('playwright-core').BrowserContext) => Promise<unknown>}} [options]
     */
    async visit(t, path, { before, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1100, height: 720 }, acceptDownloads: true, ...options });
      context.setDefaultTimeout(30_000);
      await before?.(context);
      const page = await context.newPage();
      /** @type {string[]} */
      const errors = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      t.after(async () => {
        // What a page still asks for when it closes needs no answer.
        await context.unrouteAll({ behavior: 'ignoreErrors' });
        await context.close();
        assert.deepEqual(errors, [], 'errors in the page');
      });
      await page.goto(server.address + path);
      return page;
    },
  };
}

/**
 * The front page with its engine: games, saves, settings and files can be used.
 * @param {import('playwright-core').Page} page
 */
export const ready = (page) => page.waitForFunction(() => document.querySelector('#settings select'));

/**
 * Keeps a picture of a page.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
export async function picture(page, name) {
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/**
 * A folder for the time of a test.
 * @param {import('node:test').TestContext} t
 */
export function folder(t) {
  const path = mkdtempSync(join(tmpdir(), 'barrow-web-'));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

/**
 * A text as a file for the time of a test.
 * @param {import('node:test').TestContext} t
 * @param {string} name
 * @param {string} text
 */
export function file(t, name, text) {
  const path = join(folder(t), name);
  writeFileSync(path, text);
  return path;
}

/**
 * Puts a shipped pack on the server as its maker would, a folder of files.
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} name of the pack, and of the folder beside the page
 * @param {(path: string, text: string) => string} [change] what a careless maker does to a file
 */
export async function hostFolder(context, name, change = (_, text) => text) {
  const pack = join(ROOT, 'packs', name);
  const paths = readdirSync(pack, { recursive: true }).map(String).filter((it) => /\.(json|t[ms]?j)$/.test(it));
  const files = new Map(paths.map((path) => [path, change(path, readFileSync(join(pack, path), 'utf8'))]));
  await context.route(`**/${name}/**`, (route) => {
    const body = files.get(new URL(route.request().url()).pathname.split(`/${name}/`)[1]);
    return body == null
      ? route.fulfill({ status: 404, body: 'not here' })
      : route.fulfill({ contentType: 'application/json', body });
  });
}

/** Someone who plays the game of a page. */
export class Player {
  /**
   * @param {import('playwright-core').Page} page
   * @param {string} [which] the element, where there are several
   */
  constructor(page, which = 'barrow-game') {
    this.page = page;
    this.game = page.locator(which);
    this.map = this.game.locator('canvas.map');
    this.sheet = this.game.locator('.sheet');
    this.log = this.game.locator('.log');
    this.trouble = this.game.locator('.trouble');
    // One that was closed is there a moment longer, unseen.
    this.dialog = this.game.locator('dialog[open]');
  }

  /** @param {'waiting' | 'playing' | 'over'} state waits until the run is in it */
  async until(state) {
    const handle = await this.game.elementHandle();
    await this.page.waitForFunction(([game, wanted]) => /** @type {any} */ (game).state === wanted, [handle, state]);
  }

  /** The run can be played, and is drawn: before that, keys have no one to hear them. */
  async begun() {
    const game = await this.game.elementHandle();
    await this.page.waitForFunction((it) => ['playing', 'over'].includes(/** @type {any} */ (it).state), game);
    await this.game.locator('.cover').waitFor({ state: 'hidden' });
  }

  state = () => this.game.evaluate((game) => /** @type {any} */ (game).state);

  /** The turn, as the page tells it. */
  async turn() {
    const place = await this.game.locator('.place').textContent();
    return Number(/turn (\d+)/.exec(place ?? '')?.[1]);
  }

  /** @param {string[]} keys */
  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
    await this.drawn();
  }

  /** Two frames: what was pressed has been shown. */
  drawn = () => this.page.evaluate(() =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))));

  /** A walk has ended, and nothing goes on by itself. */
  async still() {
    for (let before = -1, now = await this.turn(); now !== before; now = await this.turn()) {
      before = now;
      await this.drawn();
    }
  }

  #stopped = false;

  /** From now on time passes only in `settle`: a game in real time waits for a busy machine. */
  async stopClock() {
    this.#stopped = true;
    await this.page.clock.pauseAt(await this.page.evaluate(() => Date.now() + 500));
  }

  /** @param {number} [ms] lets what was done take its course; where the clock is stopped, for so long */
  settle = (ms = 200) => (this.#stopped ? this.page.clock.runFor(ms) : this.still());

  /** What is around, in words. */
  async around() {
    await this.tool('Around me');
    const words = await this.dialog.textContent() ?? '';
    await this.dialog.getByRole('button', { name: 'Close' }).click();
    return words;
  }

  /** How wide a cell of the map is in the page: a tile is 16 pixels of the picture. */
  cell = () => this.map.evaluate((canvas) => (16 * canvas.clientWidth) / /** @type {HTMLCanvasElement} */ (canvas).width);

  /** The picture, to be compared with another. */
  seen = () => this.map.evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());

  /** Whether something lies over the map. */
  asked = () => this.sheet.isVisible();

  /**
   * Does something over and over until the run has ended.
   * @param {() => Promise<unknown>} act
   * @param {number} [most]
   */
  async toTheEnd(act, most = 300) {
    for (let times = 0; times < most; times += 1) {
      if (await this.state() === 'over') return;
      await act();
    }
    assert.fail(`the run has not ended: ${await this.log.textContent()}`);
  }

  /** @param {string} name of a tool of the bar, which is in a menu where there is no room */
  async tool(name) {
    const menu = this.game.getByRole('button', { name: 'More', exact: true });
    const tool = this.game.getByRole('button', { name, exact: true });
    await tool.or(menu).first().waitFor();
    if (!await tool.isVisible()) await menu.click();
    await tool.click();
  }

  /** The run as a file, as a player saves it. */
  async journal() {
    await this.tool('Share');
    const waiting = this.page.waitForEvent('download');
    await this.dialog.getByRole('button', { name: 'Save this run as a file' }).click();
    const stream = await (await waiting).createReadStream();
    const parts = [];
    for await (const part of stream) parts.push(part);
    await this.dialog.getByRole('button', { name: 'Close' }).click();
    return Buffer.concat(parts).toString();
  }
}

/** A gamepad that no browser has to know: what is held is written into `gamepad`, and how often
 * the page looked is counted. */
export const GAMEPAD = `
  window.gamepad = null;
  window.looks = 0;
  navigator.getGamepads = () => {
    window.looks += 1;
    return [null, window.gamepad];
  };
  window.plugIn = () => {
    const buttons = Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 }));
    window.gamepad = { connected: true, mapping: 'standard', axes: [0, 0, 0, 0], buttons };
    dispatchEvent(new Event('gamepadconnected'));
  };`;

/** Buttons by the names that stand on them, and by those that players give them. */
export const BUTTON = {
  a: 0, b: 1, x: 2, y: 3, up: 12, down: 13, left: 14, right: 15, 'the left shoulder': 4, 'the right shoulder': 5,
  'the left trigger': 6, 'the right trigger': 7, select: 8, start: 9,
};

/** Someone with a gamepad in both hands. */
export class Padded extends Player {
  async plugIn() {
    await this.here();
    await this.page.evaluate('plugIn()');
  }

  /** The game has the keyboard, and with it the gamepad. */
  here = () => this.game.locator('.chip').waitFor({ state: 'hidden' });

  /** @param {keyof typeof BUTTON} name pressed until the page has seen it, and no frame longer */
  async push(name) {
    await this.page.evaluate(async (at) => {
      const it = /** @type {any} */ (window);
      for (const held of [true, false]) {
        it.gamepad.buttons[at].pressed = held;
        for (const before = it.looks; it.looks === before;) await new Promise(requestAnimationFrame);
      }
    }, BUTTON[name]);
    await this.drawn();
  }

  /** Goes among the commands until one is chosen, and does it.
   * @param {string} name */
  async command(name) {
    await this.push('a');
    const chosen = this.game.locator('.keys button:focus, .commands button:focus');
    for (let times = 0; times < 40 && await chosen.count(); times += 1) {
      if ((await chosen.getAttribute('title') ?? '').toLowerCase() === name.toLowerCase()) return this.push('a');
      await this.push('right');
    }
    throw new Error(`no command “${name}” can be chosen`);
  }

  /** @param {number} x @param {number} y */
  tilt = (x, y) => this.page.evaluate((axes) => { /** @type {any} */ (window).gamepad.axes = axes; }, [x, y]);
}
