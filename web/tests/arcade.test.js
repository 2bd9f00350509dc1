// @ts-check
// The arcade's contract page, seen as its recorder and its rating script see it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { DESCENTS, EASY, PHONE, STEPS, barrow, file, open, picture } from './harness.js';

const { visit, address } = await open(after);
const packs = (await (await fetch(`${address}packs/index.json`)).json()).filter((/** @type {any} */ it) => !it.realtime);

/** A recorder that does what the arcade's does: it reads bare names, polls, and listens. */
const RECORDER = `
  window.seen = { states: [], scores: [], events: [], frames: 0, canvas: null };
  document.addEventListener('DOMContentLoaded', start);
  if (document.readyState !== 'loading') start();
  function start() {
    if (seen.canvas) return;
    const canvas = document.querySelector('canvas#game') || document.querySelector('canvas');
    seen.canvas = canvas && [canvas.id, canvas.width, canvas.height, canvas.clientWidth];
    setInterval(() => {
      const state = typeof gameState === 'string' ? gameState : undefined;
      if (seen.states.at(-1) !== state) seen.states.push(state);
      const now = typeof score !== 'undefined' ? score : undefined;
      if (seen.scores.at(-1) !== now) seen.scores.push(now);
    }, 200);
    setInterval(() => canvas.toBlob((blob) => { seen.frames += blob ? 1 : 0; }, 'image/jpeg', 0.7), 500);
    for (const name of ['keydown', 'keyup', 'mousedown', 'mouseup', 'click']) {
      document.addEventListener(name, (event) => seen.events.push(name + ' ' + (event.key ?? '')));
    }
  }`;
const RATING = `
  window.rated = [];
  new MutationObserver(() => {
    const overlay = document.getElementById('overlay');
    if (overlay.style.display === 'flex') rated.push(document.getElementById('overlayTitle').textContent);
  }).observe(document.getElementById('overlay'), { attributes: true, attributeFilter: ['style'] });`;

const withScripts = (/** @type {import('playwright-core').BrowserContext} */ context) => Promise.all([
  // The seed that nobody chooses is the same each time, and one that ends soon.
  context.addInitScript('crypto.getRandomValues = (values) => values.fill(2);'),
  context.route('**/recorder.js*', (route) => route.fulfill({ contentType: 'text/javascript', body: RECORDER })),
  context.route('**/rating.js*', (route) => route.fulfill({ contentType: 'text/javascript', body: RATING })),
]);

const shown = (/** @type {import('playwright-core').Page} */ page) => page.evaluate(() => ({
  display: document.getElementById('overlay')?.style.display,
  title: document.getElementById('overlayTitle')?.textContent,
  text: document.getElementById('overlayText')?.textContent,
}));
const state = (/** @type {import('playwright-core').Page} */ page) => page.evaluate('gameState');

/** A game with menus and with dangers that exploring goes around: its player takes the first line, and steps into them. */
const RECKLESS = 'descent';
const ARROWS = ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown'];
const ROUND = ['Tab', 'Tab', '>', 'o'];

for (const { name, title } of packs.filter((/** @type {any} */ it) => [...EASY, RECKLESS].includes(it.name))) {
  test(`${title} keeps the arcade's contract from start to end and again`, async (t) => {
    const page = await visit(t, `arcade/${name}/`, { before: withScripts, reducedMotion: 'reduce' });
    await page.waitForFunction(() => /Space/.test(document.getElementById('overlayText')?.textContent ?? ''));
    assert.equal(await state(page), 'waiting');
    assert.equal((await shown(page)).display, 'flex');
    await page.keyboard.press('Space');
    await page.waitForFunction('gameState === "playing"');
    assert.equal((await shown(page)).display, 'none');
    for (let times = 0; times < (name === RECKLESS ? 1_200 : 400) && await state(page) === 'playing'; times += 1) {
      const more = name === RECKLESS ? ['a', 'Enter', ARROWS[times % 4], 'y', ARROWS[times % 3], 'y'] : [];
      for (const key of [...ROUND, ...more]) await page.keyboard.press(key);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    }
    await picture(page, `arcade-${name}`);
    await page.waitForFunction('gameState === "over"');
    const end = await shown(page);
    assert.equal(end.display, 'flex');
    assert.match(end.title ?? '', /GAME OVER|YOU WIN/);
    assert.match(end.text ?? '', /turn \d+/, 'what became of it is told');
    assert.doesNotMatch(end.text ?? '', /gave up/);
    await page.waitForTimeout(1500);
    const seen = await page.evaluate('seen');
    assert.deepEqual(seen.canvas, ['game', 480, 480, 480]);
    assert.deepEqual(seen.states.slice(-3), ['waiting', 'playing', 'over']);
    assert.ok(seen.scores.every((/** @type {unknown} */ it) => typeof it === 'number'), 'scores are numbers');
    assert.ok(seen.frames > 0, 'the canvas can be read');
    assert.ok(seen.events.includes('keydown >') && seen.events.includes('keyup >'), 'no event is stopped');
    assert.ok((await page.evaluate('rated')).length > 0, 'the rating script sees the ending');
    assert.equal(await page.evaluate(() => document.getElementById('score')?.textContent), String(seen.scores.at(-1)));
    await page.keyboard.press('Space');
    await page.waitForFunction('gameState === "waiting"');
  });
}

