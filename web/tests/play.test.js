// @ts-check
// Whole runs: by keys, by mouse, by touch; broken off and continued; and their journals,
// which the terminal's binary must find true.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PHONE, Player, barrow, file, open, picture, ready } from './harness.js';

const { visit, address } = await open(after);
const packs = await (await fetch(`${address}packs/index.json`)).json();

/** Keys that go through any game that waits: strike, descend, explore, wait. */
const KEYS = ['Tab', '>', 'o', '.'];
/** Where hunger ends a run soon, whatever one does. */
const HUNGRY = 'play.html?game=kit&level=famine&seed=5';

/**
 * Answers whatever lies over the map, with the first answer there is.
 * @param {Player} player
 * @param {(button: import('playwright-core').Locator) => Promise<void>} press
 */
async function answer(player, press) {
  const choice = player.sheet.locator('.choices button:not([aria-disabled])').first();
  const hint = player.sheet.locator('.hints button').first();
  await press(await choice.isVisible() ? choice : hint);
}

/**
 * @param {import('node:test').TestContext} t
 * @param {Player} player
 * @param {string} pack
 */
async function verify(t, player, pack) {
  const told = barrow('verify', file(t, 'run.journal', await player.journal()), '--pack', pack);
  assert.match(told, /all as written/);
}

for (const { name, title } of packs.filter((/** @type {any} */ it) => !it.realtime)) {
  test(`${title} is played by keys to an ending, and the run verifies`, async (t) => {
    const page = await visit(t, name === 'kit' ? HUNGRY : `play.html?game=${name}&seed=5`);
    const player = new Player(page);
    await player.begun();
    await player.press('o', 'o', 'o');
    await picture(page, `play-${name}`);
    await player.toTheEnd(async () => {
      if (await player.asked()) return answer(player, (button) => button.press('Enter'));
      await player.press(...KEYS);
    });
    await player.sheet.waitFor();
    await picture(page, `end-${name}`);
    await verify(t, player, name);
  });
}

for (const { name, title } of packs.filter((/** @type {any} */ it) => it.realtime)) {
  test(`${title} is played by keys in real time until it is given up, and the run verifies`, async (t) => {
    const page = await visit(t, `play.html?game=${name}&seed=5`);
    const player = new Player(page);
    await player.begun();
    for (let times = 0; times < 6; times += 1) {
      await player.press('o');
      await page.waitForTimeout(400);
    }
    assert.ok(await player.turn() > 5, 'time passes by itself');
    await picture(page, `play-${name}`);
    await player.press('Q');
    await player.game.getByRole('button', { name: /^yes/i }).click();
    await player.until('over');
    await player.sheet.waitFor();
    await picture(page, `end-${name}`);
    await verify(t, player, name);
  });
}

test('a run is played by mouse to an ending', async (t) => {
  const page = await visit(t, HUNGRY);
  const player = new Player(page);
  await player.begun();
  const box = await player.map.boundingBox();
  assert.ok(box);
  let clicks = 0;
  await player.toTheEnd(async () => {
    if (await player.asked()) return answer(player, (button) => button.click());
    clicks += 1;
    // On the map a click travels, or strikes who is beside one.
    const [x, y] = [box.width / 2 + (clicks % 7) * 16 - 48, box.height / 2 + (clicks % 5) * 16 - 32];
    if (clicks % 3 === 0) return page.mouse.click(box.x + x, box.y + y);
    await player.game.locator('.orders button', { hasText: 'Wait' }).click({ timeout: 2_000 }).catch(() => {});
  });
  await player.sheet.getByRole('heading').first().waitFor();
  await verify(t, player, 'kit');
});

test('hovering tells what is there', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5');
  const player = new Player(page);
  await player.begun();
  const box = await player.map.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction((look) => look.textContent, await player.game.locator('.look').elementHandle());
});

test('a run is played on a phone, by touch alone, to an ending', async (t) => {
  const page = await visit(t, HUNGRY, PHONE);
  const player = new Player(page);
  await player.begun();
  await picture(page, 'phone');
  const box = await player.map.boundingBox();
  assert.ok(box);
  let taps = 0;
  await player.toTheEnd(async () => {
    if (await player.asked()) return answer(player, (button) => button.tap());
    taps += 1;
    const way = [1, 5, 7, 3, 4, 4][taps % 6];
    if (taps % 5) return player.game.locator('.pad .way').nth(way).tap();
    await page.touchscreen.tap(box.x + box.width / 2 + (taps % 3) * 20 - 20, box.y + box.height / 2 + 20);
  });
  await player.sheet.waitFor();
  await picture(page, 'phone-end');
});

test('on a phone nothing is wider than the screen, and a long press looks', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=7', PHONE);
  const player = new Player(page);
  await player.begun();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `${width} pixels wide`);
  const box = await player.map.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const client = await page.context().newCDPSession(page);
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await page.waitForTimeout(600);
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await player.game.locator('.say').waitFor();
  const turn = await player.turn();
  await player.game.locator('.pad .commands button', { hasText: 'Back' }).tap();
  await player.game.locator('.say').waitFor({ state: 'hidden' });
  assert.equal(await player.turn(), turn, 'looking takes no time');
});

for (const { name, title, realtime } of packs) {
  test(`${title} goes on after a reload where it was`, async (t) => {
    const page = await visit(t, `play.html?game=${name}&seed=11`);
    const player = new Player(page);
    await player.begun();
    await player.press('.', 'ArrowLeft', 'ArrowRight', 'o', '.', 'ArrowUp', '.', '.');
    if (realtime) await page.waitForTimeout(500);
    const before = await player.journal();
    await page.reload();
    await player.begun();
    const after = await player.journal();
    assert.ok(before.split('\n').length > 14, 'some turns were played');
    assert.ok(after.startsWith(before.trimEnd()), 'the run goes on with all its turns');
    const digests = [before, after].map((it) => barrow('verify', file(t, 'run.journal', it), '--pack', name));
    if (!realtime) assert.equal(digests[0], digests[1]);
  });

  test(`a run of ${title} from the terminal is watched in the page`, async (t) => {
    const path = file(t, 'run.journal', '');
    barrow('play', name, '--bot', 'sensible', '--seed', '3', '--turns', '60', '--journal', path);
    const page = await visit(t, '');
    await ready(page);
    await page.locator('#watch').setInputFiles(path);
    const player = new Player(page);
    const slider = player.game.getByRole('slider');
    await slider.waitFor();
    const last = Number(await slider.getAttribute('max'));
    assert.ok(last > 0, 'it has turns');
    await slider.fill(String(last));
    await player.drawn();
    assert.equal(await player.trouble.count(), 0);
    await picture(page, `watch-${name}`);
    await slider.fill('1');
    await player.game.getByRole('button', { name: 'Play on from here' }).click();
    await player.begun();
    assert.match(await player.game.locator('.place').textContent() ?? '', /does not count/);
  });
}
