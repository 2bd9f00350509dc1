// @ts-check
// Games in other pages: several at once, keys and scrolling, events, frames, the kit's ways.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { Player, hostFolder, open, picture } from './harness.js';

const { visit } = await open(after);

/**
 * Opens a page of one's own beside the shipped ones.
 * @param {import('node:test').TestContext} t
 * @param {string} body
 */
const write = (t, body, path = 'mine.html') => visit(t, path, {
  before: (context) => context.route('**/mine.html*', (route) => route.fulfill({
    contentType: 'text/html', body: `<!doctype html><html lang="en"><title>Mine</title><body style="margin:0">${body}`,
  })),
});

const THREE = `
  <h1>Three games</h1>
  <barrow-game id="first" pack="crawl" seed="7" style="height:400px"></barrow-game>
  <div style="height:900px">text</div>
  <barrow-game id="second" pack="kit" level="labyrinth" seed="7" style="height:400px"></barrow-game>
  <div style="height:900px">text</div>
  <barrow-game id="third" pack="dark-floor" seed="7" style="height:400px"></barrow-game>
  <div style="height:1200px">text</div>
  <script type="module" src="barrow.js"></script>`;

const scrolled = (/** @type {import('playwright-core').Page} */ page) => page.evaluate(() => scrollY);

/**
 * Scrolls with a key. A key that comes while the last one is still scrolling may be lost, so it
 * is pressed until the page is there.
 * @param {import('playwright-core').Page} page
 * @param {string} key
 * @param {() => boolean} there
 */
async function scrollBy(page, key, there) {
  for (let tries = 0; tries < 20 && !await page.evaluate(there); tries += 1) {
    await page.keyboard.press(key);
    await page.waitForTimeout(300);
  }
  assert.ok(await page.evaluate(there), `${key} scrolls the page`);
}

test('three games on one page take keys only while they have the focus', async (t) => {
  const page = await write(t, THREE);
  const players = ['#first', '#second', '#third'].map((it) => new Player(page, it));
  await players[0].game.getByRole('button', { name: 'Click to play' }).waitFor();
  await scrollBy(page, 'End', () => scrollY > 500);
  await scrollBy(page, 'Home', () => scrollY === 0);

  for (const player of players) {
    await player.game.getByRole('button', { name: 'Click to play' }).click();
    await player.begun();
  }
  const [first, second] = players;
  await first.game.scrollIntoViewIfNeeded();
  await first.map.click({ position: { x: 3, y: 3 } });
  const [here, there, place] = [await first.turn(), await second.turn(), await scrolled(page)];
  await first.press('.', '.', ' ', 'ArrowDown', 'ArrowUp');
  assert.ok(await first.turn() > here, 'the game with the focus plays');
  assert.equal(await second.turn(), there, 'the others do not');
  assert.equal(await scrolled(page), place, 'keys that the game uses do not scroll');
  await picture(page, 'three-embeds');

  await page.locator('h1').click();
  await page.evaluate(() => /** @type {any} */ (document.activeElement)?.blur());
  const turn = await first.turn();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.waitForFunction((from) => scrollY > from, place);
  assert.equal(await first.turn(), turn, 'without the focus a game takes no key');
});

test('the wheel scrolls the page over a game', async (t) => {
  const page = await write(t, THREE);
  const player = new Player(page, '#first');
  await player.game.getByRole('button', { name: 'Click to play' }).click();
  await player.begun();
  await player.map.hover();
  await page.mouse.wheel(0, 600);
  await page.waitForFunction(() => scrollY > 200);
});

test('a host hears of state, score and events', async (t) => {
  const page = await write(t, `
    <barrow-game pack="crawl" seed="7" style="height:500px"></barrow-game>
    <script>
      window.heard = [];
      for (const name of ['state', 'score', 'event']) {
        document.querySelector('barrow-game').addEventListener(name, (it) => heard.push([name, it.detail]));
      }
    </script>
    <script type="module" src="barrow.js"></script>`);
  const player = new Player(page);
  await player.game.getByRole('button', { name: 'Click to play' }).click();
  await player.begun();
  await player.press('.', 'o');
  const heard = await page.evaluate(() => /** @type {any} */ (window).heard);
  assert.ok(heard.some((/** @type {any} */ it) => it[0] === 'state' && it[1].state === 'playing'));
  assert.ok(heard.some((/** @type {any} */ it) => it[0] === 'score' && typeof it[1].score === 'number'));
  assert.ok(heard.some((/** @type {any} */ it) => it[0] === 'event' && it[1].text.length > 0));
});

