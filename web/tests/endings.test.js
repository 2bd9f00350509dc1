// @ts-check
// Every game is played to a true ending by touch, on a phone; those without shops and cards by keys
// and by mouse as well. One player plays them all, who knows no game: it answers with the first
// answer, fights whom it sees, goes down where it can, and looks for trouble otherwise.
// Victories that are out of its reach are a bot's, up to the last blow.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { DESCENTS, EASY, PHONE, Player, STEPS, barrow, file, open, picture, ready } from './harness.js';

const { visit, address } = await open(after);
const packs = await (await fetch(`${address}packs/index.json`)).json();

/** Seeds by which such a player ends soon; any other takes longer. */
const SEEDS = new Map([['arena', 1], ['crawl', 9], ['dark-floor', 6], ['descent', 5], ['kit-sewers', 2]]);

/** The games that are played by every hand. */
const BY_ALL = [...EASY, 'darkdelve'];

/**
 * A way of playing.
 * @typedef {object} Hand
 * @property {import('playwright-core').BrowserContextOptions} on what it plays on
 * @property {string} commands where it finds what can be done
 * @property {(button: import('playwright-core').Locator) => Promise<void>} press
 * @property {(page: import('playwright-core').Page, x: number, y: number) => Promise<void>} [point] at the map
 */

/** @type {Record<string, Hand>} */
const HANDS = {
  keys: {
    on: {},
    commands: '.orders button:not(.unable)',
    // Every button names its key.
    press: async (button) => {
      const key = await button.locator('kbd').textContent() ?? '';
      await button.page().keyboard.press({ Esc: 'Escape', Space: ' ' }[key] ?? key);
    },
  },
  mouse: {
    on: {},
    commands: '.orders button:not(.unable)',
    press: (button) => button.click(),
    point: (page, x, y) => page.mouse.click(x, y),
  },
  touch: {
    on: PHONE,
    commands: '.pad button:not(.unable)',
    press: (button) => button.tap(),
    point: (page, x, y) => page.touchscreen.tap(x, y),
  },
};

/** What the player likes to do, the best first. */
const LIKES = [/^yes/i, /^go on/i, /^fight/i, /^way down/i, /^explore/i, /^end/i, /^use/i, /^wait/i];

/**
 * Presses what the player likes best of what the page offers.
 * @param {Player} player
 * @param {Hand} hand
 * @param {string} vain what was pressed last and changed nothing
 * @param {RegExp} [answer] what it answers where it can; the first answer otherwise
 * @returns {Promise<string>} what was pressed
 */
async function choose(player, hand, vain, answer = /^$/) {
  const sheet = '.sheet .choices button:not([aria-disabled]):visible, .sheet .hints button:visible';
  const asked = await player.asked();
  const offered = player.game.locator(asked ? sheet : `.say button:visible, ${hand.commands}:visible`);
  // A sign stands before the label.
  const labels = (await offered.allTextContents()).map((it) => it.replace(/^[^A-Za-z]+/, ''));
  const liked = LIKES.map((like) => labels.findIndex((label) => label !== vain && like.test(label)));
  const best = asked ? Math.max(0, labels.findIndex((it) => answer.test(it))) : liked.find((at) => at >= 0) ?? 0;
  await hand.press(offered.nth(best));
  return labels[best];
}

/**
 * Points at the map: so many cells beside its middle.
 * @param {Player} player
 * @param {Hand} hand
 * @param {number} east
 * @param {number} south
 */
async function point(player, hand, east, south) {
  const box = await player.map.boundingBox();
  assert.ok(box && hand.point);
  const cell = await player.cell();
  await hand.point(player.page, box.x + box.width / 2 + east * cell, box.y + box.height / 2 + south * cell);
}

/** Errands whose end is not on the way of one who explores and fights: there the player wanders as well. */
const WANDERED = ['alchemist', 'caverns', 'sewers'];
/** An errand where nobody is lost by chance: there the player goes the way of a bot. */
const FOLLOWED = 'locks';

/** The buttons of directions by their words in journals. */
const DIRECTIONS = new Map([['n', 'north'], ['e', 'east'], ['s', 'south'], ['w', 'west'], ['ne', 'north-east'], ['se', 'south-east'], ['sw', 'south-west'], ['nw', 'north-west']]);

/**
 * The directions in which a bot plays a run.
 * @param {import('node:test').TestContext} t
 * @param {string[]} run what it plays
 */
function botsWay(t, ...run) {
  const path = file(t, 'bot.journal', '');
  barrow('play', ...run, '--bot', 'sensible', '--journal', path);
  return readFileSync(path, 'utf8').split('\n').map((it) => DIRECTIONS.get(it.split(' ').at(-1) ?? '')).filter((it) => it != null);
}

/** @param {Player} player @param {string} way taps the pad, as one does who holds it */
const tapWay = (player, way) => player.game.getByRole('button', { name: way, exact: true }).dispatchEvent('click');

