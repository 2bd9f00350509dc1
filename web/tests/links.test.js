// @ts-check
// Links: the run of a day, and finished runs that others watch.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { BARROW, Player, barrow, file, folder, open, picture, ready } from './harness.js';

const { visit } = await open(after);

/**
 * Begins what an address asks for, on a day, and gives how it begins.
 * @param {import('node:test').TestContext} t
 * @param {string} day
 * @param {string} path
 */
async function beginning(t, day, path) {
  const page = await visit(t, path, { before: (context) => context.clock.setFixedTime(`${day}T13:00:00Z`) });
  const player = new Player(page);
  await player.begun();
  await player.press('.');
  return player.journal();
}

test('a day has one run for everyone, and the next day another', async (t) => {
  const daily = 'play.html?game=crawl&daily=';
  const mine = await beginning(t, '2026-03-01', `${daily}2026-03-01`);
  assert.equal(await beginning(t, '2026-03-01', `${daily}2026-03-01`), mine, 'another visitor');
  assert.equal(await beginning(t, '2026-03-01', daily), mine, 'without a day it is today’s');
  const next = await beginning(t, '2026-03-02', `${daily}2026-03-02`);
  const seed = (/** @type {string} */ journal) => /^seed .*$/m.exec(journal)?.[0];
  assert.notEqual(seed(next), seed(mine));
  for (const run of [mine, next]) assert.match(barrow('verify', file(t, 'run.journal', run), '--pack', 'crawl'), /all as written/);
});

for (const [what, day] of Object.entries({ 'that is over': '2026-02-28', 'to come': '2026-03-02', 'that is none': 'tuesday' })) {
  test(`a day ${what} is told, and today’s run offered`, async (t) => {
    const page = await visit(t, `play.html?game=crawl&daily=${day}`, {
      before: (context) => context.clock.setFixedTime('2026-03-01T13:00:00Z'),
    });
    const { trouble } = new Player(page);
    await trouble.waitFor();
    assert.match(await trouble.textContent() ?? '', new RegExp(`“${day}” is not today.*today’s`, 's'));
  });
}

test('a link to a finished run shows it to its end, to someone else', async (t) => {
  const page = await visit(t, 'play.html?game=kit&level=famine&seed=5', { reducedMotion: 'reduce' });
  const player = new Player(page);
  await player.begun();
  await player.toTheEnd(() => player.press('.', '.', '.', '.', '.', '.'));
  const link = await player.sheet.getByLabel('This run, to watch').inputValue();
  const turn = await player.turn();

  const elsewhere = await visit(t, new URL(link).pathname.slice(1) + new URL(link).search + new URL(link).hash);
  const other = new Player(elsewhere);
  const slider = other.game.getByRole('slider');
  await slider.waitFor();
  const last = Number(await slider.getAttribute('max'));
  assert.equal(await slider.inputValue(), '0', 'it begins at the beginning');
  await slider.fill(String(last - 3));
  await other.game.getByRole('button', { name: 'Play', exact: true }).click();
  await other.game.locator('.count', { hasText: `turn ${turn}:` }).waitFor();
  assert.equal(await slider.inputValue(), String(last), 'it goes on by itself to the end');
  await picture(elsewhere, 'watch-link');
});

/**
 * Walks about a square of four cells in the terminal, without rhyme or reason: nothing shortens
 * such a run.
 * @param {import('node:test').TestContext} t
 * @param {number} steps
 * @returns {string} the file of the run
 */
function wander(t, steps) {
  const home = folder(t);
  const lines = [];
  for (let [at, state, step] = [0, 1, 0]; step < steps; step += 1) {
    state = (state * 48271) % 2147483647;
    const [down, across] = [(state >> 8) & 1, (state >> 9) & 1];
    const words = [down && ['south', 'north'][at & 1], across && ['east', 'west'][at >> 1]];
    lines.push(words.filter(Boolean).join('-') || 'wait');
    at ^= down | (across << 1);
  }
  execFileSync(BARROW, ['play', 'kit', '--level', 'locks', '--plain', '--seed', '3'], {
    input: lines.join('\n'), env: { ...process.env, HOME: home, XDG_DATA_HOME: home }, stdio: ['pipe', 'ignore', 'inherit'],
  });
  const kept = readdirSync(home, { recursive: true }).map(String).find((it) => it.endsWith('.journal'));
  return join(home, String(kept));
}

test('a run too long for a link is offered as a file', async (t) => {
  const path = wander(t, 24_000);
  const page = await visit(t, '');
  await ready(page);
  await page.locator('#watch').setInputFiles(path);
  const player = new Player(page);
  const slider = player.game.getByRole('slider');
  await slider.fill(await slider.getAttribute('max') ?? '');
  await player.game.getByRole('button', { name: 'Play on from here' }).click();
  await player.begun();
  await player.press('.');
  await player.tool('Share');
  const { dialog } = player;
  await dialog.getByLabel('The same seed').waitFor();
  assert.equal(await dialog.getByLabel('This run, to watch').count(), 0);
  await page.keyboard.press('Escape');
  const told = barrow('verify', file(t, 'run.journal', await player.journal()), '--pack', 'kit');
  assert.match(told, /24001 commands.*all as written/);
});

test('scripts in the console can play, if the address asks for it', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&hero=seer&seed=5&console');
  await new Player(page).begun();
  await page.evaluate(() => /** @type {any} */ (window).barrow.press('.', '.'));
  await page.waitForFunction(() => /** @type {any} */ (window).barrow.screen().turn === 2);
  const told = await page.evaluate(() => {
    const { barrow } = /** @type {any} */ (window);
    return { around: barrow.around(), setup: barrow.setup(), journal: barrow.journal() };
  });
  assert.match(told.around, /Open:/);
  assert.equal(told.setup.hero, 'seer');
  assert.match(barrow('verify', file(t, 'run.journal', told.journal), '--pack', 'crawl'), /all as written/);
  const plain = await visit(t, 'play.html?game=crawl&seed=5');
  await new Player(plain).begun();
  assert.equal(await plain.evaluate(() => 'barrow' in window), false);
});
