// @ts-check
// A gamepad plays: it may come late, it answers menus, and it plays the next run too.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { GAMEPAD, Padded, Player, open } from './harness.js';

const { visit } = await open(after);

/** @param {import('node:test').TestContext} t @param {string} path */
const sitDown = async (t, path) =>
  new Padded(await visit(t, path, { before: (context) => context.addInitScript(GAMEPAD) }));

test('a gamepad that comes in the middle of a run plays it', async (t) => {
  const player = await sitDown(t, 'play.html?game=crawl&seed=5');
  await player.begun();
  assert.equal(await player.turn(), 0);
  await player.plugIn();
  await player.push('x');
  assert.equal(await player.turn(), 1, 'X waits');
  await player.push('left');
  await player.push('right');
  assert.equal(await player.turn(), 3, 'the cross goes');
  assert.match(await player.journal(), /wait\n.* w\n.* e\n/, 'west, and back');
});

test('a stick that is held goes on, and one that is let go stops', async (t) => {
  const player = await sitDown(t, 'play.html?game=crawl&seed=5');
  await player.begun();
  await player.plugIn();
  await player.tilt(0, 0.3);
  await player.drawn();
  assert.equal(await player.turn(), 0, 'a stick is never quite still');
  await player.tilt(0, -1);
  await player.page.waitForFunction((place) => Number(/turn (\d+)/.exec(place?.textContent ?? '')?.[1]) >= 3,
    await player.game.locator('.place').elementHandle());
  await player.tilt(0, 0);
  await player.still();
  assert.match(await player.journal(), /( n\n.*){3}/);
});

test('a gamepad chooses from menus, and leaves them', async (t) => {
  const player = await sitDown(t, 'play.html?game=crawl&seed=5');
  await player.begun();
  await player.plugIn();
  await player.push('b');
  const chosen = player.sheet.locator('[aria-current]');
  assert.match(await chosen.textContent() ?? '', /Go on/, 'B opens the menu');
  await player.push('down');
  assert.match(await chosen.textContent() ?? '', /Help/);
  await player.push('a');
  await player.sheet.getByRole('heading', { name: 'Help' }).waitFor();
  await player.push('b');
  await player.sheet.waitFor({ state: 'hidden' });

  await player.push('y');
  await player.sheet.getByText('health potion').first().waitFor();
  await player.push('a');
  await player.push('a');
  await player.sheet.waitFor({ state: 'hidden' });
  assert.ok(await player.turn() > 0, 'what was chosen from the bag is done');
});

test('a question is answered with A and B, and says so', async (t) => {
  const player = await sitDown(t, 'play.html?game=crawl&seed=5');
  await player.begun();
  await player.plugIn();
  await player.push('x');
  for (const [answer, state] of /** @type {const} */ ([['b', 'playing'], ['a', 'over']])) {
    await player.push('b');
    await player.sheet.getByRole('button', { name: /Abandon/ }).waitFor();
    await player.push('up');
    await player.push('a');
    const hints = player.game.locator('.say .hints kbd');
    await hints.first().waitFor();
    assert.deepEqual(await hints.allTextContents(), ['A', 'B']);
    await player.push(answer);
    await player.until(state);
  }
});

test('the gamepad of one run plays the next', async (t) => {
  const player = await sitDown(t, 'play.html?game=crawl&seed=5&embed=1');
  const begin = player.game.getByRole('button', { name: 'Click to play' });
  await begin.click();
  await player.begun();
  await player.plugIn();
  await player.tool('Leave');
  await begin.click();
  await player.begun();
  await player.here();
  await player.push('x');
  assert.equal(await player.turn(), 1);
});

test('where a gamepad may not be asked for, the keys play', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5', {
    before: (context) => context.addInitScript(`navigator.getGamepads = () => { throw new DOMException('no', 'SecurityError'); };`),
  });
  const player = new Player(page);
  await player.begun();
  await player.press('.');
  assert.equal(await player.turn(), 1);
});
