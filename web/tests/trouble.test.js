// @ts-check
// What goes wrong is told in the page, in words, with what to do.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Player, open, picture, ready } from './harness.js';

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

test('a pack with mistakes is told with file, line and column', async (t) => {
  const { files } = await (await fetch(`${address}packs/crawl.json`)).json();
  const [name] = Object.keys(files).filter((it) => files[it].includes('"title"'));
  const bad = { ...files, [name]: files[name].replace('"title"', '"tittle"') };
  const page = await check(t, 'play.html?game=crawl', /pack has mistakes.*\.json:\d+:\d+/s,
    (context) => context.route('**/packs/crawl.json', (route) => route.fulfill({ json: { files: bad } })));
  await picture(page, 'trouble-pack');
});

test('a pack that is no JSON', (t) => check(t, 'play.html?game=crawl', /damaged/,
  (context) => context.route('**/packs/crawl.json', (route) => route.fulfill({ body: '{"files": ' }))));

test('a wasm that does not arrive', (t) => check(t, 'play.html?game=crawl', /engine cannot start/,
  (context) => context.route('**/*.wasm', (route) => route.abort())));

test('a wasm of another kind of file', (t) => check(t, 'play.html?game=crawl', /engine cannot start/,
  (context) => context.route('**/*.wasm', (route) => route.fulfill({ contentType: 'application/wasm', body: 'not wasm' }))));

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
  assert.doesNotMatch(await page.locator('#told').textContent() ?? '', /Taken over/);
});

test('a page that is not there', async (t) => {
  const page = await visit(t, 'attic.html');
  assert.match(await page.locator('body').textContent() ?? '', /There is no file attic\.html here/);
});
