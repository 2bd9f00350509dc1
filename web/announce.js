// @ts-check
// What a screen reader is told beside the log.

/**
 * @param {HTMLElement} region a live region
 * @returns {(text: string) => void}
 */
export function announcer(region) {
  let turn = false;
  return (text) => {
    // The same text twice is said twice only if something differs.
    turn = !turn;
    region.textContent = text + (turn ? '' : ' ');
  };
}
