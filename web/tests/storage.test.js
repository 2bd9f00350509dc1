// @ts-check
// What is kept in the browser: denied, full, damaged; and carried to the terminal and back.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readFileSync } from 'node:fs';
import { Player, barrow, file, folder, open, picture, ready } from './harness.js';

const { visit } = await open(after);

/**
 * Breaks the browser's storage before a page loads.
 * @param {string} how the body of what stands in for `setItem`
 */
const broken = (how) => (/** @type {import('playwright-core').BrowserContext} */ context) =>
  context.addInitScript(`Storage.prototype.setItem = function (name, value) { ${how} };`);

const DENIED = `throw new DOMException('denied', 'SecurityError')`;

test('without storage the game plays on, and says so', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5', { before: broken(DENIED) });
  const player = new Player(page);
  await player.begun();
  assert.match(await player.game.locator('.notice').textContent() ?? '', /does not let the page save/);
  const turn = await player.turn();
  await player.press('.', '.', '.');
  assert.equal(await player.turn(), turn + 3);
  await picture(page, 'no-storage');
});

test('the front page without storage says so too', async (t) => {
  const page = await visit(t, '', { before: broken(DENIED) });
  await page.waitForFunction(() => /does not let the page save/.test(document.getElementById('told')?.textContent ?? ''));
});

test('where storage cannot even be named, the game plays', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5', {
    before: (context) => context.addInitScript(
      `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });`),
  });
  const player = new Player(page);
  await player.begun();
  await player.press('.');
  assert.equal(await player.state(), 'playing');
});

test('when storage is full in the middle of a run, the run goes on, and says so', async (t) => {
  const full = `
    if (window.full && name.startsWith('barrow:')) throw new DOMException('full', 'QuotaExceededError');
    Object.getOwnPropertyDescriptor(window, 'kept').value.call(this, name, value);`;
  const page = await visit(t, 'play.html?game=crawl&seed=5', {
    before: (context) => context.addInitScript(`window.kept = Storage.prototype.setItem; Storage.prototype.setItem = function (name, value) { ${full} };`),
  });
  const player = new Player(page);
  await player.begun();
  await player.press('.', '.');
  await page.evaluate(() => { /** @type {any} */ (window).full = true; });
  const turn = await player.turn();
  for (let times = 0; times < 5; times += 1) await player.press('.');
  assert.ok(await player.turn() > turn, 'time goes on');
  assert.equal(await player.state(), 'playing');
  await player.game.locator('.notice').filter({ hasText: /kept|full|saved/ }).waitFor();
});

test('a damaged save is told of, and a new run can begin', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5');
  const player = new Player(page);
  await player.begun();
  await player.press('.', '.', '.', '.');
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage)) {
      if (name.includes('saves/')) localStorage.setItem(name, 'x' + String(localStorage.getItem(name)).slice(40));
    }
  });
  await page.goto(page.url().replace(/play\.html.*/, 'play.html?game=crawl'));
  await player.trouble.or(player.game.locator('.notice:visible')).first().waitFor();
  await picture(page, 'damaged-save');
  const begin = player.game.getByRole('button', { name: 'Begin a new run' });
  if (await begin.isVisible()) await begin.click();
  await player.begun();
  await player.press('.');
  assert.equal(await player.state(), 'playing');
});

test('a run goes from the page to the terminal and back, with the same digest', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=21');
  const player = new Player(page);
  await player.begun();
  await player.press('o', '.', 'ArrowLeft', '.', 'ArrowUp', '.');
  const turn = await player.turn();
  const journal = await player.journal();
  await page.goto(new URL('./', page.url()).href);
  await page.locator('.game .continue').first().waitFor();
  const waiting = page.waitForEvent('download');
  await page.locator('#export').click();
  const exported = join(folder(t), 'browser.profile');
  await (await waiting).saveAs(exported);

  const home = folder(t);
  barrow('import', exported, '--profile', home);
  const again = join(home, 'again.profile');
  barrow('export', again, '--profile', home);
  assert.ok(readFileSync(again, 'utf8').includes(journal.trimEnd().split('\n').at(-1) ?? '-'), 'the last turn came along');

  const other = await visit(t, '');
  await ready(other);
  await other.locator('#import').setInputFiles(again);
  await other.waitForFunction(() => /Imported/.test(document.getElementById('told')?.textContent ?? ''));
  await other.locator('.game .continue').first().click();
  const resumed = new Player(other);
  await resumed.begun();
  assert.equal(await resumed.turn(), turn);
  const digests = [journal, await resumed.journal()].map((it) => barrow('verify', file(t, 'run.journal', it), '--pack', 'crawl'));
  assert.equal(digests[0], digests[1]);
});

test('old replays make room, so that the storage does not fill', async (t) => {
  const page = await visit(t, '', {
    before: (context) => context.addInitScript(() => {
      if (localStorage.getItem('barrow:page:filled')) return;
      localStorage.setItem('barrow:page:filled', '1');
      for (let run = 10; run < 70; run += 1) {
        for (const name of [`replays/000${run}-the-crawl.journal`, `morgue/000${run}-the-crawl.txt`]) {
          localStorage.setItem(`barrow:t/${name}`, '1');
          localStorage.setItem(`barrow:p/${name}/1/0`, 'old');
        }
      }
    }),
  });
  await ready(page);
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((it) => /replays|morgue/.test(it)).sort());
  assert.equal(kept.length, 4 * 50);
  assert.ok(kept.includes('barrow:t/replays/00069-the-crawl.journal'), 'the newest are kept');
});
