// @ts-check
// The first minute: a newcomer who knows nothing, and does only what the page says, with a mouse, a
// keyboard and fingers. What such a player sees is kept in pictures.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { BUTTON, GAMEPAD, PHONE, Padded, Player, open, picture } from './harness.js';

const { visit, address } = await open(after);
/** @type {{name: string, title: string, levels: {name: string}[], realtime: boolean}[]} */
const packs = await (await fetch(`${address}packs/index.json`)).json();
/** Every game, and every errand of a collection. In the garden nobody plays: it is only watched. */
const games = packs.flatMap(({ name, levels, realtime }) => {
  const places = levels.length > 1 ? levels.map((it) => it.name) : [''];
  return places.filter((it) => it !== 'life').map((level) => ({ name, realtime, level }));
});

/** How much a newcomer does in a minute, and how many turns must pass. */
const MINUTE = 24;
const TURNS = 5;

/** @typedef {import('playwright-core').Locator} Locator */

/**
 * What a device can do, for a player who knows no game.
 * @typedef {object} Device
 * @property {import('playwright-core').BrowserContextOptions & {before?: (context: import('playwright-core').BrowserContext) => Promise<unknown>}} on
 * @property {RegExp} word what follows it is what to press
 * @property {RegExp} ends finds the end of it
 * @property {string} place how the page asks to go somewhere
 * @property {(newcomer: Newcomer, what: string) => Promise<void>} press
 * @property {(newcomer: Newcomer, button: Locator) => Promise<void>} take one of the buttons in view
 * @property {(newcomer: Newcomer) => Promise<void>} go
 */

/** The name of a button, or what the page says instead. */
const LABEL = /^(.+?)(?=[.,;:]|\s(?:to|once|before|when|or|and)\s|$)/s;
const DESK = { viewport: { width: 1280, height: 800 } };
/** @type {(keyof typeof BUTTON)[]} */
const STICK = ['right', 'down', 'left', 'up'];
const ARROWS = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];
/** Keys as the page names them, where a browser names them differently. */
const KEYS = new Map([['esc', 'Escape'], ['tab', 'Tab'], ['enter', 'Enter'], ['space', ' '], ['↑', 'ArrowUp'], ['↓', 'ArrowDown'], ['←', 'ArrowLeft'], ['→', 'ArrowRight']]);

/** @param {string} name @returns {name is keyof typeof BUTTON} */
const isButton = (name) => name in BUTTON;

/** @type {Record<string, Device>} */
const DEVICES = {
  keys: {
    on: DESK,
    word: /press /i,
    ends: /^(an arrow key|\S+?)(?=[.,;:]?(?:\s|$))/,
    place: 'an arrow key',
    press: async ({ player }, what) => player.press(KEYS.get(what.toLowerCase()) ?? what),
    take: async ({ player }, button) => {
      const key = await button.locator('kbd').textContent() ?? '';
      return player.press(KEYS.get(key.toLowerCase()) ?? key);
    },
    go: (newcomer) => newcomer.player.press(newcomer.pick(ARROWS, (it) => it)),
  },
  mouse: {
    on: DESK,
    word: /click /i,
    ends: LABEL,
    place: 'a place',
    press: async (newcomer, what) => (await newcomer.named(what)).click(),
    take: async (_, button) => button.click(),
    go: async (newcomer) => newcomer.player.page.mouse.click(...await newcomer.place()),
  },
  phone: {
    on: PHONE,
    word: /tap /i,
    ends: LABEL,
    place: 'a place',
    press: async (newcomer, what) => (await newcomer.named(what)).tap(),
    take: async (_, button) => button.tap(),
    go: async (newcomer) => newcomer.player.page.touchscreen.tap(...await newcomer.place()),
  },
  gamepad: {
    on: { ...DESK, before: (context) => context.addInitScript(GAMEPAD) },
    word: /(?:press A and choose|press|push) /i,
    ends: LABEL,
    place: 'the stick',
    press: ({ player }, what) => {
      const pad = /** @type {Padded} */ (player);
      return isButton(what) ? pad.push(what) : pad.command(what);
    },
    take: async ({ player }, button) => {
      const pad = /** @type {Padded} */ (player);
      const sign = await button.locator('kbd').textContent();
      if (sign === 'B') return pad.push('b');
      // The cross leads to a line of a list.
      if (sign !== 'A') for (let lines = 0; lines < 20 && await button.getAttribute('aria-current') !== 'true'; lines += 1) await pad.push('down');
      return pad.push('a');
    },
    go: (newcomer) => /** @type {Padded} */ (newcomer.player).push(newcomer.pick(STICK, (it) => it)),
  },
};

/** Someone who knows no game and no key, and does only what the page says: what it told now, and what
 * it told before. */
class Newcomer {
  /** What was told so far.
   * @type {string[]} */
  learned = [];
  /** How often each thing was done.
   * @type {Map<string, number>} */
  #done = new Map();

