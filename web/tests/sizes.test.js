// @ts-check
// Screens of every size, and what a player asks of them: to read, to find every command, to fill the
// screen, to know which run this is.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Player, open, picture } from './harness.js';

const { visit, address } = await open(after);
/** @type {{name: string}[]} */
const packs = await (await fetch(`${address}packs/index.json`)).json();

/**
 * How large the writing of a part is, in pixels.
 * @param {Player} player
 * @param {string} part
 */
const writing = (player, part) => player.game.locator(part).first().evaluate((it) => parseFloat(getComputedStyle(it).fontSize));

test('on a large screen the text is large as well', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5', { viewport: { width: 2560, height: 1440 } });
  const player = new Player(page);
  await player.begun();
  for (const part of ['.log', '.status', '.goal', '.side .score', '.orders button']) {
    const size = await writing(player, part);
    assert.ok(size >= 16, `${part} is written in ${size} pixels`);
  }
  await picture(page, 'size-2560');
});

for (const { name } of packs) {
  test(`on low screens all commands of ${name} are in view`, async (t) => {
    const page = await visit(t, `play.html?game=${name}&new=1&seed=5`, { viewport: { width: 1280, height: 800 } });
    const player = new Player(page);
    await player.begun();
    for (const [width, height] of [[1280, 800], [1024, 600]]) {
      await page.setViewportSize({ width, height });
      await player.drawn();
      await picture(page, `size-${width}-${name}`);
      const hidden = await player.game.locator('.orders button').evaluateAll((all) => all.filter((it) => {
        const { top, bottom } = it.getBoundingClientRect();
        return top < 0 || bottom > innerHeight;
      }).map((it) => it.textContent));
      assert.deepEqual(hidden, [], `${width}x${height}`);
    }
  });
}

test('a run of the day says so', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&daily=');
  const player = new Player(page);
  await player.begun();
  assert.match(await player.game.locator('.place').textContent() ?? '', /run of the day/);
  assert.match(await player.game.locator('.score').textContent() ?? '', /of the day/);
});

test('a game fills the screen and leaves it again', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5');
  const player = new Player(page);
  await player.begun();
  const filled = () => page.evaluate(() => document.fullscreenElement?.localName ?? '');
  await player.tool('Full screen');
  await page.waitForFunction(() => document.fullscreenElement);
  assert.equal(await filled(), 'barrow-game');
  await player.tool('Full screen');
  await page.waitForFunction(() => !document.fullscreenElement);
});

test('the help lists each key once, and explains characters only where they are drawn', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5', { reducedMotion: 'reduce' });
  const player = new Player(page);
  await player.begun();
  const help = async () => {
    await player.press('?');
    await player.sheet.getByText('Everywhere').waitFor();
    const text = await player.sheet.innerText();
    await player.press('Escape');
    return text;
  };
  const first = await help();
  assert.match(first, /Legend/, 'this game opens in characters');
  await player.tool('Tiles or glyphs');
  assert.doesNotMatch(await help(), /Legend/);
  const keys = [...first.slice(0, first.indexOf('Everywhere')).matchAll(/^ *(\S)\s/gm)].map((it) => it[1]);
  assert.ok(keys.includes('h') && keys.length > 10, first);
  assert.deepEqual(keys.filter((it, at) => keys.indexOf(it) !== at), []);
});
