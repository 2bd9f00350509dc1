// @ts-check
// Runs that are looked at, given up, broken off, continued and watched; and their journals,
// which the terminal's binary must find true.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PHONE, Player, barrow, file, open, picture, ready } from './harness.js';

const { visit, address } = await open(after);
const packs = await (await fetch(`${address}packs/index.json`)).json();

test('a run that is given up says so, and verifies', async (t) => {
  const page = await visit(t, 'play.html?game=kit&seed=5');
  const player = new Player(page);
  await player.begun();
  await player.press('.', 'Q');
  await player.game.getByRole('button', { name: /^yes/i }).click();
  await player.until('over');
  assert.match(await player.sheet.textContent() ?? '', /Given up.*You gave up/s);
  assert.match(barrow('verify', file(t, 'run.journal', await player.journal()), '--pack', 'kit'), /all as written/);
});

for (const { name, title } of packs.filter((/** @type {any} */ it) => it.realtime)) {
  test(`time passes by itself in ${title}, but not for those who look away`, async (t) => {
    const page = await visit(t, `play.html?game=${name}&seed=5`);
    const player = new Player(page);
    await player.begun();
    const place = await player.game.locator('.place').elementHandle();
    const past = (/** @type {number} */ turn) => page.waitForFunction(
      ([it, than]) => Number(/turn (\d+)/.exec(/** @type {any} */ (it).textContent)?.[1]) > Number(than), [place, turn]);
    assert.equal(await player.turn(), 0, 'it waits for the first key');
    await player.press('o');
    await past(5);
    await player.tool('Around me');
    const turn = await player.turn();
    await page.waitForTimeout(500);
    assert.equal(await player.turn(), turn, 'who reads is not hunted');
    await page.keyboard.press('Escape');
    await player.press('o');
    await past(turn);
  });
}

test('hovering tells what is there', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5');
  const player = new Player(page);
  await player.begun();
  const box = await player.map.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction((look) => look.textContent, await player.game.locator('.look').elementHandle());
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
  test(`on a phone, whatever a tap opens in ${title} a tap closes`, async (t) => {
    const page = await visit(t, `play.html?game=${name}&seed=5`, {
      ...PHONE, reducedMotion: 'reduce', before: async (context) => realtime && context.clock.install(),
    });
    const player = new Player(page);
    await player.begun();
    if (realtime) await player.stopClock();
    const commands = player.game.locator('.commands button');
    const said = player.game.locator('.say p:visible', { hasNotText: 'Paused' });
    const open = async () => await player.asked() || await said.count() > 0;
    const opened = [];
    await picture(page, `phone-${name}`);
    for (const label of await commands.evaluateAll((all) => all.map((it) => it.title))) {
      // What was done before may have used up what this one needs.
      const command = player.game.locator('.commands').getByRole('button', { name: label, exact: true });
      if (!await command.count()) continue;
      await command.first().tap();
      await player.settle();
      if (await open()) opened.push(label);
      for (let times = 0; times < 4 && await open(); times += 1) {
        const sheet = player.sheet.locator('.hints button').last();
        await (await sheet.isVisible() ? sheet : commands.filter({ hasText: /^(Back|Not at all|No)$/ })).tap();
        await player.settle();
      }
      assert.ok(!await open(), `${label} cannot be left`);
    }
    for (const label of ['Travel', 'Look', 'Character', 'Messages', 'Help', 'Menu']) assert.ok(opened.includes(label), `${label}: ${opened}`);
    for (const label of ['Around me', 'Share', 'Settings']) {
      await player.game.locator('.bar .narrow').tap();
      await player.game.getByRole('button', { name: label, exact: true }).tap();
      await player.dialog.getByRole('button', { name: /^(Close|Done)$/ }).tap();
      await player.dialog.waitFor({ state: 'detached' });
    }
  });
}

test('on a phone, a throw is aimed by tapping where it goes', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5', PHONE);
  const player = new Player(page);
  await player.begun();
  await player.game.locator('.commands button', { hasText: 'Throw' }).tap();
  await player.sheet.locator('.choices button').first().tap();
  await player.game.locator('.say').waitFor();
  const box = await player.map.boundingBox();
  assert.ok(box);
  // Once shows where, and once more does it.
  for (const turn of [0, 1]) {
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2 - 3 * await player.cell());
    await player.drawn();
    assert.equal(await player.turn(), turn);
  }
  assert.match(await player.journal(), / throw /);
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
    // The watched run is drawn too, so wait until it is gone.
    await slider.waitFor({ state: 'detached' });
    await player.begun();
    assert.match(await player.game.locator('.place').textContent() ?? '', /does not count/);
  });
}