  /**
   * @param {Player} player
   * @param {Device} device
   */
  constructor(player, device) {
    this.player = player;
    this.device = device;
  }

  /** Picks what was done least, and the first of these.
   * @template T @param {T[]} all @param {(it: T, at: number) => string} name */
  pick(all, name) {
    const counts = all.map((it, at) => this.#done.get(name(it, at)) ?? 0);
    const at = counts.indexOf(Math.min(...counts));
    if (at >= 0) this.#done.set(name(all[at], at), counts[at] + 1);
    return all[at];
  }

  /** All text that the page shows. */
  text = () => this.player.game.locator('.frame').innerText();

  /** What the tips in view ask for, in the words of this device. */
  async told() {
    const tips = await this.player.game.locator('.tips').innerText();
    const parts = tips.split(this.device.word).slice(1);
    return parts.map((it) => (this.device.ends.exec(it)?.[1] ?? '').trim()).filter(Boolean);
  }

  /**
   * Returns the button of that name that a player sees and can press, if there is one.
   * @param {string} name
   */
  async find(name) {
    const buttons = this.player.game.locator('button');
    const at = await buttons.evaluateAll(isThere, name.toLowerCase());
    return at < 0 ? null : buttons.nth(at);
  }

  /** @param {string} name */
  async named(name) {
    const button = await this.find(name);
    assert.ok(button, `no button “${name}” is in view: ${await this.player.game.locator('.tips').innerText()}`);
    return button;
  }

  /** A bright place of the picture that nothing lies over. */
  async place() {
    const places = await this.player.map.evaluate((canvas) => {
      const map = /** @type {HTMLCanvasElement} */ (canvas);
      const box = map.getBoundingClientRect();
      const root = /** @type {ShadowRoot} */ (map.getRootNode());
      const context = /** @type {CanvasRenderingContext2D} */ (map.getContext('2d'));
      const cells = { across: Math.floor(map.width / 16), down: Math.floor(map.height / 16) };
      const size = box.width / map.width * 16;
      const { data } = context.getImageData(0, 0, map.width, map.height);
      const places = Array.from({ length: cells.across * cells.down }, (_, at) => {
        const [column, row] = [at % cells.across, Math.floor(at / cells.across)];
        const [x, y] = [box.x + (column + 0.5) * size, box.y + (row + 0.5) * size];
        const byte = 4 * ((row * 16 + 8) * map.width + column * 16);
        return { x, y, light: data.subarray(byte, byte + 64).reduce((sum, it) => sum + it, 0) };
      }).filter(({ x, y }) => root.elementFromPoint(x, y) === map);
      places.sort((one, other) => other.light - one.light);
      return places.slice(0, places.length / 8).map(({ x, y }) => /** @type {[number, number]} */ ([x, y]));
    });
    return this.pick(places.filter((_, at) => at % 5 === 0), (_, at) => `place ${at}`);
  }

  /** Does the next thing that the page says. */
  async obey() {
    const { player, device, learned } = this;
    const told = await this.told();
    // What is told now does not always help: then what was told before is tried.
    const before = [];
    for (const it of learned) if (!told.includes(it) && await this.can(it)) before.push(it);
    // It is read beside a question as well, and may be gone after the answer.
    for (const it of told) if (!learned.includes(it)) learned.push(it);
    const answers = await this.answers();
    if (answers.length) return device.take(this, this.pick(answers, (_, at) => `answer ${at} of ${answers.length}`));
    assert.ok(told.length + learned.length, 'the page does not say how to begin');
    const known = [...told, ...before];
    const what = this.pick(known, (it) => it);
    assert.ok(what, `nothing that was told can be done: ${learned}\n${await this.text()}`);
    return what === device.place ? device.go(this) : device.press(this, what);
  }

  /** Whether what was told before can still be done: a card may have been played. A gamepad goes to buttons that are out of sight.
   * @param {string} what */
  async can(what) {
    if (what === this.device.place || this.device === DEVICES.keys || isButton(what)) return true;
    const there = this.device === DEVICES.gamepad ? await this.player.game.locator(`button[title="${what}" i]`).count() : await this.find(what);
    return Boolean(there);
  }

  /** The answers in view, if the page asks something. */
  async answers() {
    const { player } = this;
    const padded = this.device === DEVICES.gamepad;
    // Of the answers to a question, a gamepad has those that name one of its buttons.
    const hints = padded ? ['A', 'B'].map((it) => `.hints button:has(kbd:text-is("${it}")):visible`) : ['.hints button:visible'];
    const lines = '.sheet .choices button:not([aria-disabled="true"]):visible';
    if (await player.asked()) return player.game.locator([lines, ...hints.map((it) => `.sheet > ${it}`)].join()).all();
    if (!await player.game.locator('.say').isVisible()) return [];
    const asked = hints.map((it) => `.say ${it}`);
    return player.game.locator((padded ? asked : [...asked, '.commands button:visible']).join()).all();
  }
}

/**
 * Which of some buttons has a label, and is seen and reached by a player.
 * @param {(HTMLElement | SVGElement)[]} buttons
 * @param {string} label
 */
function isThere(buttons, label) {
  return buttons.findIndex((button) => {
    if (![...button.childNodes].some((it) => it.textContent?.trim().toLowerCase() === label)) return false;
    const box = button.getBoundingClientRect();
    const root = /** @type {ShadowRoot} */ (button.getRootNode());
    const there = root.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return there === button || button.contains(there);
  });
}

for (const [name, device] of Object.entries(DEVICES)) {
  for (const game of games) {
    const title = game.level ? `${game.name}-${game.level}` : game.name;
    test(`${title} explains its first minute to someone with ${name}`, async (t) => {
      const where = `play.html?game=${game.name}&new=1&seed=5${game.level ? `&level=${game.level}` : ''}`;
      const page = await visit(t, where, { ...device.on, reducedMotion: 'reduce' });
      const player = name === 'gamepad' ? new Padded(page) : new Player(page);
      await player.begun();
      if (player instanceof Padded) {
        await player.plugIn();
        // A player who opens the menu and leaves it has used the gamepad, but done nothing yet.
        await player.push('b');
        await player.push('b');
      }
      const newcomer = new Newcomer(player, device);
      if (['mouse', 'phone'].includes(name)) await picture(page, `first-${title}-${name}`);
      assert.ok((await newcomer.told()).length, 'the page says how to begin');
      let [done, before] = [0, ''];
      for (let times = 0; times < MINUTE && await player.state() !== 'over'; times += 1) {
        assert.match(await player.game.locator('.goal').innerText(), /\w/, 'the goal is in view');
        await newcomer.obey();
        if (game.realtime) await page.waitForTimeout(120);
        else await player.still();
        const text = await newcomer.text();
        assert.doesNotMatch(text, /` does nothing;/, 'a wrong key');
        const now = text + await player.seen();
        if (now !== before) done += 1;
        before = now;
      }
      if (['mouse', 'phone'].includes(name)) await picture(page, `minute-${title}-${name}`);
      if (await player.state() === 'over') return;
      const last = await newcomer.text();
      assert.ok(done >= MINUTE * 0.75, `${done} of ${MINUTE} things did something: ${last}`);
      assert.ok(await player.turn() >= TURNS, `turn ${await player.turn()} with ${newcomer.learned}: ${last}`);
    });
  }
}

test('what is explained fits what the player uses', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&new=1&seed=5', { reducedMotion: 'reduce' });
  const player = new Player(page);
  await player.begun();
  const tips = player.game.locator('.tips');
  assert.match(await tips.innerText(), /Press o or click Explore/);
  await page.mouse.click(400, 300);
  await player.drawn();
  assert.match(await tips.innerText(), /^(?!.*Press)[^]*Click Explore/);
  await player.press(';', 'Escape');
  assert.match(await tips.innerText(), /Press o to/);
});

test('pictures of a fight, of darkness, of a menu and of a death', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&new=1&seed=5', { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const player = new Player(page);
  await player.begun();
  for (let times = 0; times < 8 && !/In view/.test(await player.game.locator('.side').innerText()); times += 1) {
    await player.press('o');
    await player.still();
  }
  assert.match(await player.game.locator('.side').innerText(), /In view/i);
  await picture(page, 'scene-fight');
  await player.press('Escape');
  await player.sheet.waitFor();
  await picture(page, 'scene-menu');
  await player.press('Escape', 'Q', 'y');
  await player.until('over');
  await picture(page, 'scene-death');
  const dark = await visit(t, 'play.html?game=dark-floor&new=1&seed=5', { viewport: { width: 1280, height: 800 } });
  await new Player(dark).begun();
  await picture(dark, 'scene-darkness');
});

test('the cards of the front page are alive, but not for those who want none of it', async (t) => {
  const page = await visit(t, '', { viewport: { width: 1280, height: 800 } });
  await page.locator('.game canvas.live').first().waitFor();
  await picture(page, 'front-alive');
  const still = await visit(t, '', { reducedMotion: 'reduce' });
  await still.locator('.game img').first().waitFor();
  await still.waitForTimeout(1500);
  assert.equal(await still.locator('canvas.live').count(), 0);
  assert.equal(await still.locator('.places a').count(), 10, 'ten errands');
  const before = await still.locator('.game').nth(1).boundingBox();
  await still.locator('.game').first().getByText('Choose how it begins').click();
  assert.deepEqual(await still.locator('.game').nth(1).boundingBox(), before, 'nothing moves');
  await picture(await visit(t, '', PHONE), 'front-phone');
});
