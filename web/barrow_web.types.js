// @ts-check
// The types of the wasm module `barrow_web.js` (crates/web/src/bindings.rs). "JSON of T" is a text
// that `JSON.parse` turns into a T.

/**
 * What the page implements for the engine. No call may wait. A call that throws counts as failed.
 * Names do not contain the page's own prefix.
 * @typedef {object} Host
 * @property {(name: string) => string | null} read a text; null if there is none
 * @property {(name: string, text: string) => boolean} write false if it cannot be stored
 * @property {(name: string) => boolean} remove false if it cannot be removed
 * @property {() => string | null} list the names, a line each; null if storage cannot be used at all
 * @property {(name: string) => boolean} lock whether this page has the lock of a name: a save, the profile
 * @property {(name: string) => void} unlock
 * @property {() => number} clock milliseconds since some moment
 * @property {() => string} now the date and time as text: `2026-11-15 16:40`
 * @property {() => number[]} day the UTC day: year, month, day
 * @property {() => string} seed a random number, in hexadecimal digits
 */

/**
 * A key, as in a KeyboardEvent. `key` may also be a name from hints and buttons: `esc`,
 * `enter`, `tab`, `space`, `up`, `shift-up`, `ctrl-p`.
 * @typedef {{key: string, code?: string, shift?: boolean, ctrl?: boolean, alt?: boolean, meta?: boolean}} KeyPress
 */

/** @typedef {{level?: string | null, seed?: string | null, daily?: boolean | string, hero?: string | null, players?: number, with?: string[]}} NewRun the options of a new run; `daily` is today, or a day such as `2026-11-15`; `hero` has a name for each player, separated by commas */

/**
 * @typedef {object} Pack
 * @property {() => string} info JSON of PackInfo
 * @property {() => void} free
 */

/**
 * @typedef {object} PackInfo
 * @property {string} title
 * @property {string} about
 * @property {string} version
 * @property {string} save the name of its save, as in `Host.lock`
 * @property {{name: string, title: string}[]} levels that a run can begin on; empty if there is no choice
 * @property {{name: string, title: string, ranked: boolean}[]} heroes
 * @property {boolean} realtime
 * @property {boolean} keeps whether a new run ends the saved one
 * @property {{key: string, label: string}[]} keys the game's own keys
 */

/** @typedef {{name: string, title: string, about: string, locked: string | null}} Offer what can be chosen when a run begins; `locked` is how to get it */

/**
 * The profile and the settings, one for a page.
 * @typedef {object} Desk
 * @property {(text: string) => void} tiles adds the tiles of a text such as `tiles.txt`; throws
 * @property {(still: boolean) => void} calm turns animations off, whatever the settings say
 * @property {(name: string) => void} device what the player holds: desk, keys, mouse, touch, gamepad
 * @property {() => string | undefined} trouble why nothing is saved, or what was wrong with the saved profile
 * @property {() => string} settings JSON of Setting[]
 * @property {(name: string, value: string) => string} set JSON of Done; `keys` resets all key bindings
 * @property {() => string} keys JSON of Binding[]
 * @property {(verb: string, key: string) => string} bind adds a key, JSON of KeyPress; JSON of Done
 * @property {(verb: string, key: string) => string} unbind removes a key, JSON of KeyPress; JSON of Done
 * @property {() => string} history JSON of RunRecord[], the latest first; throws
 * @property {() => string} scores JSON of {game: string, runs: RunRecord[]}[]; throws
 * @property {() => string} deeds JSON of {game: string, deeds: string[]}[]; throws
 * @property {(pack: Pack) => string} offers JSON of {heroes: Offer[], levels: Offer[], modifiers: Offer[]}
 * @property {(title: string) => string | undefined} saved JSON of {turn: number, seed: string, ranked: boolean, daily: boolean, level: string | null, hero: string | null}
 * @property {() => string} replays JSON of string[], the newest first; throws
 * @property {(name: string) => string | undefined} journal a replay's journal
 * @property {(name: string) => boolean} forget deletes a replay and the report on its end, to make room
 * @property {() => string} export the profile, for `barrow import`; throws
 * @property {(text: string) => string} import a file of `barrow export`; JSON of {taken: number}; throws
 * @property {() => void} free
 */