/** How the last blow is struck: by a key, or at a cell of the picture. */
const BLOWS = {
  keys: { on: {}, strike: (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ key) => page.keyboard.press(key) },
  mouse: { on: {}, strike: (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ _, /** @type {[number, number]} */ at) => page.mouse.click(...at) },
  touch: { on: PHONE, strike: (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ _, /** @type {[number, number]} */ at) => page.touchscreen.tap(...at) },
};
/** How wide a cell of the picture is, and how far down the map begins. */
const [CELL, MAP_Y] = [16, 26];

/**
 * A bot's run without its last blow, and that blow.
 * @param {import('node:test').TestContext} t
 * @param {string[]} run
 */
function almost(t, run) {
  const path = file(t, 'bot.journal', '');
  barrow('play', RECKLESS, ...run, '--journal', path);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const step = STEPS.get(lines.pop()?.split(' ').at(-1) ?? '');
  assert.ok(step, 'the last command is a blow');
  return { journal: `${lines.join('\n')}\n`, step };
}

/**
 * Where to point in the page: at a cell beside the hero, who is not in the middle near an edge of the level.
 * @param {import('playwright-core').Page} page
 * @param {{east: number, south: number}} step
 * @returns {Promise<[number, number]>}
 */
async function beside(page, { east, south }) {
  const box = await page.locator('#game').boundingBox();
  const hero = await page.evaluate((cell) => {
    for (let at = 0; at < 30 * 21; at += 1) {
      const [x, y] = [(at % 30 + 0.5) * cell, (Math.floor(at / 30) + 0.5) * cell];
      if (/^You\./.test(/** @type {any} */ (window).run.hover(x, y) ?? '')) return { x, y };
    }
  }, CELL);
  assert.ok(box && hero);
  const scale = box.width / 480;
  return [box.x + (hero.x + east * CELL) * scale, box.y + (MAP_Y + hero.y + south * CELL) * scale];
}

for (const [end, run] of Object.entries(DESCENTS)) {
  for (const [way, { on, strike }] of Object.entries(BLOWS)) {
    test(`Dungeon Descent is ${end} on its arcade page by ${way}`, async (t) => {
      const { journal, step } = almost(t, run);
      // The run begins where a bot has left it.
      const begins = "this.machine.module.Game.begin(this.#desk, this.pack, '{}')";
      const goesOn = `window.run = this.machine.module.Game.play_on(this.#desk, this.pack, ${JSON.stringify(journal)}, 4e9)`;
      const before = (/** @type {import('playwright-core').BrowserContext} */ context) => context.route('**/arcade.js', async (route) => {
        const response = await route.fetch();
        const script = await response.text();
        assert.ok(script.includes(begins));
        await route.fulfill({ response, body: script.replace(begins, () => goesOn) });
      });
      const page = await visit(t, `arcade/${RECKLESS}/`, { before, reducedMotion: 'reduce', ...on });
      await page.waitForFunction(() => /Space/.test(document.getElementById('overlayText')?.textContent ?? ''));
      if (way === 'touch') await page.locator('#game').tap();
      else if (way === 'mouse') await page.locator('#game').click();
      else await page.keyboard.press('Space');
      await page.waitForFunction('gameState === "playing"');
      await picture(page, `arcade-${end}-${way}`);
      const earlier = await page.evaluate('score');
      await strike(page, step.key, await beside(page, step));
      await page.waitForFunction('gameState === "over"');
      assert.equal((await shown(page)).title, end === 'won' ? 'YOU WIN' : 'GAME OVER');
      if (end === 'won') assert.ok(await page.evaluate('score') - earlier >= 3_500, 'a boss of floor 7 counts');
    });
  }
}

test('the page works where recorder and rating are absent, and its corner is free', async (t) => {
  const page = await visit(t, `arcade/${packs[0].name}/`);
  await page.waitForFunction(() => /Space/.test(document.getElementById('overlayText')?.textContent ?? ''));
  await page.keyboard.press('Space');
  await page.waitForFunction('gameState === "playing"');
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const inCorner = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.tagName, [width - 30, height - 20]);
  assert.ok(['HTML', 'BODY'].includes(inCorner ?? ''), `${inCorner} is in the corner`);
});

test('a start after half a second by Space, and then Right, is what a preview takes', async (t) => {
  const page = await visit(t, `arcade/${packs[0].name}/`);
  await page.waitForTimeout(500);
  await page.waitForFunction(() => /Space/.test(document.getElementById('overlayText')?.textContent ?? ''));
  await page.keyboard.press('Space');
  await page.waitForTimeout(200);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction('gameState === "playing"');
});

test('the page with keys on it shows which are pressed', async (t) => {
  const page = await visit(t, `arcade/${packs[0].name}/keypad.html`);
  await page.keyboard.down('ArrowLeft');
  assert.match(await page.locator('#kp-left').getAttribute('class') ?? '', /on/);
  await page.keyboard.up('ArrowLeft');
  assert.doesNotMatch(await page.locator('#kp-left').getAttribute('class') ?? '', /on/);
});