/**
 * Takes some steps in one direction.
 * @param {Player} player
 * @param {number} times
 */
async function wander(player, times) {
  const way = ['north', 'east', 'south', 'west'][(times * times + Math.floor(times / 7)) % 4];
  for (let steps = 0; steps < 4 && !await player.asked(); steps += 1) {
    await tapWay(player, way);
  }
}

/**
 * Plays until the run ends, and points at the map now and then.
 * @param {Player} player
 * @param {Hand} hand
 * @param {{moment?: number, answer?: RegExp, shown?: string, wanders?: boolean, bot?: string[]}} [how]
 *   how long a moment is, what it answers, the name of a picture, whether it also wanders, and the
 *   steps of a bot that it takes first
 */
async function playOut(player, hand, { moment = 20_000, answer, shown, wanders = false, bot = [] } = {}) {
  const follows = bot.length > 0;
  let [times, pointed, vain, seen] = [0, 0, '', ''];
  await player.toTheEnd(async () => {
    times += 1;
    const next = await player.game.locator('.say').isVisible() ? undefined : bot.shift();
    if (next) {
      await tapWay(player, next);
      await player.drawn();
    } else if (hand.point && times % 3 === 0 && !await player.asked()) {
      const turn = await player.turn();
      await point(player, hand, times % 7 - 3, times % 5 - 2);
      await player.settle(moment);
      pointed += await player.turn() - turn;
    } else {
      if (wanders && times % 4 && !await player.asked()) await wander(player, times);
      else vain = await choose(player, hand, vain, answer);
      await player.settle(moment);
    }
    const now = await player.seen();
    if (now !== seen) [seen, vain] = [now, ''];
    if (times === 8 && shown) await picture(player.page, shown);
  }, 600);
  if (hand.point && !follows) assert.ok(pointed > 0, 'who points at the map goes there');
}

/**
 * Plays a game to its end, and checks the run.
 * @param {import('node:test').TestContext} t
 * @param {{name: string, realtime: boolean, level?: string}} game
 * @param {string} way
 * @param {Hand} hand
 */
async function playToTheEnd(t, { name, realtime, level = '' }, way, hand) {
  const title = level ? `${name}-${level}` : name;
  const seed = String(SEEDS.get(title) ?? 2);
  const bot = level === FOLLOWED ? botsWay(t, name, '--level', level, '--seed', seed) : [];
  const page = await visit(t, `play.html?game=${name}&seed=${seed}${level ? `&level=${level}` : ''}`, {
    ...hand.on,
    reducedMotion: 'reduce',
    before: async (context) => realtime && context.clock.install(),
  });
  const player = new Player(page);
  await player.begun();
  if (realtime) await player.stopClock();
  // Where foes come by the clock, a long moment would be the last.
  const moment = name === 'arena' ? 1_000 : 20_000;
  await playOut(player, hand, { moment, bot, wanders: WANDERED.includes(level), shown: `play-${title}-${way}` });
  if (realtime) await page.clock.resume();
  await player.sheet.waitFor();
  await picture(page, `end-${title}-${way}`);
  const told = await player.sheet.textContent() ?? '';
  assert.doesNotMatch(told, /g[ai]ven? up/i);
  // Who only ever goes deeper does not come back.
  if (name === 'darkdelve') assert.match(told, /SORTED BY SIZE/);
  verifies(t, await player.journal(), name);
}

for (const game of packs) {
  const ways = Object.entries(HANDS).filter(([way]) => way === 'touch' || BY_ALL.includes(game.name));
  for (const [way, hand] of ways) {
    test(`${game.title} is played by ${way} to a true ending, and the run verifies`, (t) => playToTheEnd(t, game, way, hand));
  }
}

for (const { name, levels } of packs.filter((/** @type {any} */ it) => it.levels.length > 1)) {
  // The garden is only watched, and has no end; the first errand is played above.
  for (const { name: level, title } of levels.slice(1).filter((/** @type {any} */ it) => it.name !== 'life')) {
    test(`${title} is played by touch to a true ending, and the run verifies`, (t) =>
      playToTheEnd(t, { name, realtime: false, level }, 'touch', HANDS.touch));
  }
}

/**
 * Checks that the terminal's binary finds a run true.
 * @param {import('node:test').TestContext} t
 * @param {string} journal
 * @param {string} game
 */
function verifies(t, journal, game) {
  assert.match(barrow('verify', file(t, 'run.journal', journal), '--pack', game), /all as written/);
}

