// @ts-check
// For everyone: what axe-core finds, and what a screen reader is given.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { PHONE, Player, open, picture, ready } from './harness.js';

const { visit } = await open(after);
const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** @param {import('playwright-core').Page} page */
async function check(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => /** @type {any} */ (window).axe.run());
  const told = found.violations.map((/** @type {any} */ it) =>
    `${it.id}: ${it.help}\n  ${it.nodes.map((/** @type {any} */ node) => node.target.join(' ')).join('\n  ')}`);
  assert.deepEqual(told, []);
}

test('the front page', async (t) => {
  const page = await visit(t, '');
  await ready(page);
  await check(page);
});

test('the example page', async (t) => check(await visit(t, 'example.html')));

test('a trouble', async (t) => {
  const page = await visit(t, 'play.html?game=none');
  await new Player(page).trouble.waitFor();
  await check(page);
});

for (const [where, options] of Object.entries({ 'a wide page': {}, 'a phone': PHONE })) {
  test(`a game on ${where} and its menus`, async (t) => {
    const page = await visit(t, 'play.html?game=crawl&seed=5', options);
    const player = new Player(page);
    await player.begun();
    await check(page);
    await player.press('?');
    await player.sheet.waitFor();
    await check(page);
    await player.press('Escape');
    await player.press('Escape');
    await player.sheet.waitFor();
    await check(page);
    await picture(page, `menu-${where.replaceAll(' ', '-')}`);
    await player.press('Escape');
  });
}

test('the settings and the shared links', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5');
  const player = new Player(page);
  await player.begun();
  for (const name of ['Settings', 'Share', 'Around me']) {
    await player.game.getByRole('button', { name, exact: true }).click();
    await player.dialog.waitFor();
    await check(page);
    await page.keyboard.press('Escape');
    await player.dialog.waitFor({ state: 'detached' });
  }
});

test('every theme has enough contrast', async (t) => {
  const page = await visit(t, '');
  const theme = page.locator('#settings label', { hasText: /theme/i }).locator('select');
  await theme.waitFor();
  for (const name of await theme.locator('option').allTextContents()) {
    await theme.selectOption(name);
    await check(page);
  }
});

test('what happens is said, and the surroundings can be asked for', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5');
  const player = new Player(page);
  await player.begun();
  assert.equal(await player.log.getAttribute('role'), 'log');
  assert.ok((await player.log.textContent() ?? '').length > 0, 'the beginning is told');
  await player.game.getByRole('button', { name: 'Around me', exact: true }).click();
  assert.ok((await player.dialog.textContent() ?? '').length > 40);
});

test('whoever wants no motion sees none', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5', { reducedMotion: 'reduce' });
  const player = new Player(page);
  await player.begun();
  await player.press('ArrowLeft');
  const frames = () => player.map.evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
  const now = await frames();
  await page.waitForTimeout(60);
  assert.equal(await frames(), now);
});
