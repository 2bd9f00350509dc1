// @ts-check
// The front page and the way from it into every game.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { BARROW, Player, barrow, folder, open, picture, ready } from './harness.js';

const { visit, address } = await open(after);
const budget = JSON.parse(readFileSync(new URL('../budget.json', import.meta.url), 'utf8'));
/** A run of the errand with the three doors that is won, in words. */
const WON = `${'south '.repeat(6)}go_1 west west ${'north '.repeat(6)}${'east '.repeat(7)}north-east north look go_1 go_1 \
north north east south-east ${'east '.repeat(6)}${'south '.repeat(5)}${'north '.repeat(4)}${'west '.repeat(5)}\
south-west south south south south down down`.replaceAll(' ', '\n').replaceAll('_', ' ');
const packs = await (await fetch(`${address}packs/index.json`)).json();

test('the front page shows every game with a picture of it', async (t) => {
  const page = await visit(t, '', { reducedMotion: 'reduce' });
  await page.locator('.game').first().waitFor();
  assert.deepEqual(await page.locator('.game h3').allTextContents(), packs.map((/** @type {any} */ it) => it.title));
  for (const image of await page.locator('.game img').all()) {
    await image.scrollIntoViewIfNeeded();
    await page.waitForFunction((it) => /** @type {HTMLImageElement} */ (it).naturalWidth > 0, await image.elementHandle());
  }
  await picture(page, 'front');
});

for (const pack of packs) {
  test(`${pack.title} begins from its card, and is drawn`, async (t) => {
    const page = await visit(t, '');
    await page.locator(`.game[data-game="${pack.name}"]`).getByRole('link', { name: 'Play', exact: true }).click();
    const player = new Player(page);
    await player.begun();
    const count = () => player.map.evaluate((canvas) => {
      const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
      const paper = /** @type {HTMLCanvasElement} */ (canvas).getContext('2d');
      const pixels = new Uint32Array(/** @type {any} */ (paper).getImageData(0, 0, width, height).data.buffer);
      return new Set(pixels).size;
    });
    // A run has begun before its first frame is drawn.
    let colours = await count();
    for (const end = Date.now() + 5000; colours <= 8 && Date.now() < end;) colours = await count();
    assert.ok(colours > 8, `a picture of ${colours} colours`);
    await picture(page, `begin-${pack.name}`);
  });
}

test('a game begins at the level and from the seed that its card was asked for', async (t) => {
  const pack = packs.find((/** @type {any} */ it) => it.levels.length > 1);
  const page = await visit(t, '');
  const card = page.locator(`.game[data-game="${pack.name}"]`);
  await card.getByText('Choose how it begins').click();
  await card.getByLabel('Begin at').selectOption(pack.levels[2].name);
  await card.getByLabel('Seed').fill('lantern');
  await card.getByRole('button', { name: 'Play' }).click();
  const player = new Player(page);
  await player.begun();
  const journal = await player.journal();
  assert.match(journal, new RegExp(`^level ${pack.levels[2].name}$`, 'm'));
});

test('who comes back goes on first, and sees which errands are finished', async (t) => {
  const home = folder(t);
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home };
  const options = { input: WON, env, stdio: /** @type {any} */ (['pipe', 'ignore', 'inherit']) };
  execFileSync(BARROW, ['play', 'kit', '--level', 'locks', '--plain', '--seed', '5'], options);
  const profile = join(home, 'won.profile');
  execFileSync(BARROW, ['export', profile], { env });
  const page = await visit(t, 'play.html?game=crawl&seed=21', { reducedMotion: 'reduce' });
  const player = new Player(page);
  await player.begun();
  await player.press('.', '.');
  await page.goto(new URL('./', page.url()).href);
  await ready(page);
  await page.locator('#import').setInputFiles(profile);
  await page.locator('.done', { hasText: 'done' }).waitFor();
  const done = page.locator('.places li', { hasText: 'done' });
  assert.deepEqual(await done.locator('b').allTextContents(), ['Three Doors and Some Stones']);
  const crawl = page.locator('.game[data-game="crawl"] .row a');
  assert.deepEqual((await crawl.allTextContents()).slice(0, 1), ['Continue']);
  assert.ok((await crawl.allTextContents()).includes('New run'));
  const words = await page.locator('main').evaluate((it) => it.textContent ?? '');
  assert.doesNotMatch(words, /observer/i, 'nobody is offered a hero who cannot act');
  for (const select of await page.locator('select[name="hero"]').all()) {
    const names = await select.locator('option').allTextContents();
    assert.deepEqual(names.filter((it, at) => names.indexOf(it) !== at), [], 'nobody is offered twice');
  }
});

test('what a first visitor loads to play is within the budget', async (t) => {
  /** @type {Promise<number>[]} */
  const loaded = [];
  /** @type {string[]} */
  const addresses = [];
  const page = await visit(t, '', {
    // The scenes on the cards are loaded later, and only for those who want motion.
    reducedMotion: 'reduce',
    // What a service worker keeps for later is not waited for.
    serviceWorkers: 'block',
    before: async (context) => context.on('response', (answer) => {
      addresses.push(answer.url());
      const sizes = answer.request().sizes();
      loaded.push(sizes.then((it) => it.responseBodySize, () => 0));
    }),
  });
  await page.locator('.game').first().getByRole('link', { name: 'Play', exact: true }).click();
  await new Player(page).begun();
  const bytes = (await Promise.all(loaded)).reduce((sum, it) => sum + it, 0);
  assert.ok(bytes > 50_000, 'the wasm at least was loaded');
  assert.ok(!addresses.some((it) => it.includes('binder')), 'a shipped game needs no reader');
  assert.ok(bytes <= budget.first_game.max, `${bytes} bytes in ${loaded.length} answers`);
});
