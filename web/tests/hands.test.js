// @ts-check
// Fingers and mouse: where buttons are, what they say, and what is beside the map.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PHONE, Player, open, picture } from './harness.js';

const { visit } = await open(after);

/**
 * The buttons of the pad: what they say, and where they are.
 * @param {Player} player
 */
const places = (player) => player.game.locator('.commands button').evaluateAll((all) => all.map((it) => {
  const { x, y } = it.getBoundingClientRect();
  return `${it.lastChild?.textContent} ${x},${y}`;
}));

test('on a phone every button stays where it is', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5', { ...PHONE, reducedMotion: 'reduce' });
  const player = new Player(page);
  await player.begun();
  const before = await places(player);
  assert.match(before[0], /^Explore/, 'the most needed comes first');
  const unsigned = await player.game.locator('.commands button').evaluateAll((all) =>
    all.filter((it) => !it.querySelector('[aria-hidden]')?.textContent?.trim()).map((it) => it.textContent ?? ''));
  assert.ok(before.length > unsigned.length + 9, 'a command has a sign');
  assert.ok(unsigned.every((it) => /potion|bolt|sight/i.test(it)), `only what this game adds has none: ${unsigned}`);
  for (let times = 0; times < 3; times += 1) {
    await player.game.locator('.commands button', { hasText: 'Explore' }).tap();
    await player.still();
  }
  assert.match(await player.log.textContent() ?? '', /goblin/, 'someone has come into view');
  assert.deepEqual(await places(player), before);
  await picture(page, 'phone-buttons');
});

test('on a phone the help tells of fingers, and nothing tells of keys', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5', PHONE);
  const player = new Player(page);
  await player.begun();
  assert.doesNotMatch(await player.log.textContent() ?? '', /Press/);
  await player.game.locator('.commands button', { hasText: 'Help' }).tap();
  await player.sheet.getByText('go there').waitFor();
  const help = await player.sheet.innerText();
  assert.match(help, /tap\s+go there/);
  assert.doesNotMatch(help, /hjkl|Tab|Esc/);
});

test('a game with four ways offers four', async (t) => {
  const page = await visit(t, 'play.html?game=dark-floor&seed=5', PHONE);
  const player = new Player(page);
  await player.begun();
  const shown = await player.game.locator('.way').evaluateAll((all) =>
    all.filter((it) => getComputedStyle(it).visibility === 'visible').map((it) => it.getAttribute('aria-label')));
  assert.deepEqual(shown, ['north', 'west', 'wait', 'east', 'south']);
  const labels = await player.game.locator('.commands button').allTextContents();
  assert.ok(labels.every((it) => !/slot/i.test(it)), labels.join());
  assert.ok(labels.every((it) => !/fight/i.test(it)), 'nothing here can be fought');
  await picture(page, 'phone-four-ways');
});

test('on a phone the whole level is in a corner', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5', PHONE);
  const player = new Player(page);
  await player.begun();
  const box = await player.game.locator('.corner').boundingBox();
  assert.ok(box && box.width > 40 && box.width < 180, `${box?.width} pixels wide`);
});

test('on a phone only one button is called Menu', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5', PHONE);
  const player = new Player(page);
  await player.begun();
  assert.equal(await player.game.getByRole('button', { name: 'Menu' }).count(), 1);
});

test('a tap beside an open menu closes it and does nothing else', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5', PHONE);
  const player = new Player(page);
  await player.begun();
  await player.game.locator('.commands button', { hasText: 'Menu' }).tap();
  await player.sheet.waitFor();
  const box = await player.map.boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(box.x + 8, box.y + 8);
  await player.sheet.waitFor({ state: 'hidden' });
  assert.equal(await player.turn(), 0);
});

test('the wheel zooms, and what is under the mouse is told beside it', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5');
  const player = new Player(page);
  await player.begun();
  const box = await player.map.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  const look = player.game.locator('.look');
  await look.waitFor();
  const told = await look.boundingBox();
  assert.ok(told && Math.abs(told.x - x) < 40 && Math.abs(told.y - y) < 60, JSON.stringify(told));
  const before = await player.cell();
  await page.mouse.wheel(0, -100);
  await player.drawn();
  assert.ok(await player.cell() > before);
});

test('the sidebar tells the seed, and mana apart from life', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5');
  const player = new Player(page);
  await player.begun();
  assert.match(await player.game.locator('.score').textContent() ?? '', /Seed 5/);
  const colors = await player.game.locator('.status .stat:has(.gauge)').evaluateAll((all) => all.map((it) => getComputedStyle(it).color));
  assert.equal(new Set(colors).size, colors.length, colors.join());
});

for (const [end, ...keys] of [['a death', 'Tab', 'o', '>'], ['giving up', 'o', 'Q', 'y']]) {
  test(`after ${end} there are no commands, no foes, and the best score is known`, async (t) => {
    const page = await visit(t, 'play.html?game=crawl&seed=5', { reducedMotion: 'reduce' });
    const player = new Player(page);
    await player.begun();
    await player.toTheEnd(() => player.press(...keys));
    await player.drawn();
    assert.match(await player.log.textContent() ?? '', /goblin/, 'a foe was in view');
    assert.equal(await player.game.locator('.orders button:visible').count(), 0);
    const side = await player.game.locator('.side').textContent() ?? '';
    assert.doesNotMatch(side, /In view/);
    assert.doesNotMatch(side, /Best –/);
  });
}
