// @ts-check
// The front page: the games, the history, the settings, and the profile as a file.

import { button, make, refill, saveFile } from './dom.js';
import { engine, listPacks, loadPack, store } from './engine.js';
import { applyTheme, settingRows } from './settings.js';
import { gameAddress, today } from './share.js';
import { explain } from './trouble.js';
import { watchVersion } from './version.js';

/**
 * @typedef {import('./engine.js').PackEntry} PackEntry
 * @typedef {import('./barrow_web.types.js').RunRecord} Record
 * @typedef {import('./barrow_web.types.js').Offer} Offer
 */

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} text */
const tell = (text) => (part('told').textContent = text);

/**
 * @param {string} name
 * @param {string} label
 * @param {{value: string, label: string}[]} options
 */
function select(name, label, options) {
  if (options.length < 2) return null;
  const choices = options.map((it) => make('option', { value: it.value }, it.label));
  return make('label', {}, label, make('select', { name }, make('option', { value: '' }, 'default'), ...choices));
}

/** How many players can take turns at one device. */
const PLAYERS = [2, 3, 4].map((it) => ({ value: String(it), label: `${it}, taking turns` }));

const players = () => make('label', {}, 'Players',
  make('select', { name: 'players' }, make('option', { value: '' }, '1'), ...PLAYERS.map((it) => make('option', { value: it.value }, it.label))));

/**
 * Shows what this player can choose: what is locked has its hint, and modifiers are boxes.
 * @param {PackEntry} entry
 * @param {HTMLFormElement} form
 * @param {import('./barrow_web.types.js').Desk} desk
 */
async function showOffers(entry, form, desk) {
  const offers = JSON.parse(desk.offers(await loadPack({ pack: entry.name, folder: '', prototype: '' })));
  const label = (/** @type {Offer} */ it) => (it.locked === null ? it.title : `${it.title} (locked. ${it.locked})`);
  for (const option of form.querySelectorAll('option')) {
    const it = [...offers.heroes, ...offers.levels].find((offer) => offer.name === option.value);
    if (!it) continue;
    option.disabled = it.locked !== null;
    option.textContent = label(it);
  }
  form.querySelector('fieldset')?.remove();
  if (!offers.modifiers.length) return;
  const boxes = offers.modifiers.map((/** @type {Offer} */ it) =>
    make('label', { title: it.about }, make('input', { type: 'checkbox', name: 'with', value: it.name, disabled: it.locked !== null }), label(it)));
  form.querySelector('button')?.before(make('fieldset', {}, make('legend', {}, 'With'), ...boxes));
}

/**
 * Returns a card for each place that a run can begin on, if each is a game of its own.
 * @param {PackEntry} entry
 */
function places(entry) {
  if (entry.levels.length < 2) return null;
  const cards = entry.levels.map((it) => make('li', {},
    make('a', { href: gameAddress({ pack: entry.name, level: it.name }).href + '&new=1', 'data-level': it.title },
      make('b', {}, it.title), make('span', {}, it.about.split('\n')[0]), make('i', { class: 'done' }))));
  return make('ul', { class: 'places' }, ...cards);
}

/**
 * Returns the places that a run has left by their end, or that it was won on.
 * @param {PackEntry} entry
 * @param {Record[]} runs
 */
function finished(entry, runs) {
  const done = new Set();
  for (const run of runs.filter((it) => it.game === entry.title)) {
    let at = entry.levels.find((it) => it.title === run.place);
    if (at && run.won) done.add(at.title);
    for (let left = run.floor - 1; at && left > 0; left -= 1) {
      const { name } = at;
      at = entry.levels.find((it) => it.next === name);
      if (at) done.add(at.title);
    }
  }
  return done;
}

