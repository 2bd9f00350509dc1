// @ts-check
// The run in the page, for scripts in the browser's console. An address asks for it with `console`.

/**
 * @typedef {object} Handle
 * @property {() => unknown} screen what the page shows beside the map, as data
 * @property {() => string} around the surroundings in words
 * @property {(...keys: string[]) => Promise<unknown>} press presses keys by their names, such as `o` or `esc`; resolves to the screen when it is drawn
 * @property {() => string} journal the run so far, as `barrow verify` reads it
 * @property {() => unknown} setup how the run began
 */

/**
 * Returns the handle of the run that is being played at the time of each call.
 * @param {() => {show: any, run: any}} now
 * @returns {Handle}
 */
export function handle(now) {
  const screen = () => now().show?.scene.screen ?? null;
  return {
    screen,
    around: () => now().show?.describe() ?? '',
    press: async (...keys) => {
      for (const key of keys) now().show?.pressKey(key);
      // The screen is read anew with the next picture.
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
      return screen();
    },
    journal: () => now().run?.journal() ?? '',
    setup: () => JSON.parse(now().run?.setup() ?? 'null'),
  };
}
