// @ts-check
// Two players at one page, who take turns.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Player, barrow, file, open, picture, ready } from './harness.js';

const { visit } = await open(after);

/** @param {Player} player */
const whose = (player) => player.game.locator('.whose').textContent();

test('two players take turns at one page, leave, come back and watch', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5&players=2');
  const player = new Player(page);
  await player.begun();
  assert.match(await whose(player) ?? '', /^Player 1's turn: /);
  await picture(page, 'together');
  await player.press('.');
  assert.match(await whose(player) ?? '', /^Player 2's turn: /);
  assert.equal(await player.turn(), 0, 'the round waits for both');
  // Only the second player reads why nothing happened.
  await player.press('g');
  await player.still();
  assert.match(await player.game.locator('.log').textContent() ?? '', /nothing here/);
  await player.press('.');
  assert.equal(await player.turn(), 1);
  assert.match(await whose(player) ?? '', /^Player 1's turn: /);
  assert.doesNotMatch(await player.game.locator('.log').textContent() ?? '', /nothing here/);
  await player.press('.');
  await page.reload();
  await player.begun();
  assert.match(await whose(player) ?? '', /^Player 2's turn: /, 'the saved run goes on where it was');
  await player.press('.', 'Q');
  await player.game.getByRole('button', { name: /^yes/i }).click();
  await player.until('over');
  const journal = await player.journal();
  assert.match(barrow('verify', file(t, 'two.journal', journal), '--pack', 'crawl'), /all as written/);
});

test('the form of a game seats two, each with a hero, but not in real time', async (t) => {
  const page = await visit(t, 'index.html');
  await ready(page);
  const card = page.locator('.game[data-game="descent"]');
  await card.locator('summary').click();
  const heroes = card.locator('select[name="hero"]');
  assert.equal(await heroes.nth(1).isVisible(), false);
  await card.locator('select[name="players"]').selectOption('2');
  assert.equal(await heroes.nth(1).isVisible(), true);
  assert.equal(await heroes.nth(2).isVisible(), false);
  await heroes.nth(1).selectOption({ index: 2 });
  await card.locator('form button').click();
  const player = new Player(page);
  await player.begun();
  assert.match(page.url(), /players=2/);
  assert.match(await whose(player) ?? '', /^Player 1's turn: /);
  await page.goBack();
  assert.equal(await page.locator('.game[data-game="dark-floor"] select[name="players"]').count(), 0);
});
