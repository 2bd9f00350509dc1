// @ts-check
// What goes wrong is told in the page, in words, with what to do.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Player, hostFolder, open, picture, ready } from './harness.js';

const { visit, address } = await open(after);

/**
 * @param {import('node:test').TestContext} t
 * @param {string} path
 * @param {RegExp} wanted
 * @param {(context: import('playwright-core').BrowserContext) => Promise<unknown>} [before]
 */
async function check(t, path, wanted, before) {
  const page = await visit(t, path, before ? { before } : {});
  const { trouble } = new Player(page);
  await trouble.waitFor();
  assert.match(await trouble.textContent() ?? '', wanted);
  assert.equal(await trouble.getAttribute('role'), 'alert');
  return page;
}

test('an address that names no game', (t) => check(t, 'play.html', /No game is named/));
test('an unknown game', async (t) => {
  const page = await check(t, 'play.html?game=chess', /no game “chess”.*There are .*crawl/s);
  await picture(page, 'trouble');
});
test('a name that is no name', (t) => check(t, 'play.html?game=../../secret', /no game “\.\.\/\.\.\/secret”/));
test('an unknown level', (t) => check(t, 'play.html?game=crawl&level=attic', /no level `attic`/));
test('an unknown hero', (t) => check(t, 'play.html?game=crawl&hero=nobody', /no hero `nobody`/));
test('a damaged link', (t) => check(t, 'play.html?game=crawl#run=AAAA_damaged', /link is damaged/));
test('a link that is empty but for noise', (t) => check(t, 'play.html?game=crawl#run=%F0%9F%92%A9', /link is damaged/));
test('an unknown replay', (t) => check(t, 'play.html?game=crawl&replay=none', /\S/));
test('a folder that is not there', (t) => check(t, 'play.html?folder=nowhere/&prototype=x', /prototypes\/x\/prototype\.json cannot be read/));

test('a folder with mistakes is told with file, line and column', async (t) => {
  const page = await check(t, 'play.html?folder=kit/&prototype=arena', /pack has mistakes.*actors\.json:2:\d+/s,
    (context) => hostFolder(context, 'kit', (_, text) => text.replace('"gladiator": {', '"rival": 7, "gladiator": {')));
  await picture(page, 'trouble-pack');
});

test('a folder with a file that is no JSON', (t) => check(t, 'play.html?folder=kit/&prototype=arena', /pack has mistakes.*actors\.json:\d+:\d+/s,
  (context) => hostFolder(context, 'kit', (path, text) => path.endsWith('actors.json') ? text.slice(0, -9) : text)));

test('a reader of folders that does not arrive', (t) => check(t, 'play.html?folder=kit/&prototype=arena', /engine cannot start/,
  async (context) => {
    await hostFolder(context, 'kit');
    await context.route('**/barrow_binder_bg.wasm', (route) => route.abort());
  }));

test('a game that is something else', (t) => check(t, 'play.html?game=crawl', /not a game of this version/,
  (context) => context.route('**/packs/crawl.pack', (route) => route.fulfill({ body: '{"files": {}}' }))));

test('a damaged game', async (t) => {
  const bytes = Buffer.from(await (await fetch(`${address}packs/crawl.pack`)).arrayBuffer());
  await check(t, 'play.html?game=crawl', /file of the game is damaged/,
    (context) => context.route('**/packs/crawl.pack', (route) => route.fulfill({ body: bytes.subarray(0, -1) })));
});

test('a wasm that does not arrive', (t) => check(t, 'play.html?game=crawl', /engine cannot start/,
  (context) => context.route('**/*.wasm', (route) => route.abort())));

test('a wasm of another kind of file', (t) => check(t, 'play.html?game=crawl', /engine cannot start/,
  (context) => context.route('**/*.wasm', (route) => route.fulfill({ contentType: 'application/wasm', body: 'not wasm' }))));