/** @param {PackEntry} entry */
function card(entry) {
  const play = make('a', { class: 'button main', href: gameAddress({ pack: entry.name }).href + '&new=1' }, 'Play');
  const daily = make('a', { class: 'button', href: gameAddress({ pack: entry.name, daily: today() }).href }, 'Today’s');
  const hero = (/** @type {string} */ label) => select('hero', label, entry.heroes.map((it) => ({ value: it.name, label: it.title })));
  const heroes = [hero('As'), ...PLAYERS.map((it) => hero(`Player ${it.value} as`))];
  const form = make('form', { action: 'play.html' },
    make('input', { type: 'hidden', name: 'game', value: entry.name }),
    make('input', { type: 'hidden', name: 'new', value: '1' }),
    select('level', 'Begin at', entry.levels.map((it) => ({ value: it.name, label: it.title }))),
    entry.realtime ? null : players(),
    ...heroes,
    make('label', {}, 'Seed', make('input', { name: 'seed', autocomplete: 'off', placeholder: 'any', maxlength: 60 })),
    make('button', {}, 'Play'));
  const seats = () => Number(form.elements.namedItem('players')?.value || 1);
  const showHeroes = () => heroes.forEach((it, at) => it && (it.hidden = at >= seats()));
  form.addEventListener('change', showHeroes);
  showHeroes();
  // Empty fields would only make the address longer, but the second hero is not the first.
  form.addEventListener('submit', () => {
    for (const field of form.elements) {
      const unused = field.name === 'hero' && seats() > 1 ? field.closest('label').hidden : !field.value;
      if (unused) field.disabled = true;
    }
  });
  const how = make('details', { name: 'how' }, make('summary', {}, 'Choose how it begins'), form);
  if (entry.choices) how.addEventListener('toggle', () => how.open && withDesk((desk) => showOffers(entry, form, desk)));
  return make('article', { class: entry.levels.length > 1 ? 'game many' : 'game', 'data-game': entry.name, 'data-title': entry.title },
    make('a', { href: play.href, tabindex: '-1', 'aria-hidden': 'true' },
      make('img', { src: entry.picture, alt: '', width: 480, height: 288, loading: 'lazy' })),
    make('div', { class: 'words' },
      make('h3', {}, entry.title), make('p', {}, entry.about),
      make('p', { class: 'row' }, play, daily),
      how), places(entry));
}

/** @type {PackEntry[]} */
let games = [];

async function showGames() {
  const root = part('games');
  try {
    games = await listPacks();
    root.replaceChildren(...games.map(card));
  } catch (error) {
    const { title, message, advice } = explain(error);
    root.replaceChildren(make('div', { class: 'trouble', role: 'alert' },
      make('h3', {}, title), make('p', {}, message), make('p', {}, advice)));
  }
  root.removeAttribute('aria-busy');
}

/** @param {any} desk */
function showSaves(desk) {
  for (const card of document.querySelectorAll('.game')) {
    const { game, title } = /** @type {HTMLElement} */ (card).dataset;
    const saved = JSON.parse(desk.saved(title) ?? 'null');
    const row = card.querySelector('.row');
    const play = row?.querySelector('.main');
    row?.querySelector('.fresh')?.remove();
    if (!row || !play) continue;
    const fresh = `${gameAddress({ pack: game }).href}&new=1`;
    // The run that waits comes first, in the place of the button that began it, so that nothing moves.
    play.classList.toggle('continue', Boolean(saved));
    play.textContent = saved ? 'Continue' : 'Play';
    play.setAttribute('href', saved ? gameAddress({ pack: game }).href : fresh);
    play.setAttribute('title', saved ? `Turn ${saved.turn}, seed ${saved.seed}` : '');
    if (saved) row.append(make('a', { class: 'button fresh', href: fresh }, 'New run'));
  }
}

/** @param {Record} run */
function runRow(run) {
  const end = (run.end || (run.won ? 'won' : 'given up')) + (run.ranked ? '' : ', not ranked');
  const entry = document.querySelector(`.game[data-title="${CSS.escape(run.game)}"]`);
  const pack = /** @type {HTMLElement | null} */ (entry)?.dataset.game;
  const address = `play.html?game=${pack}&replay=${encodeURIComponent(run.replay ?? '')}`;
  const watch = run.replay && pack ? make('a', { href: address, 'aria-label': `Watch run ${run.number}` }, 'Watch') : '';
  return make('tr', {},
    make('td', {}, run.game, make('small', {}, `${run.when} · seed ${run.seed}`)),
    make('td', { class: 'number' }, String(run.score)),
    make('td', {}, `${end}`, make('small', {}, `${[...run.with, ''].join(', ')}floor ${run.floor}, ${run.turns} turns`)),
    make('td', {}, watch));
}

/** @param {Record[]} runs */
function runTable(runs) {
  const head = ['Game', 'Score', 'End'].map((it) => make('th', { scope: 'col' }, it));
  return make('table', {}, make('thead', {}, make('tr', {}, ...head, make('td'))), make('tbody', {}, ...runs.map(runRow)));
}

