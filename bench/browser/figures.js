// @ts-check
// Numbers of a list, and how they are printed.

const sorted = (/** @type {number[]} */ list) => [...list].sort((a, b) => a - b);

export const median = (/** @type {number[]} */ list) => sorted(list)[list.length >> 1] ?? NaN;

/** What 95 of 100 are within. */
export const high = (/** @type {number[]} */ list) => sorted(list)[Math.floor(list.length * 0.95)] ?? NaN;

export const sum = (/** @type {number[]} */ list) => list.reduce((all, one) => all + one, 0);

export const ms = (/** @type {number} */ value) => value.toFixed(value < 10 ? 2 : 1).padStart(8);

/** @param {number[]} list */
export const spread = (list) => `median ${ms(median(list))}, 95 of 100 within ${ms(high(list))}`;