test('tiles that are drawn wrong', (t) => check(t, 'play.html?game=crawl', /tiles cannot be read.*tiles\.txt, line 3: .*rows/s,
  (context) => context.route('**/tiles.txt', (route) => route.fulfill({ body: 'color . clear\n\ntile torch\n................\n' }))));

test('tiles that do not arrive', (t) => check(t, 'play.html?game=crawl', /tiles\.txt does not exist \(404\)/,
  (context) => context.route('**/tiles.txt', (route) => route.fulfill({ status: 404, body: '' }))));

test('a list of games that does not arrive', async (t) => {
  const page = await visit(t, '', { before: (context) => context.route('**/packs/index.json', (route) => route.abort()) });
  await page.getByRole('alert').waitFor();
});

for (const [what, text] of Object.entries({
  'no journal': 'hello',
  'a journal cut off': 'barrow journal 1\nrules 1\ntitle The Crawl\n',
})) {
  test(`watching ${what} says so`, async (t) => {
    const page = await visit(t, '');
    await ready(page);
    await page.locator('#watch').setInputFiles({ name: 'run.journal', mimeType: 'text/plain', buffer: Buffer.from(text) });
    const told = page.locator('#told:not(:empty), barrow-game .trouble');
    await told.first().waitFor();
    assert.ok((await told.first().textContent() ?? '').length > 10);
  });
}

test('a profile that is none is refused, and nothing is lost', async (t) => {
  const page = await visit(t, '');
  await ready(page);
  await page.locator('#import').setInputFiles({ name: 'a.profile', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await page.waitForFunction(() => document.getElementById('told')?.textContent);
  assert.doesNotMatch(await page.locator('#told').textContent() ?? '', /Imported/);
});

test('a page that is not there', async (t) => {
  const page = await visit(t, 'attic.html');
  assert.match(await page.locator('body').textContent() ?? '', /There is no file attic\.html here/);
});

test('a browser without WebAssembly', (t) => check(t, 'play.html?game=crawl', /engine cannot start.*no WebAssembly/s,
  (context) => context.addInitScript(() => { Reflect.deleteProperty(globalThis, 'WebAssembly'); })));

for (const [path, script] of [['', 'front.js'], ['', 'barrow.js'], ['play.html?game=crawl', 'barrow.js']]) {
  test(`${script} of ${path || 'the front page'} does not arrive`, async (t) => {
    const page = await visit(t, path, { before: (context) => context.route(`**/${script}`, (route) => route.abort()) });
    await page.getByText('a file of the page is missing').waitFor();
  });
}

test('keys play where the styles come after the game', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=5', {
    before: (context) => context.route('**/game.css', async (route) => {
      const begun = () => /** @type {any} */ (document.querySelector('barrow-game'))?.state === 'playing';
      await context.pages()[0].waitForFunction(begun);
      await route.continue();
    }),
  });
  const player = new Player(page);
  await player.begun();
  await player.game.locator('.stage').waitFor();
  await player.press('.');
  assert.equal(await player.turn(), 1);
});

test('bars tell the truth under a strict policy', async (t) => {
  const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
  const page = await visit(t, 'play.html?game=kit&level=famine&seed=2', {
    before: (context) => context.route('**/*.html*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
    }),
  });
  /** @type {string[]} */
  const refused = [];
  page.on('console', (it) => /Content Security Policy/.test(it.text()) && refused.push(it.text()));
  const player = new Player(page);
  await player.begun();
  await player.press('.');
  const bars = await player.game.locator('.status .stat:has(.gauge)').evaluateAll((stats) => stats.map((it) => {
    const [now, most] = String(it.querySelector('.value')?.textContent).split('/').map(Number);
    const bar = /** @type {Element} */ (it.querySelector('.gauge'));
    return { told: (100 * now) / most, shown: parseFloat(getComputedStyle(bar).getPropertyValue('--part')) };
  }));
  assert.ok(bars.some((it) => it.told < 100), 'the hero is hungry');
  for (const { told, shown } of bars) assert.ok(Math.abs(told - shown) < 1, `${told}: ${shown}`);
  assert.deepEqual(refused, []);
});