/** @param {any} desk */
function showRuns(desk) {
  const runs = /** @type {Record[]} */ (JSON.parse(desk.history() ?? '[]'));
  for (const entry of games) {
    const done = finished(entry, runs);
    for (const place of document.querySelectorAll(`.game[data-game="${entry.name}"] [data-level]`)) {
      const mark = /** @type {HTMLElement} */ (place.querySelector('.done'));
      mark.textContent = done.has(/** @type {HTMLElement} */ (place).dataset.level) ? '✓ done' : '';
    }
  }
  if (runs.length) refill(part('runs'), runs, () => [runTable(runs.slice(0, 20))]);
  const scores = /** @type {{game: string, runs: Record[]}[]} */ (JSON.parse(desk.scores()));
  if (!scores.length) return;
  refill(part('scores'), scores, () => scores.flatMap(({ game, runs: best }) => [
    make('h3', {}, game),
    make('ol', {}, ...best.slice(0, 5).map((it) =>
      make('li', {}, make('b', {}, String(it.score)), ` ${[it.hero, ...it.with].join(', ')}, floor ${it.floor}, ${it.turns} turns`))),
  ]));
}

/** @param {HTMLInputElement} input */
const chosenText = async (input) => {
  const file = input.files?.[0];
  input.value = '';
  return file?.text();
};

/**
 * Calls `work` with the desk, and shows errors.
 * @param {(desk: import('./barrow_web.types.js').Desk) => unknown} work
 */
async function withDesk(work) {
  try {
    await work((await engine()).desk);
  } catch (error) {
    tell(explain(error).message);
  }
}

function watchButtons() {
  part('export').addEventListener('click', () => withDesk((desk) => saveFile(`barrow-${today()}.profile`, desk.export())));
  const taken = /** @type {HTMLInputElement} */ (part('import'));
  taken.addEventListener('change', () => withDesk(async (desk) => {
    const text = await chosenText(taken);
    if (text === undefined) return;
    const answer = JSON.parse(desk.import(text));
    tell(`Imported: ${answer.taken} files.`);
    showAll(desk);
  }));
  const watched = /** @type {HTMLInputElement} */ (part('watch'));
  watched.addEventListener('change', () => withDesk(async () => {
    const text = await chosenText(watched);
    if (text !== undefined) await watchFile(text);
  }));
}

/** @param {string} text */
async function watchFile(text) {
  const [{ module }, packs] = await Promise.all([engine(), listPacks(), import('./barrow.js')]);
  const title = JSON.parse(module.journal_info(text)).pack;
  const entry = packs.find((it) => it.title === title);
  if (!entry) return tell(`The game “${title}” is not available here.`);
  const game = /** @type {any} */ (make('barrow-game', { pack: entry.name, sound: '' }));
  const close = button('Close', () => box.close());
  const box = /** @type {HTMLDialogElement} */ (make('dialog', { class: 'watch', 'aria-label': 'A run' }, game, close));
  box.addEventListener('close', () => box.remove());
  document.body.append(box);
  box.showModal();
  await game.watch(text);
}

/** @param {any} desk */
function showAll(desk) {
  applyTheme(document.documentElement, desk);
  showSaves(desk);
  showRuns(desk);
}

async function open() {
  await showGames();
  try {
    const { desk } = await engine();
    showAll(desk);
    part('settings').replaceChildren(settingRows(desk, () => applyTheme(document.documentElement, desk)));
    tell(desk.trouble() ?? '');
    // Scenes come last: by then everything can be used.
    const idle = globalThis.requestIdleCallback ?? ((/** @type {() => void} */ work) => setTimeout(work, 500));
    idle(async () => {
      const { bringToLife } = await import('./live.js');
      for (const entry of games) {
        const card = /** @type {HTMLElement | null} */ (document.querySelector(`.game[data-game="${entry.name}"]`));
        if (card) bringToLife(card, entry);
      }
    });
    // A page that the browser restores from its cache shows an old state.
    addEventListener('pageshow', (event) => event.persisted && showAll(desk));
  } catch (error) {
    const { title, message, advice } = explain(error);
    tell(`${title}. ${message} ${advice}`);
  }
  if (!store.kept) tell('This browser does not let the page save anything: saves and settings are lost when it is closed.');
}

watchButtons();
open();
watchVersion(document.body).then((offline) => {
  part('offline').textContent = offline ? 'These games also play without a connection.' : '';
});