/** @typedef {{name: string, about: string, value: string, options: string[]}} Setting */
/** @typedef {{verb: string, label: string, about: string, group: string, keys: string[]}} Binding */
/** @typedef {{error?: string}} Done what went wrong, if anything did */

/**
 * @typedef {object} RunRecord
 * @property {number} number
 * @property {string} game
 * @property {string} version
 * @property {string} seed
 * @property {string} hero
 * @property {string[]} with its modifiers
 * @property {string} place
 * @property {number} floor
 * @property {number} turns
 * @property {number | string} score
 * @property {[string, number | string][]} parts
 * @property {boolean} won
 * @property {string} end
 * @property {boolean} ranked
 * @property {string} when
 * @property {string | null} replay the name of its journal
 */

/**
 * A picture in the memory of the module: RGBA, in the pixels of tiles. The canvas has the same size;
 * CSS shows it `scale() / devicePixelRatio` times as large, with `image-rendering: pixelated`. Read
 * all of these again after each `draw` that returned true.
 * @typedef {object} Drawn
 * @property {(width: number, height: number, ratio: number) => void} resize CSS pixels, devicePixelRatio
 * @property {(by: number) => void} zoom by steps; 0 resets it
 * @property {(name: 'tiles' | 'glyphs') => void} style
 * @property {(now: number) => boolean} draw takes milliseconds; returns whether pixels changed
 * @property {() => number} busy_height how far down the picture somebody is who must be seen, in percent
 * @property {() => boolean} moving whether `draw` must be called again for the next frame
 * @property {(now: number) => number | undefined} wake milliseconds until the picture changes by itself
 * @property {() => number} pixels
 * @property {() => number} width
 * @property {() => number} height
 * @property {() => number} scale
 * @property {() => number} minimap_pixels the whole level, small; its width is 0 if the whole level is visible
 * @property {() => number} minimap_width
 * @property {() => number} minimap_height
 */

/**
 * A run being played. Points are in CSS pixels of the canvas.
 * @typedef {object} GameOnly
 * @property {(key: string) => boolean} press JSON of KeyPress; returns whether it was used
 * @property {(name: string) => void} verb a verb by its name in `Desk.keys`
 * @property {(name: string) => void} device what the player uses now
 * @property {(x: number, y: number) => string | undefined} hover
 * @property {(x: number, y: number) => void} click
 * @property {(x: number, y: number) => void} look
 * @property {(scene: boolean) => Uint8Array} heard what was heard since the last call, for the mixer; or what a mixer that starts must know
 * @property {() => string} describe the surroundings in words, in lines
 * @property {() => number | undefined} next_tick milliseconds until `tick` is wanted
 * @property {() => void} tick
 * @property {(here: boolean) => void} focus
 * @property {() => boolean} alarm whether keys typed ahead must be dropped; resets it
 * @property {() => string} screen JSON of Screen
 * @property {() => string} journal
 * @property {() => string | undefined} link the run as text for an address, unless it is too long
 * @property {() => string} setup JSON of NewRun
 * @property {() => void} free
 */
/** @typedef {GameOnly & Drawn} Game */

/**
 * A run being watched.
 * @typedef {object} ReplayOnly
 * @property {() => number} position the number of entries played
 * @property {() => number} entries the number of all entries
 * @property {(position: number) => void} go
 * @property {(turn: number) => void} seek
 * @property {(on: boolean) => void} playing
 * @property {(by: number) => void} speed steps faster, or slower
 * @property {() => number | undefined} next_tick
 * @property {(scene: boolean) => Uint8Array} heard as of a Game
 * @property {() => void} tick
 * @property {() => Game} play_on a new run from here, which does not count; throws
 * @property {() => string} describe
 * @property {() => string} screen JSON of ReplayScreen
 * @property {() => void} free
 */
/** @typedef {ReplayOnly & Drawn} Replay */

