// @ts-check
// After the first visit the games play without a connection.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Player, open } from './harness.js';

const { visit, address } = await open(after);

test('after one visit every game plays offline', async (t) => {
  const page = await visit(t, '');
  await page.waitForFunction(() => /without a connection/.test(document.getElementById('offline')?.textContent ?? ''));
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('.game').first().waitFor();
  const names = await page.locator('.game').evaluateAll((cards) => cards.map((it) => it.getAttribute('data-game')));
  for (const name of names) {
    await page.goto(`${address}play.html?game=${name}&seed=3`);
    const player = new Player(page);
    await player.begun();
    await player.press('.');
    assert.equal(await player.state(), 'playing');
  }
});

test('the page can be installed: it has a name, an icon of its size, and a start', async () => {
  const manifest = await (await fetch(`${address}manifest.webmanifest`)).json();
  assert.equal(manifest.display, 'standalone');
  const [icon] = manifest.icons;
  const bytes = Buffer.from(await (await fetch(address + icon.src)).arrayBuffer());
  assert.equal(icon.sizes, `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`);
  assert.ok(bytes.readUInt32BE(16) >= 512, 'large enough to be installed');
});
