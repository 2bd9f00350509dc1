// @ts-check
// The messages: the last one is in view, they belong to this run, and a reload keeps them.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PHONE, Player, open } from './harness.js';

const { visit } = await open(after);

/** @param {Player} player */
const lines = (player) => player.log.locator('p').allTextContents();

/**
 * Whether the last message is in view.
 * @param {Player} player
 */
const follows = (player) => player.log.evaluate((log) => {
  const last = log.querySelector('p:last-child')?.getBoundingClientRect();
  const box = log.getBoundingClientRect();
  return last !== undefined && last.top >= box.top && last.bottom <= box.bottom + 1;
});

for (const [where, options] of /** @type {const} */ ([['', {}], [' on a phone', PHONE]])) {
  test(`the log follows through hundreds of messages${where}`, async (t) => {
    const page = await visit(t, 'play.html?game=kit&seed=5', { ...options, reducedMotion: 'reduce' });
    const player = new Player(page);
    await player.begun();
    // Two refusals in turn: each is a message of its own.
    for (let times = 0; times < 75; times += 1) await player.press('<', 'g', '.');
    assert.ok(await player.log.locator('p').count() > 100);
    assert.ok(await follows(player), 'after 150 messages');
    await player.log.evaluate((log) => log.scrollBy(0, -200));
    await player.press('<');
    assert.ok(await follows(player), 'after someone has read older ones');
  });
}

test('a new run begins with its own messages', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5', { reducedMotion: 'reduce' });
  const player = new Player(page);
  await player.begun();
  const first = (await lines(player))[0];
  await player.press('<', 'Q');
  await player.game.getByRole('button', { name: /^yes/i }).click();
  await player.until('over');
  const before = await lines(player);
  await page.waitForTimeout(700);
  await player.sheet.getByRole('button', { name: /^again/i }).click();
  await player.until('playing');
  await player.drawn();
  const now = await lines(player);
  assert.ok(now.length > 0 && now.length < before.length, now.join('\n'));
  assert.equal(now[0], first, 'it begins with the first message');
});

test('after a reload the last messages are still there', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5', { reducedMotion: 'reduce' });
  const player = new Player(page);
  await player.begun();
  for (let times = 0; times < 3; times += 1) {
    await player.press('o');
    await player.still();
    await player.press('Tab', 'Tab', 'Tab');
  }
  const before = (await lines(player)).filter((it) => /\b(hits?|miss|misses|dies)\b/.test(it));
  assert.ok(before.length > 1, await player.log.textContent() ?? '');
  await page.reload();
  await player.begun();
  await player.drawn();
  const now = await lines(player);
  assert.match(now.at(-1) ?? '', /Welcome back/);
  for (const line of before) assert.ok(now.includes(line), `${line}\n${now.join('\n')}`);
});

test('on a common screen six messages are in view, older ones fade, and the seed is shown', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5', { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const player = new Player(page);
  await player.begun();
  for (let times = 0; times < 8; times += 1) {
    await player.press('o', 'Tab', '<');
    await player.still();
  }
  const shown = await player.log.evaluate((log) => {
    const box = log.getBoundingClientRect();
    const inside = (/** @type {Element} */ it) => it.getBoundingClientRect().top >= box.top - 1;
    return [...log.querySelectorAll('p')].filter(inside).map((it) => getComputedStyle(it).opacity);
  });
  assert.ok(shown.length >= 6, `${shown.length} messages`);
  assert.deepEqual([shown.at(-1), shown.at(-6)], ['1', '0.3']);
  assert.ok(shown.every((it, at) => at === 0 || it >= shown[at - 1]), `older is never brighter: ${shown}`);
  assert.match(await player.game.locator('.score').textContent() ?? '', /Seed 5/);
});

test('a noise passes after a moment, and the list of messages keeps it', async (t) => {
  const page = await visit(t, 'play.html?game=descent&hero=houndmaster&seed=5', { reducedMotion: 'reduce' });
  const player = new Player(page);
  await player.begun();
  await player.press('z');
  await player.sheet.getByRole('button', { name: /Whistle/ }).click();
  const noise = player.log.locator('p', { hasText: 'A whistle' });
  await noise.waitFor();
  await noise.waitFor({ state: 'detached', timeout: 5_000 });
  assert.match(await player.log.textContent() ?? '', /hound/, 'what was said stays');
  await player.press('M');
  await player.sheet.getByText('A whistle').waitFor();
});
