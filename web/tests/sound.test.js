// @ts-check
// What is heard in the page: the samples that reach the speaker are measured, in the thread that
// makes them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { PHONE, Player, barrow, folder, hostFolder, open, picture, ready } from './harness.js';
import { ogg } from './ogg.js';

const { address, visit } = await open(after);

/** What is softer is nothing: -80 dBFS. */
const SILENCE = 1e-4;

/** Listens to everything that a page sends to the speaker. */
function tap() {
  /** @type {any} */
  const page = globalThis;
  page.tapped = { contexts: [], taps: [] };
  page.AudioContext = class extends AudioContext {
    /** @param {any[]} args */
    constructor(...args) {
      super(...args);
      page.tapped.contexts.push(this);
    }
  };
  const { connect } = AudioNode.prototype;
  /** @param {any} to */
  AudioNode.prototype.connect = /** @type {any} */ (function (/** @type {any} */ to, /** @type {any[]} */ ...rest) {
    const self = /** @type {any} */ (this);
    if (to === self.context.destination) {
      // What was disconnected is no longer heard; each connection gets a tap of its own.
      const one = new AnalyserNode(self.context, { fftSize: 4096 });
      connect.call(self, one);
      page.tapped.taps = [one];
    }
    return connect.call(self, to, ...rest);
  });
}

/**
 * Opens a page whose sound is listened to.
 * @param {import('node:test').TestContext} t
 * @param {string} path
 * @param {any} [options]
 */
const listen = (t, path, { before, ...options } = {}) => visit(t, path, {
  ...options,
  before: async (/** @type {import('playwright-core').BrowserContext} */ context) => {
    await context.addInitScript(tap);
    await before?.(context);
  },
});

/** @typedef {import('playwright-core').Page} Page */

/**
 * The states of all audio threads of the page: none before a gesture.
 * @param {Page} page
 */
const states = (page) => page.evaluate(() => /** @type {any} */ (globalThis).tapped.contexts.map((/** @type {any} */ it) => it.state));

/**
 * How loud the page is at its loudest within some time, as the root of the mean square.
 * @param {Page} page
 * @param {number} [ms]
 */
const loudness = (page, ms = 400) => page.evaluate(async (duration) => {
  const { taps } = /** @type {any} */ (globalThis).tapped;
  let loudest = 0;
  for (const end = performance.now() + duration; performance.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (const it of taps) {
      const samples = new Float32Array(it.fftSize);
      it.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      loudest = Math.max(loudest, Math.sqrt(power));
    }
  }
  return loudest;
}, ms);

/**
 * Waits until something is heard.
 * @param {Page} page
 */
async function heard(page) {
  let loudest = 0;
  for (const end = Date.now() + 15_000; loudest < 10 * SILENCE && Date.now() < end;) loudest = await loudness(page, 200);
  assert.ok(loudest > 10 * SILENCE, `only ${loudest} is heard`);
}

/**
 * Changes a setting as a player does.
 * @param {Player} player
 * @param {Record<string, string>} values
 */
async function set(player, values) {
  await player.tool('Settings');
  for (const [name, value] of Object.entries(values)) {
    await player.dialog.locator('label.setting', { has: player.page.locator(`span:text-matches("^${name}", "i")`) })
      .locator('select').selectOption(value);
  }
  await player.dialog.getByRole('button', { name: 'Close' }).click();
}

test('a game is silent until a gesture, a step is heard, and mute is silence', async (t) => {
  const page = await listen(t, 'play.html?game=crawl&seed=7');
  const player = new Player(page);
  await player.begun();
  await page.waitForTimeout(300);
  assert.deepEqual(await states(page), [], 'nothing is loaded before a gesture');

  await player.press('.');
  await heard(page);
  assert.deepEqual(await states(page), ['running']);

  await set(player, { music: '0', ambience: '0' });
  await page.waitForTimeout(4000);
  assert.ok(await loudness(page, 200) < SILENCE, 'without music and ambience a game that waits is silent');
  const before = await player.turn();
  const step = loudness(page, 1500);
  for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key);
  assert.ok(await player.turn() > before, 'a step was taken');
  assert.ok(await step > 10 * SILENCE, `a step is heard: ${await step}`);

  await set(player, { sound: 'no', music: '100' });
  await page.waitForTimeout(600);
  assert.ok((await states(page)).every((/** @type {string} */ it) => it === 'suspended'), 'a muted page does not even count samples');
  assert.ok(await loudness(page, 100) < SILENCE, 'and ended with silence');
  await set(player, { sound: 'yes' });
  await heard(page);
});

