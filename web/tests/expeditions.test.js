// @ts-check
// A game with a camp, where one chooses when to leave: played by keys, by mouse and by touch to a
// way home, to a death and to the fall of its boss.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HANDS, Player, barrow, file, open, picture } from './harness.js';

const { visit } = await open(after);

/**
 * An expedition: where it begins, how the player answers, and how it ends.
 * @typedef {object} Expedition
 * @property {string} address the options of the run
 * @property {RegExp[]} answers the best first; another question gets its first answer
 * @property {RegExp} end what the last screen says
 */

/** @type {Record<string, Expedition>} */
const EXPEDITIONS = {
  'a way home': { address: 'seed=11', answers: [/^\W*Go down, at/, /^\W*Home/], end: /YOU CAME BACK/ },
  'a death': { address: 'seed=3&level=floor_five', answers: [/^\W*Go on/], end: /SORTED BY SIZE/ },
  'the fall of the boss': { address: 'seed=5&level=floor_five&hero=veteran', answers: [/^\W*Go on/, /^\W*Walk out/, /^\W*Might/], end: /YOU CAME BACK/ },
};

/** What the player does where nothing is asked, the best first. */
const DEEDS = [/^fight/i, /^way down/i, /^explore/i, /^wait/i];

/** What is told a turn before a blow that one should not be hit by. */
const TELLS = /lifts (both arms|one foot)|heaves both arms|leans over you|crouches/;

/** The health, as the page tells it, as a share. */
async function health(/** @type {Player} */ player) {
  const told = /Health\D*(\d+)\s*\/\s*(\d+)/.exec(await player.game.locator('.status').textContent() ?? '');
  return told ? Number(told[1]) / Number(told[2]) : 1;
}

/**
 * Answers a question, or presses the best of what can be done.
 * @param {Player} player
 * @param {import('./harness.js').Hand} hand
 * @param {RegExp[]} answers
 * @param {Set<string>} vain what was pressed since something last changed
 */
async function act(player, hand, answers, vain) {
  const asked = await player.asked();
  const sheet = '.sheet .choices button:not([aria-disabled]):visible, .sheet .hints button:visible';
  const offered = player.game.locator(asked ? sheet : `${hand.commands}:visible`);
  const labels = (await offered.allTextContents()).map((it) => it.replace(/^[^A-Za-z]+/, ''));
  const drink = await health(player) < 0.45 ? [/drink/i] : [];
  const dodge = TELLS.test((await player.log.textContent() ?? '').slice(-90)) ? [/^dodge/i] : [];
  const liked = (asked ? answers : [...dodge, ...drink, ...DEEDS])
    .map((like) => labels.findIndex((label) => like.test(label) && (asked || !vain.has(label))));
  const best = liked.find((at) => at >= 0) ?? 0;
  vain.add(labels[best]);
  await hand.press(offered.nth(best));
  await player.settle();
}

for (const [name, { address, answers, end }] of Object.entries(EXPEDITIONS)) {
  for (const [way, hand] of Object.entries(HANDS)) {
    test(`an expedition by ${way} ends with ${name}, and the run verifies`, async (t) => {
      const page = await visit(t, `play.html?game=darkdelve&${address}`, { ...hand.on, reducedMotion: 'reduce' });
      const player = new Player(page);
      await player.begun();
      const vain = new Set();
      let [seen, times] = ['', 0];
      await player.toTheEnd(async () => {
        await act(player, hand, answers, vain);
        const now = await player.seen();
        if (now !== seen) vain.clear();
        seen = now;
        times += 1;
        if (times === 12) await picture(page, `expedition-${name.replaceAll(' ', '-')}-${way}`);
      }, 500);
      await player.sheet.waitFor();
      assert.match(await player.sheet.textContent() ?? '', end);
      await picture(page, `expedition-${name.replaceAll(' ', '-')}-${way}-end`);
      const told = barrow('verify', file(t, 'run.journal', await player.journal()), '--pack', 'darkdelve');
      assert.match(told, /all as written/);
    });
  }
}