test('a frame tells its parent by messages', async (t) => {
  const page = await write(t, `
    <script>window.heard = []; addEventListener('message', (it) => heard.push(it.data));</script>
    <iframe src="play.html?game=crawl&seed=7&embed=1" width="800" height="500" title="Crawl"></iframe>`);
  const frame = page.frameLocator('iframe');
  await frame.locator('barrow-game').getByRole('button', { name: 'Click to play' }).click();
  await frame.locator('barrow-game .cover').waitFor({ state: 'hidden' });
  await page.keyboard.press('.');
  await page.waitForFunction(() => /** @type {any} */ (window).heard.some(
    (/** @type {any} */ it) => it?.source === 'barrow' && it.type === 'state' && it.state === 'playing'));
  await page.waitForFunction(() => /** @type {any} */ (window).heard.some((/** @type {any} */ it) => it?.type === 'score'));
});

const WAYS = {
  'data-prototype on a container': ['mine.html', '<div id="game" data-prototype="arena" data-folder="kit/" style="height:500px"></div>'],
  'a global object': ['mine.html', '<div id="game" style="height:500px"></div><script>window.DUNGEON_CONFIG = { prototype: "arena", folder: "kit/" };</script>'],
  '?prototype= over the container': ['mine.html?prototype=arena', '<div id="game" data-prototype="labyrinth" data-folder="kit/" style="height:500px"></div>'],
};
for (const [way, [path, body]] of Object.entries(WAYS)) {
  test(`a kit's folder plays by ${way}`, async (t) => {
    const page = await visit(t, path, {
      before: async (context) => {
        await hostFolder(context, 'kit');
        await context.route('**/mine.html*', (route) => route.fulfill({
          contentType: 'text/html', body: `<!doctype html><title>Mine</title>${body}<script type="module" src="barrow.js"></script>`,
        }));
      },
    });
    const player = new Player(page);
    await player.game.getByRole('button', { name: 'Click to play' }).click();
    await player.begun();
    const { name } = JSON.parse(readFileSync(new URL('../../packs/kit/prototypes/arena/prototype.json', import.meta.url), 'utf8'));
    assert.ok((await player.game.locator('.place').textContent())?.includes(name), 'it is the one that was asked for');
  });
}

test('a game that is open twice is kept once, and the other says so', async (t) => {
  const page = await write(t, `
    <barrow-game id="first" pack="crawl" seed="7" style="height:400px"></barrow-game>
    <barrow-game id="second" pack="crawl" seed="8" style="height:400px"></barrow-game>
    <script type="module" src="barrow.js"></script>`);
  for (const id of ['#first', '#second']) {
    const player = new Player(page, id);
    await player.game.getByRole('button', { name: 'Click to play' }).click();
    await player.begun();
  }
  const notice = page.locator('#second').locator('.notice');
  assert.match(await notice.textContent() ?? '', /not saved/);
});

test('the example page plays', async (t) => {
  const page = await visit(t, 'example.html');
  const player = new Player(page, '#first');
  await player.game.getByRole('button', { name: 'Click to play' }).click();
  await player.begun();
  await page.waitForFunction(() => document.getElementById('heard')?.textContent !== 'nothing yet');
});

test('a sandboxed frame plays', async (t) => {
  const page = await write(t, '<iframe sandbox="allow-scripts" src="play.html?game=crawl&seed=5&embed=1" width="800" height="600"></iframe>');
  const game = page.frameLocator('iframe').locator('barrow-game');
  await game.getByRole('button', { name: 'Click to play' }).click();
  await game.locator('.cover').waitFor({ state: 'hidden' });
  assert.match(await game.locator('.notice').textContent() ?? '', /does not let the page save/);
});
