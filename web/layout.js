// @ts-check
// The parts of a game in the page. `game.css` lays them out.

import { make } from './dom.js';

/** @typedef {ReturnType<typeof layOut>} Parts */

/**
 * Makes the parts of a game.
 * @param {ShadowRoot} root
 * @param {URL} styles
 */
export function layOut(root, styles) {
  const canvas = /** @type {HTMLCanvasElement} */ (make('canvas', { class: 'map' }));
  const minimap = /** @type {HTMLCanvasElement} */ (
    make('canvas', { class: 'minimap', 'aria-hidden': 'true', hidden: true }));
  const parts = {
    title: make('h2', { class: 'title' }),
    place: make('span', { class: 'place' }),
    tools: make('div', { class: 'tools', role: 'toolbar', 'aria-label': 'Game' }),
    canvas,
    stage: make('div', {
      class: 'stage', tabindex: '0', role: 'application',
      'aria-label': 'The map. Shift and Tab leave the game.',
    }, canvas),
    chip: make('p', { class: 'chip', hidden: true }),
    whose: make('p', { class: 'whose', role: 'status' }),
    goal: make('p', { class: 'goal' }),
    tips: make('div', { class: 'tips', 'aria-live': 'polite' }),
    say: make('div', { class: 'say', hidden: true }),
    corner: /** @type {HTMLCanvasElement} */ (make('canvas', { class: 'corner', 'aria-hidden': 'true', hidden: true })),
    look: make('p', { class: 'look', 'aria-live': 'polite' }),
    // On a narrow screen it scrolls, so a keyboard must reach it.
    status: make('div', { class: 'status', role: 'group', 'aria-label': 'Status', tabindex: '0' }),
    strip: make('div', { class: 'strip', role: 'group', 'aria-label': 'You carry', hidden: true }),
    log: make('div', { class: 'log', role: 'log', 'aria-label': 'What happened', tabindex: '0' }),
    side: make('div', { class: 'side', role: 'complementary', 'aria-label': 'You' }),
    minimap,
    pad: make('div', { class: 'pad' }),
    scrub: make('div', { class: 'scrub', hidden: true }),
    sheet: make('div', { class: 'sheet', role: 'dialog', 'aria-modal': 'true', tabindex: '-1', hidden: true }),
    cover: make('div', { class: 'cover' }),
    notice: make('p', { class: 'notice', role: 'status', hidden: true }),
  };
  const bar = make('div', { class: 'bar' }, make('div', { class: 'name' }, parts.title, parts.place), parts.tools);
  const field = make('div', { class: 'field' }, parts.stage, parts.corner,
    make('div', { class: 'guide' }, parts.whose, parts.goal, parts.tips), parts.look, parts.chip, parts.say);
  const frame = make('div', { class: 'frame' },
    bar, field, parts.sheet, parts.status, parts.strip, parts.log, parts.side, parts.pad, parts.scrub,
    parts.cover, parts.notice);
  const link = make('link', { rel: 'stylesheet', href: styles });
  // Until the styles are loaded, the parts would be visible without a layout.
  const box = make('div', { class: 'box', hidden: true }, frame);
  const shown = new Promise((resolve) => {
    for (const name of ['load', 'error']) link.addEventListener(name, resolve);
  }).then(() => (box.hidden = false));
  root.append(link, box);
  return { ...parts, frame, bar, field, shown };
}