test('an embedded game is silent until it is asked', async (t) => {
  const page = await listen(t, 'play.html?game=crawl&seed=7&embed=1');
  const player = new Player(page);
  await player.game.getByRole('button', { name: 'Click to play' }).click();
  await player.begun();
  await player.press('.', 'ArrowLeft', 'ArrowRight');
  await page.waitForTimeout(300);
  assert.deepEqual(await states(page), []);
  await player.tool('Sound');
  await heard(page);
  await player.tool('Sound');
  await page.waitForTimeout(600);
  assert.deepEqual(await states(page), ['suspended'], 'and it can be asked to be silent again');
});

test('of two games on a page, the one that is played is heard', async (t) => {
  const page = await listen(t, 'mine.html', {
    before: (/** @type {import('playwright-core').BrowserContext} */ context) => context.route('**/mine.html', (route) => route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Mine</title><script type="module" src="barrow.js"></script>
        <barrow-game sound id="first" pack="crawl" seed="7" style="height:330px"></barrow-game>
        <barrow-game sound id="second" pack="kit" seed="7" style="height:330px"></barrow-game>`,
    })),
  });
  for (const id of ['#first', '#second', '#first']) {
    const player = new Player(page, id);
    const begin = player.game.getByRole('button', { name: 'Click to play' });
    if (await begin.isVisible()) await begin.click();
    await player.begun();
    await player.map.click({ position: { x: 3, y: 3 } });
    await player.press('.');
    await heard(page);
  }
  assert.deepEqual(await states(page), ['running'], 'there is one audio thread');
});

test('a run that is watched is heard, and a jump in it makes no noise', async (t) => {
  const path = join(folder(t), 'run.journal');
  barrow('play', 'crawl', '--bot', 'sensible', '--seed', '3', '--turns', '60', '--journal', path);
  const page = await listen(t, '');
  await ready(page);
  await page.locator('#watch').setInputFiles(path);
  const player = new Player(page);
  const slider = player.game.getByRole('slider');
  await slider.waitFor();
  assert.deepEqual(await states(page), [], 'nothing is loaded before a gesture');
  const game = player.game;
  await game.getByRole('button', { name: 'One step forward' }).click();
  await heard(page);
  await set(player, { music: '0', ambience: '0' });
  await page.waitForTimeout(4000);
  assert.ok(await loudness(page, 200) < SILENCE, 'a run that stands still is silent');
  const steps = loudness(page, 2500);
  await game.getByRole('button', { name: 'Play', exact: true }).click();
  assert.ok(await steps > 10 * SILENCE, `its turns are heard: ${await steps}`);
  await game.getByRole('button', { name: 'Pause' }).click();
  await page.waitForTimeout(3000);
  const jump = loudness(page, 800);
  await slider.fill('0');
  assert.ok(await jump < SILENCE, `nothing happens in a jump: ${await jump}`);
});

test('an arcade page is heard from the first key on, and can be muted in its settings', async (t) => {
  /** @type {string[]} */
  const loaded = [];
  const page = await listen(t, 'arcade/crawl/');
  page.on('request', (it) => loaded.push(new URL(it.url()).pathname));
  await page.waitForFunction(() => /Space/.test(document.getElementById('overlayText')?.textContent ?? ''));
  assert.deepEqual(await states(page), [], 'nothing is loaded before a gesture');
  await page.keyboard.press('Space');
  await heard(page);
  assert.ok(loaded.some((it) => it.endsWith('barrow_worklet.wasm')));
  const elsewhere = loaded.filter((it) => !it.startsWith('/arcade/crawl/') && !/recorder|rating/.test(it));
  assert.deepEqual(elsewhere, [], 'its folder is all it needs');

  await page.keyboard.press('=');
  await picture(page, 'arcade-settings');
  await page.keyboard.press('a');
  await page.waitForTimeout(800);
  assert.deepEqual(await states(page), ['suspended'], 'a muted page does not even count samples');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await page.waitForTimeout(300);
  assert.deepEqual(await states(page), ['suspended']);
  assert.equal(await page.evaluate('gameState'), 'playing');

  await page.reload();
  await page.waitForFunction(() => /Space/.test(document.getElementById('overlayText')?.textContent ?? ''));
  await page.keyboard.press('Space');
  await page.waitForTimeout(800);
  assert.deepEqual(await states(page), [], 'and it stays so');
  await page.keyboard.press('=');
  await page.keyboard.press('a');
  await heard(page);
});

test('a hidden page is paused', async (t) => {
  const page = await listen(t, 'play.html?game=crawl&seed=7');
  const player = new Player(page);
  await player.begun();
  await player.press('.');
  await heard(page);
  /** @param {boolean} hidden */
  const hide = (hidden) => page.evaluate((it) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: it });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
  await hide(true);
  await page.waitForFunction(() => /** @type {any} */ (globalThis).tapped.contexts[0].state === 'suspended');
  await hide(false);
  await page.waitForFunction(() => /** @type {any} */ (globalThis).tapped.contexts[0].state === 'running');
  await heard(page);
});

test('a page over plain http has no audio thread and is silent, without an error', async (t) => {
  const page = await listen(t, '', {
    before: (/** @type {import('playwright-core').BrowserContext} */ context) => context.route('http://barrow.test/**', async (route) => {
      const url = route.request().url().replace('http://barrow.test/', address);
      await route.fulfill({ response: await route.fetch({ url }) });
    }),
  });
  await page.goto('http://barrow.test/play.html?game=crawl&seed=7');
  assert.equal(await page.evaluate(() => isSecureContext), false);
  const player = new Player(page);
  await player.begun();
  await player.press('.', 'ArrowLeft', '.');
  await player.tool('Sound');
  await page.waitForTimeout(300);
  assert.deepEqual(await states(page), []);
  assert.equal(await player.trouble.count(), 0);
});

test('sound under a strict policy', async (t) => {
  const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
  const page = await listen(t, 'play.html?game=crawl&seed=7', {
    before: (/** @type {import('playwright-core').BrowserContext} */ context) => context.route('**/*.html*', async (route) => {
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
  await heard(page);
  assert.deepEqual(refused, []);
});

test('the page makes the samples that the terminal makes', async (t) => {
  const page = await visit(t, 'example.html');
  const samples = await page.evaluate(async () => {
    const bytes = async (/** @type {string} */ path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
    const context = new OfflineAudioContext(2, 48_000, 48_000);
    await context.audioWorklet.addModule('worklet.js');
    const [wasm, sounds] = await Promise.all([bytes('barrow_worklet.wasm'), bytes('packs/crawl.sounds')]);
    const node = new AudioWorkletNode(context, 'barrow', {
      numberOfInputs: 0, outputChannelCount: [2], processorOptions: { wasm, sounds },
    });
    node.connect(context.destination);
    node.port.postMessage({ name: new TextEncoder().encode('door'), what: 0, seed: 1 });
    // The message must be there before the first sample.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const heard = await context.startRendering();
    return [0, 1].map((side) => Array.from(heard.getChannelData(side)));
  });
  const path = join(folder(t), 'door.wav');
  barrow('sound', 'crawl', 'door', '--output', path);
  const file = readFileSync(path);
  const native = (/** @type {number} */ index, /** @type {number} */ side) => file.readInt16LE(44 + 4 * index + 2 * side);
  const loudest = Math.max(...samples[0].map(Math.abs));
  assert.ok(loudest > 0.02, `a door is heard: ${loudest}`);
  for (const side of [0, 1]) {
    const far = samples[side].findIndex((it, index) => Math.abs(it * 32_767 - native(index, side)) > 1.01);
    assert.equal(far, -1, `sample ${far} differs`);
  }
});

test('captions tell what is heard and from where', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=7');
  const player = new Player(page);
  await player.begun();
  await set(player, { sound: 'no', captions: 'yes' });
  const caption = /\[[a-z ]+, (north|south|east|west)(-east|-west)?\]/;
  let told = '';
  for (let walks = 0; walks < 60 && !caption.test(told); walks += 1) {
    await player.press('o');
    if (await player.asked()) await player.press('Escape');
    told = await player.log.textContent() ?? '';
  }
  assert.match(told, caption);
});

test('on a phone the volumes, mute and captions are in the settings', async (t) => {
  const page = await visit(t, 'play.html?game=crawl&seed=7', PHONE);
  const player = new Player(page);
  await player.begun();
  await player.tool('Settings');
  for (const name of ['Sound', 'Effects', 'Ambience', 'Music', 'Interface', 'Captions']) {
    const select = player.dialog.getByLabel(name, { exact: false }).first();
    await select.scrollIntoViewIfNeeded();
    assert.ok(await select.isVisible(), name);
  }
});

test("the kit's own recordings play in place of recipes", async (t) => {
  const tones = [{ pitch: 500, ms: 400 }, { pitch: 3000, ms: 600 }, { pitch: 500, ms: 400 }];
  const file = await ogg(await visit(t, 'example.html'), tones);
  assert.equal(file.toString('latin1', 0, 4), 'OggS');
  const page = await listen(t, 'play.html?folder=kit/&prototype=arena&seed=7', {
    before: async (/** @type {import('playwright-core').BrowserContext} */ context) => {
      await hostFolder(context, 'kit');
      await context.route('**/kit/data/sounds.json', (route) => route.fulfill({
        contentType: 'application/json', body: JSON.stringify({ urls: ['audio/all.ogg'], sprite: { step: [420, 500] } }),
      }));
      await context.route('**/kit/data/all.ogg', (route) => route.fulfill({ contentType: 'audio/ogg', body: file }));
    },
  });
  const player = new Player(page);
  await player.begun();
  const part = await page.evaluate(async () => {
    const sprite = './sprite.js';
    const { recordingsOf } = await import(new URL(sprite, document.baseURI).href);
    const [{ samples }] = await recordingsOf('kit/', new OfflineAudioContext(1, 1, 48_000));
    /** How much of a pitch is in the samples: 0.4 is what was encoded. */
    const amount = (/** @type {number} */ pitch) => {
      const turn = (2 * Math.PI * pitch) / 48_000;
      const sum = (/** @type {(at: number) => number} */ wave) => samples.reduce((/** @type {number} */ all, /** @type {number} */ it, /** @type {number} */ at) => all + it * wave(turn * at), 0);
      return (2 * Math.hypot(sum(Math.cos), sum(Math.sin))) / samples.length;
    };
    return { count: samples.length, high: amount(3000), low: amount(500) };
  });
  assert.equal(part.count, 24_000, 'half a second');
  assert.ok(Math.abs(part.high - 0.4) < 0.02 && part.low < 0.01, `only that part was cut: ${JSON.stringify(part)}`);
  // The first gesture loads the recordings.
  const arrived = page.waitForResponse('**/kit/data/all.ogg');
  await set(player, { music: '0', ambience: '0' });
  await arrived;
  await player.press('.');
  await page.waitForTimeout(1500);
  /** By how much the recording's pitch stands out, and for how long it is heard. */
  const measured = page.evaluate(async () => {
    const page = /** @type {any} */ (globalThis);
    let best = -Infinity;
    let heard = 0;
    let before = performance.now();
    for (const end = before + 3000; performance.now() < end;) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const [tap] = page.tapped.taps;
      tap.smoothingTimeConstant = 0;
      const bins = new Float32Array(tap.frequencyBinCount);
      tap.getFloatFrequencyData(bins);
      const bin = (/** @type {number} */ pitch) => Math.round((pitch * tap.fftSize) / tap.context.sampleRate);
      const low = Math.max(...bins.subarray(bin(100), bin(1500)));
      const now = performance.now();
      if (bins[bin(3000)] > -60) {
        best = Math.max(best, bins[bin(3000)] - low);
        heard += now - before;
      }
      before = now;
    }
    return { best, heard };
  });
  const turn = await player.turn();
  for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
    if (await player.turn() === turn) await page.keyboard.press(key);
  }
  const { best, heard } = await measured;
  assert.ok(best > 20, `the part of the recording stands out by ${best} dB`);
  assert.ok(heard > 300, `the part is heard for half a second: ${heard} ms`);
});

test('a page has a button for everything that can be heard', async (t) => {
  const page = await listen(t, 'sounds.html');
  const games = await (await fetch(`${address}sounds.json`)).json();
  assert.ok(games.length >= 7);
  for (const { name, own, usual } of games) {
    for (const list of [own.sounds, own.moods, own.ambiences]) assert.ok(list.length > 0, `${name} has sounds, music and places of its own`);
    const buttons = await page.locator(`section[data-game="${name}"] button`).count();
    const all = [own, usual].flatMap((it) => [...it.sounds, ...it.moods, ...it.ambiences]);
    assert.equal(buttons, all.length, name);
  }
  await page.locator('section[data-game="crawl"]').getByRole('button', { name: 'explore', exact: true }).click();
  await heard(page);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.waitForTimeout(4000);
  assert.ok(await loudness(page, 100) < SILENCE, 'Stop is silence');
});
