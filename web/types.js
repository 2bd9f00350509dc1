// @ts-check
// What the engine tells the page, as `screen()` gives it.

/**
 * @typedef {object} Screen
 * @property {'waiting' | 'playing' | 'over'} state
 * @property {string} title
 * @property {string} level
 * @property {number} floor
 * @property {number} turn
 * @property {number} score
 * @property {number | null} best
 * @property {string} seed
 * @property {boolean} ranked
 * @property {boolean} paused
 * @property {Stat[]} status
 * @property {Section[]} side
 * @property {Carried[]} bag
 * @property {Told[]} log
 * @property {Face | null} face
 * @property {{label: string, key: string}[]} buttons
 * @property {string | null} trouble
 * @property {string | null} ask
 */

/** @typedef {{label: string, value: string, permille: number | null, role: string}} Stat */
/** @typedef {{role: string, text: string}} Line */
/** @typedef {{heading: string, lines: Line[]}} Section */
/** @typedef {{number: number, slot: number, glyph: string, name: string, worn: string | null, selected: boolean}} Carried */
/** @typedef {{turn: number, text: string, role: string, count: number, fresh: boolean}} Told */
/** @typedef {{text: string, key: string}} Hint */
/** @typedef {{letter: string, role: string, text: string, able: boolean}} Choice */

/**
 * What lies over the map.
 * @typedef {object} Face
 * @property {'say' | 'menu' | 'text' | 'over'} kind
 * @property {string} [title]
 * @property {any} [text] a string in `say`, a list of lines in `menu`
 * @property {string} [note]
 * @property {any[]} [lines] of Choice in `menu`, of Line in `text` and `over`
 * @property {number} [at]
 * @property {boolean} [from_end]
 * @property {Hint[]} hints
 * @property {boolean} [ready]
 * @property {boolean} [won]
 */

export {};
