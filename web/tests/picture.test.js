// @ts-check
// What the picture shows while something happens, and which part of the level.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Player, open } from './harness.js';

const { visit } = await open(after);

/**
 * The share of the picture that is not black, at each frame until it stands still.
 * @param {Player} player
 * @param {number} frames
 */
const brightness = (player, frames) => player.map.evaluate(async (canvas, count) => {
  const { context, shares } = {
    context: /** @type {HTMLCanvasElement} */ (canvas).getContext('2d'), shares: /** @type {number[]} */ ([]) };
  const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
  for (let frame = 0; frame < count; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
    const { data } = /** @type {CanvasRenderingContext2D} */ (context).getImageData(0, 0, width, height);
    let light = 0;
    for (let at = 0; at < data.length; at += 4) light += data[at] + data[at + 1] + data[at + 2];
    shares.push(light / (width * height));
  }
  return shares;
}, frames);

test('what is in view stays in view after a walk', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5');
  const player = new Player(page);
  await player.begun();
  for (let times = 0; times < 3; times += 1) {
    await player.press('o');
    await player.still();
  }
  await page.waitForTimeout(700);
  const [lit] = await brightness(player, 1);
  const watching = brightness(player, 20);
  await page.keyboard.press('.');
  const shares = await watching;
  assert.ok(Math.min(...shares) > lit * 0.8, `${lit}: ${shares.map(Math.round)}`);
});

test('a bolt and a blow leave the picture as bright as it was', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5');
  const player = new Player(page);
  await player.begun();
  for (let times = 0; times < 6 && !/In view/.test(await player.game.locator('.side').innerText()); times += 1) {
    await player.press('o');
    await player.still();
  }
  const told = await player.log.textContent() ?? '';
  for (let times = 0; times < 12; times += 1) {
    // A foe that is too far away for the bolt comes nearer.
    const key = ['f', '.', 'Tab'][times % 3];
    await page.waitForTimeout(700);
    const [lit] = await brightness(player, 1);
    const watching = brightness(player, 30);
    await page.keyboard.press(key);
    const shares = await watching;
    assert.ok(Math.min(...shares) > lit * 0.8, `${key}, ${lit}: ${shares.map(Math.round)}`);
  }
  const happened = (await player.log.textContent() ?? '').slice(told.length);
  assert.match(happened, /bolt/i);
  assert.match(happened, /hits? you|misses you|You (hit|miss)/);
});

for (const seed of [8, 10]) {
  test(`a run that begins at the edge of the level is shown in the middle, seed ${seed}`, async (t) => {
    const page = await visit(t, `play.html?game=crawl&seed=${seed}`, { viewport: { width: 1280, height: 800 } });
    const player = new Player(page);
    await player.begun();
    const box = await player.map.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(200);
    assert.match(await player.game.locator('.look').textContent() ?? '', /Floor/, 'what is known is in the middle');
  });
}