/**
 * @typedef {object} Board what runs show, played or watched
 * @property {'waiting' | 'playing' | 'over'} state
 * @property {string} title
 * @property {string} level
 * @property {string} goal what the player wants, in a few words
 * @property {string[]} [tips] what to do, worded for the device in use
 * @property {number} player whose turn it is, from 0
 * @property {string} whose the same in words, if several players take turns
 * @property {string} doing what the item is for that the game's own keys use
 * @property {number} floor
 * @property {number} turn
 * @property {number} score
 * @property {number | null} best
 * @property {string} seed
 * @property {boolean} ranked
 * @property {Stat[]} status
 * @property {Section[]} side
 * @property {Carried[]} bag
 * @property {Told[]} log the last 100; of a run being played, all that is new and the last 8
 * @property {Face | null} face
 * @property {Command[]} buttons
 * @property {boolean} daily
 */

/**
 * @typedef {object} PlayOnly
 * @property {boolean} four_ways whether nothing moves diagonally
 * @property {boolean} paused
 * @property {boolean} walking
 * @property {string | null} trouble why the last turn, or nothing at all, is saved
 * @property {null | 'settings' | 'leave' | 'watch' | 'again'} ask included once
 */
/** @typedef {Board & PlayOnly} Screen */

/**
 * @typedef {object} WatchOnly
 * @property {number} position
 * @property {number} entries
 * @property {number} turns
 * @property {boolean} playing
 * @property {number} speed entries per second
 * @property {string | null} mismatch why the journal cannot be played further
 * @property {{won: boolean, text: string} | null} end
 */
/** @typedef {Board & WatchOnly} ReplayScreen */

/** @typedef {'text' | 'dim' | 'title' | 'key' | 'good' | 'bad' | 'warning' | 'line' | 'chosen' | 'threat' | 'aim' | 'ground'} Role */
/** @typedef {{label: string, value: string, wide: string | null, permille: number | null, role: Role}} Stat `wide` is the value with more words, for where there is room */
/** @typedef {{role: Role, text: string}} Line */
/** @typedef {{heading: string, lines: (Line & {parts?: Line[], permille?: number | null})[]}} Section */
/** @typedef {{number: number, slot: number, glyph: string, name: string, means: string, worn: string | null, selected: boolean}} Carried */
/** @typedef {{id: number, turn: number, text: string, role: Role, count: number, fresh: boolean, noise: boolean}} Told a message; in a run being played `id` is its place in the log, and the count of the last one may still change */
/** @typedef {{text: string, key: string}} Hint */
/** @typedef {{label: string, key: string, verb?: string | null, able?: boolean}} Command a button; it keeps its place, even while it makes no sense */

/** @typedef {{kind: 'say', text: string, note: string, hints: Hint[]}} SayFace */
/** @typedef {{kind: 'menu', title: string, text: string[], lines: (Line & {letter: string, able: boolean})[], at: number, hints: Hint[]}} MenuFace */
/** @typedef {{kind: 'text', title: string, lines: Line[], from_end: boolean, hints: Hint[]}} TextFace */
/** @typedef {{kind: 'over', title: string, lines: Line[], hints: Hint[], ready: boolean, won: boolean}} OverFace */
/** @typedef {SayFace | MenuFace | TextFace | OverFace} Face what lies over the map */

/**
 * The module. A function that throws, throws an Error whose message is for the reader.
 * @typedef {object} Barrow
 * @property {{load(bytes: Uint8Array): Pack}} Pack a pack as it was bound: packs/NAME.pack, or what `bind` made; throws
 * @property {new (host: Host) => Desk} Desk
 * @property {{begin(desk: Desk, pack: Pack, begin: string): Game, resume(desk: Desk, pack: Pack): Game | undefined, play_on(desk: Desk, pack: Pack, journal: string, turn: number): Game}} Game
 *   `begin` takes JSON of NewRun; `play_on` begins a run that does not count; all of them throw
 * @property {{open(desk: Desk, pack: Pack, journal: string): Replay}} Replay throws
 * @property {(link: string) => string} link_info JSON of RunInfo; throws
 * @property {(pack: Pack, link: string) => string} unpack_link the journal of the run; throws
 * @property {(journal: string) => string} journal_info JSON of RunInfo; throws
 * @property {() => string} last_action after a WebAssembly.RuntimeError: JSON of Crash
 */

/** @typedef {{pack: string, version: string, seed: string, level: string | null, hero: string | null, commands: number, ranked: boolean}} RunInfo */
/** @typedef {{doing: string, journal: string}} Crash `journal` replays up to the crash */

export {};
