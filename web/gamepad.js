// @ts-check
// Gamepads: polled only while one is connected, for the game that has the focus.

/** A and B. */
const [CONFIRM, BACK] = [0, 1];
/** What the buttons of a standard gamepad do: a key, or a command by name. */
const BUTTONS = new Map([
  [CONFIRM, { key: 'Enter', verb: '' }],
  [BACK, { key: 'Escape', verb: '' }],
  [2, { key: '', verb: 'wait' }],
  [3, { key: '', verb: 'inventory' }],
  [4, { key: '', verb: 'look' }],
  [5, { key: '', verb: 'pickup' }],
  [6, { key: '', verb: 'ascend' }],
  [7, { key: '', verb: 'descend' }],
  [8, { key: '', verb: 'help' }],
  [9, { key: '', verb: 'pause' }],
]);
/** The keys of the directions, row by row from the north-west. */
const WAYS = ['Home', 'ArrowUp', 'PageUp', 'ArrowLeft', '', 'ArrowRight', 'End', 'ArrowDown', 'PageDown'];
const DEAD = 0.5;
const FIRST_REPEAT_MS = 240;
const REPEAT_MS = 120;

/**
 * @typedef {object} GamepadActions
 * @property {() => boolean} listening whether it has the focus
 * @property {() => boolean} asking whether a menu or a question is open
 * @property {(key: string) => void} press
 * @property {(name: string) => void} verb
 * @property {() => HTMLElement[]} commands the buttons in view that are commands
 * @property {() => void} back gives the focus back to the map
 */

/** Returns the gamepads. A frame in another page may not be allowed to ask. */
function gamepads() {
  try {
    return navigator.getGamepads();
  } catch {
    return [];
  }
}

/** @param {Gamepad} pad */
function direction(pad) {
  const held = (/** @type {number} */ at) => (pad.buttons[at]?.pressed ? 1 : 0);
  const tilt = (/** @type {number} */ axis) => (Math.abs(pad.axes[axis] ?? 0) > DEAD ? Math.sign(pad.axes[axis]) : 0);
  const x = held(15) - held(14) || tilt(0);
  const y = held(13) - held(12) || tilt(1);
  return WAYS[(y + 1) * 3 + x + 1];
}

/**
 * Returns which command is chosen: A leads from the map to the buttons, and the cross from one to the
 * next.
 * @param {HTMLElement[]} commands
 */
const chosen = (commands) => commands.findIndex((it) => it.matches(':focus'));

/**
 * @param {GamepadActions} game
 * @returns {() => void} stops watching
 */
export function watchGamepads(game) {
  let frame = 0;
  let way = '';
  let due = 0;
  /** @type {Set<number>} */
  let before = new Set();

  /** @param {number} now */
  const poll = (now) => {
    frame = 0;
    const pad = gamepads().find((it) => it?.connected && it.mapping === 'standard');
    if (!pad) return;
    frame = requestAnimationFrame(poll);
    const held = new Set([...BUTTONS.keys()].filter((at) => pad.buttons[at]?.pressed));
    const fresh = [...held].filter((at) => !before.has(at));
    before = held;
    if (!game.listening()) return;
    const commands = game.asking() ? [] : game.commands();
    const current = chosen(commands);
    for (const at of fresh) {
      const { key, verb } = /** @type {{key: string, verb: string}} */ (BUTTONS.get(at));
      const goes = current >= 0 && key;
      if (goes) game.back();
      if (goes && at === CONFIRM) commands[current].click();
      else if (at === CONFIRM && commands.length) commands[0].focus();
      else if (verb) game.verb(verb);
      else if (!goes) game.press(key);
    }
    const next = direction(pad);
    if (next && (next !== way || now >= due)) {
      const by = Math.sign(WAYS.indexOf(next) - 4);
      if (current >= 0) commands[(current + by + commands.length) % commands.length].focus();
      else game.press(next);
      due = now + (next === way ? REPEAT_MS : FIRST_REPEAT_MS);
    }
    way = next;
  };
  const begin = () => (frame ||= requestAnimationFrame(poll));
  // A gamepad that was used before is already connected.
  begin();
  addEventListener('gamepadconnected', begin);
  return () => {
    removeEventListener('gamepadconnected', begin);
    cancelAnimationFrame(frame);
  };
}
