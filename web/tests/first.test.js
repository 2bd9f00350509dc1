// @ts-check
// The first minute: a newcomer who knows nothing, and does only what the page says, with a mouse, a
// keyboard and fingers. What such a player sees is kept in pictures.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PHONE, Player, open, picture } from './harness.js';

const { visit, address } = await open(after);
/** @type {{name: string, title: string, levels: {name: string}[], realtime: boolean}[]} */
const packs = await (await fetch(`${address}packs/index.json`)).json();
/** Every game; of a collection, its first level. */
const games = packs.map(({ name, levels, realtime }) => ({ name, realtime, level: levels.length > 1 ? levels[0].name : '' }));

/** What a person does with each device when it is told to. */
const DEVICES = {
  mouse: { on: { viewport: { width: 1280, height: 800 } }, buttons: '.orders button', word: /click ([A-Z][^.,;:]*?)(?= to | once| before|[.,;:]|$)/gi, place: /click a place/i },
  phone: { on: PHONE, buttons: '.commands button', word: /tap ([A-Z][^.,;:]*?)(?= to | once| before|[.,;:]|$)/gi, place: /tap a place/i },
};

/**
 * Touches the map beside its middle, where the hero stands or walks.
 * @param {Player} player
 * @param {'mouse' | 'phone'} device
 * @param {number} times
 */
async function place(player, device, times) {
  const box = await player.map.boundingBox();
  assert.ok(box);
  const cell = await player.cell();
  const [dx, dy] = [[2, 0], [0, 2], [-2, 0], [0, -2]][times % 4];
  const [x, y] = [box.x + box.width / 2 + dx * cell, box.y + box.height / 2 + dy * cell];
  if (device === 'phone') await player.page.touchscreen.tap(x, y);
  else await player.page.mouse.click(x, y);
}

/**
 * Does the next thing that the page says.
 * @param {Player} player
 * @param {'mouse' | 'phone'} device
 * @param {number} times
 */
async function obey(player, device, times) {
  const { buttons, word, place: anywhere } = DEVICES[device];
  const press = (/** @type {import('playwright-core').Locator} */ it) => (device === 'phone' ? it.tap() : it.click());
  const choice = player.sheet.locator('.choices button:not([aria-disabled="true"])').first();
  if (await choice.isVisible()) return press(choice);
  const answer = player.sheet.locator('.hints button').first();
  if (await answer.isVisible()) return press(answer);
  const tips = await player.game.locator('.tips').innerText();
  const named = [...tips.matchAll(word)].map((it) => it[1]).filter((it) => !/^a place/i.test(it));
  const all = anywhere.test(tips) ? [...named, ''] : named;
  const next = all.length ? all[times % all.length] : '';
  if (!next) return place(player, device, times);
  const button = player.game.locator(buttons, { hasText: new RegExp(`^\\W*${next.replace(/[^\w ]/g, '.')}`, 'i') }).first();
  // Some tips name what only a long press does, which has no button.
  if (!await button.count()) return place(player, device, times);
  await button.scrollIntoViewIfNeeded();
  return press(button);
}

for (const device of /** @type {const} */ (['mouse', 'phone'])) {
  for (const { name, level, realtime } of games) {
    const title = level ? `${name}-${level}` : name;
    test(`${title} explains its first minute on a ${device}`, async (t) => {
      const where = `play.html?game=${name}&new=1&seed=5${level ? `&level=${level}` : ''}`;
      const page = await visit(t, where, { ...DEVICES[device].on, reducedMotion: 'reduce' });
      const player = new Player(page);
      await player.begun();
      assert.match(await player.game.locator('.goal').innerText(), /\w/, 'the goal is in view');
      assert.match(await player.game.locator('.tips').innerText(), device === 'phone' ? /tap/i : /click/i);
      await picture(page, `first-${title}-${device}`);
      const before = await player.turn();
      for (let times = 0; times < 14 && await player.state() !== 'over'; times += 1) {
        await obey(player, device, times);
        if (realtime) await page.waitForTimeout(120);
        else await player.still();
      }
      assert.ok(await player.turn() > before, `it is turn ${await player.turn()}`);
      await picture(page, `minute-${title}-${device}`);
    });
  }
}

test('what is explained fits what the player uses', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&new=1&seed=5', { reducedMotion: 'reduce' });
  const player = new Player(page);
  await player.begun();
  const tips = player.game.locator('.tips');
  assert.match(await tips.innerText(), /Press o or click Explore/);
  await page.mouse.click(400, 300);
  await player.drawn();
  assert.match(await tips.innerText(), /^(?!.*Press)[^]*Click Explore/);
  await player.press(';', 'Escape');
  assert.match(await tips.innerText(), /Press o to/);
});

test('pictures of a fight, of darkness, of a menu and of a death', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&new=1&seed=5', { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const player = new Player(page);
  await player.begun();
  for (let times = 0; times < 8 && !/In view/.test(await player.game.locator('.side').innerText()); times += 1) {
    await player.press('o');
    await player.still();
  }
  assert.match(await player.game.locator('.side').innerText(), /In view/i);
  await picture(page, 'scene-fight');
  await player.press('Escape');
  await player.sheet.waitFor();
  await picture(page, 'scene-menu');
  await player.press('Escape', 'Q', 'y');
  await player.until('over');
  await picture(page, 'scene-death');
  const dark = await visit(t, 'play.html?game=dark-floor&new=1&seed=5', { viewport: { width: 1280, height: 800 } });
  await new Player(dark).begun();
  await picture(dark, 'scene-darkness');
});

test('the cards of the front page are alive, but not for those who want none of it', async (t) => {
  const page = await visit(t, '', { viewport: { width: 1280, height: 800 } });
  await page.locator('.game canvas.live').first().waitFor();
  await picture(page, 'front-alive');
  const still = await visit(t, '', { reducedMotion: 'reduce' });
  await still.locator('.game img').first().waitFor();
  await still.waitForTimeout(1500);
  assert.equal(await still.locator('canvas.live').count(), 0);
  assert.equal(await still.locator('.places a').count(), 10, 'ten errands');
  const before = await still.locator('.game').nth(1).boundingBox();
  await still.locator('.game').first().getByText('Choose how it begins').click();
  assert.deepEqual(await still.locator('.game').nth(1).boundingBox(), before, 'nothing moves');
  await picture(await visit(t, '', PHONE), 'front-phone');
});