for (const [way, hand] of Object.entries(HANDS)) {
  test(`by ${way}, who goes home at the first stair of DARKDELVE comes back with what was found`, async (t) => {
    const page = await visit(t, 'play.html?game=darkdelve&hero=veteran&seed=3', { ...hand.on, reducedMotion: 'reduce' });
    const player = new Player(page);
    await player.begun();
    await playOut(player, hand, { answer: /Home, from/ });
    await player.sheet.waitFor();
    await picture(page, `home-darkdelve-${way}`);
    assert.match(await player.sheet.textContent() ?? '', /YOU CAME BACK.*Brought out/s);
    verifies(t, await player.journal(), 'darkdelve');
  });
}

/** Where the nearest foe is, in the page's own words: so many cells east and south. */
async function foe(/** @type {Player} */ player) {
  const words = await player.around();
  const [, told = ''] = /Foe: [^.]*?, ([^.]*)\./.exec(words) ?? [];
  const far = (/** @type {string} */ way) => Number(new RegExp(`(\\d+) ${way}`).exec(told)?.[1] ?? 0);
  return { east: far('east') - far('west'), south: far('south') - far('north') };
}

for (const [way, hand] of Object.entries(HANDS).filter(([, it]) => it.point)) {
  test(`by ${way}, a foe is struck by pointing at it`, async (t) => {
    const page = await visit(t, 'play.html?game=crawl&seed=5', { ...hand.on, reducedMotion: 'reduce' });
    const player = new Player(page);
    await player.begun();
    // So near, the hero is in the middle of the map.
    for (let times = 0; times < 3; times += 1) await hand.press(player.game.getByRole('button', { name: 'Larger' }));
    let at = await foe(player);
    for (let times = 0; times < 40 && Math.max(Math.abs(at.east), Math.abs(at.south)) !== 1; times += 1) {
      await choose(player, hand, '');
      await player.still();
      at = await foe(player);
    }
    const [turn, told] = [await player.turn(), await player.log.textContent() ?? ''];
    await point(player, hand, at.east, at.south);
    await player.still();
    assert.equal(await player.turn(), turn + 1);
    assert.match((await player.log.textContent() ?? '').slice(told.length), /^You (hit|miss)/);
    const dir = ['n', '', 's'][at.south + 1] + ['w', '', 'e'][at.east + 1];
    assert.match(await player.journal(), new RegExp(` ${dir}\\n*$`));
  });
}

/**
 * Runs of a bot with a blow that decides them, what is told then, and how the page shows it. If a
 * game has changed, look for another run of it.
 */
const BLOWS = [
  { what: 'Dungeon Descent is won', game: 'descent', run: DESCENTS.won, told: /The run is won/, ends: /YOU WIN/ },
  { what: 'Dungeon Descent is lost', game: 'descent', run: DESCENTS.lost, told: /The run is lost/, ends: /YOU DIED/ },
  { what: 'the Bone Colossus falls', game: 'darkdelve', run: ['--hero', 'veteran', '--seed', '2', '--bot', 'sensible:boss'], told: /a gate stands open/ },
];

/**
 * The command of a run after which something is told, or the last one: how many come before it, and
 * what it is.
 * @param {string} path of its journal
 * @param {RegExp} told
 */
function telling(path, told) {
  let [before, command] = [-1, ''];
  for (const line of barrow('replay', path).split('\n')) {
    const next = /^ *\d+ {2}(\S.*)$/.exec(line)?.[1];
    if (next) [before, command] = [before + 1, next];
    if (told.test(line)) break;
  }
  return { before, step: STEPS.get(command) };
}

for (const { what, game, run, told, ends } of BLOWS) {
  for (const [way, hand] of Object.entries(HANDS)) {
    test(`by ${way}, ${what}`, async (t) => {
      const path = file(t, 'bot.journal', '');
      barrow('play', game, ...run, '--journal', path);
      const { before, step } = telling(path, told);
      assert.ok(step, 'the last command is a blow');
      const page = await visit(t, '', { ...hand.on, reducedMotion: 'reduce' });
      await ready(page);
      await page.locator('#watch').setInputFiles(path);
      const player = new Player(page);
      const slider = player.game.getByRole('slider');
      await slider.fill(String(before));
      await player.game.getByRole('button', { name: 'Play on from here' }).click();
      await slider.waitFor({ state: 'detached' });
      await player.begun();
      if (!hand.point) {
        await player.press(step.key);
      } else if (ends) {
        // So near, the hero is in the middle of the map.
        for (let times = 0; times < 3; times += 1) await hand.press(player.game.getByRole('button', { name: 'Larger' }));
        await point(player, hand, step.east, step.south);
      } else {
        // The great hall lies at the edge of the level, and the hero beside the middle.
        assert.match(await choose(player, hand, ''), /^Fight/);
      }
      if (ends) {
        await player.until('over');
        await player.sheet.waitFor();
        assert.match(await player.sheet.textContent() ?? '', ends);
      } else {
        await player.still();
        assert.match(await player.log.textContent() ?? '', told);
      }
      await picture(page, `blow-${game}-${way}`);
      verifies(t, await player.journal(), game);
    });
  }
}