test('a key that leaves ends the run as the menu does', async (t) => {
  const page = await visit(t, `arcade/${packs[0].name}/`);
  await page.waitForFunction(() => /Space/.test(document.getElementById('overlayText')?.textContent ?? ''));
  await page.keyboard.press('Space');
  await page.waitForFunction('gameState === "playing"');
  await page.keyboard.press('.');
  await page.keyboard.press('S');
  await page.waitForFunction('gameState === "over"');
  assert.match((await shown(page)).text ?? '', /turn \d+/);
});

const everything = await (await fetch(`${address}packs/index.json`)).json();

for (const { name, title } of everything) {
  test(`the folder of ${title} works as a folder of another site, and leaving ends the run`, async (t) => {
    const page = await visit(t, `site/${name}/`, {
      before: async (context) => {
        await context.route('**/site/**', async (route) => {
          const path = new URL(route.request().url()).pathname.split('/site/')[1];
          const [folder, ...rest] = path.split('/');
          if (folder !== name) return route.fulfill({ status: 404, body: 'not here' });
          const response = await route.fetch({ url: `${address}arcade/${name}/${rest.join('/')}` });
          return route.fulfill({ response });
        });
        await context.route('**/site/recorder.js*', (route) => route.fulfill({ contentType: 'text/javascript', body: RECORDER }));
      },
    });
    await page.waitForFunction(() => /Space/.test(document.getElementById('overlayText')?.textContent ?? ''));
    const numbers = () => page.locator('.score-bar').textContent();
    assert.match(await numbers() ?? '', /Score 0\s*Best 0/, 'nobody has played yet');
    await page.keyboard.press('Space');
    await page.waitForFunction('gameState === "playing"');
    await page.keyboard.press('ArrowRight');
    assert.match(await numbers() ?? '', /Best 0/, 'a run that goes on is no best one');
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.waitForFunction('gameState === "over"');
    assert.match((await shown(page)).text ?? '', /turn \d+/);
    assert.ok((await page.evaluate('seen')).canvas, 'the site\'s recorder is there');
  });
}

test('the hand is in the picture, and is played by touch', async (t) => {
  const begins = "this.machine.module.Game.begin(";
  const page = await visit(t, 'arcade/deck/', {
    ...PHONE,
    reducedMotion: 'reduce',
    before: (context) => context.route('**/arcade.js', async (route) => {
      const response = await route.fetch();
      const script = await response.text();
      assert.ok(script.includes(begins));
      await route.fulfill({ response, body: script.replace(begins, `window.run = ${begins}`) });
    }),
  });
  await page.waitForFunction(() => /Space/.test(document.getElementById('overlayText')?.textContent ?? ''));
  await page.locator('#game').tap();
  await page.waitForFunction('gameState === "playing"');
  const screen = () => page.evaluate(() => JSON.parse(/** @type {any} */ (window).run.screen()));
  const box = await page.locator('#game').boundingBox();
  assert.ok(box);
  /** @param {number} x @param {number} y in the picture */
  const tap = (x, y) => page.touchscreen.tap(box.x + x * box.width / 480, box.y + y * box.width / 480);
  const hand = async () => (await screen()).buttons.filter((/** @type {any} */ it) => /^[1-9]$/.test(it.key)).length;
  await picture(page, 'arcade-hand');
  const before = await hand();
  assert.equal(before, 5);
  // Five cards and what ends the turn stand in two columns above the bag.
  await tap(60, 312);
  // Some cards ask whom they are for.
  if ((await screen()).face) await page.keyboard.press('a');
  assert.equal(await hand(), before - 1);
  assert.equal((await screen()).turn, 0);
  const rows = Math.ceil(before / 2);
  await tap(300, 362 - 20 * rows + 20 * ((before - 1) % rows) + 10);
  assert.equal((await screen()).turn, 1);
});

test('a long text has pages', async (t) => {
  const page = await visit(t, `arcade/${packs[0].name}/`, { reducedMotion: 'reduce' });
  await page.waitForFunction(() => /Space/.test(document.getElementById('overlayText')?.textContent ?? ''));
  const seen = async () => {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return page.evaluate(() => /** @type {HTMLCanvasElement} */ (document.getElementById('game')).toDataURL());
  };
  await page.keyboard.press('Space');
  await page.keyboard.press('?');
  const first = await seen();
  await picture(page, 'arcade-help');
  await page.keyboard.press('ArrowDown');
  const second = await seen();
  assert.notEqual(second, first);
  await page.keyboard.press('ArrowUp');
  assert.equal(await seen(), first);
});

test('on a phone the picture fits', async (t) => {
  const page = await visit(t, `arcade/${packs[0].name}/`, PHONE);
  await page.waitForFunction(() => /Space/.test(document.getElementById('overlayText')?.textContent ?? ''));
  const box = await page.locator('#game').boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
  await picture(page, 'arcade-phone');
});
