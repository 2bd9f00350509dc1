// @ts-check
// Mouse and fingers on the map: hovering describes a cell, a click or tap walks, strikes or aims, a
// long press looks, two fingers or the wheel zoom.

// Some phones end a touch after half a second to show a menu of their own.
const LONG_PRESS_MS = 420;
const WOBBLE_PX = 10;
const PINCH = 1.3;
/** A touch pad sends many events of a wheel for one move. */
const WHEEL_MS = 150;

/**
 * @typedef {object} PointerActions
 * @property {(x: number, y: number) => void} hover
 * @property {() => void} leave
 * @property {(x: number, y: number) => void} click
 * @property {(x: number, y: number) => void} look
 * @property {(by: number) => boolean} zoom returns whether it did
 */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {PointerActions} actions
 * @param {AbortSignal} signal stops watching
 */
export function watchPointer(canvas, actions, signal) {
  /** @type {(name: string, does: (event: any) => void) => void} */
  const on = (name, does) => canvas.addEventListener(name, does, { signal });
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let timer = 0;
  let spread = 0;
  let tapping = false;
  let hoverFrame = 0;
  let nextWheel = 0;

  /** @param {MouseEvent} event */
  const position = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const stop = () => {
    clearTimeout(timer);
    tapping = false;
  };
  const distance = () => {
    const [a, b] = [...down.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };

  on('pointerdown', (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0) return;
    const at = position(event);
    down.set(event.pointerId, at);
    stop();
    if (down.size === 2) spread = distance();
    if (down.size !== 1) return;
    tapping = true;
    if (event.pointerType === 'mouse') return;
    timer = setTimeout(() => {
      stop();
      actions.look(at.x, at.y);
    }, LONG_PRESS_MS);
  });

  on('pointermove', (/** @type {PointerEvent} */ event) => {
    const at = position(event);
    const start = down.get(event.pointerId);
    if (start && Math.hypot(at.x - start.x, at.y - start.y) > WOBBLE_PX) stop();
    if (down.size === 2 && start) {
      down.set(event.pointerId, at);
      const now = distance();
      const by = now > spread * PINCH ? 1 : now < spread / PINCH ? -1 : 0;
      if (by) {
        spread = now;
        actions.zoom(by);
      }
    }
    if (event.pointerType !== 'mouse' || hoverFrame) return;
    hoverFrame = requestAnimationFrame(() => {
      hoverFrame = 0;
      actions.hover(at.x, at.y);
    });
  });

  on('pointerup', (/** @type {PointerEvent} */ event) => {
    const start = down.get(event.pointerId);
    down.delete(event.pointerId);
    if (start && tapping && down.size === 0) actions.click(start.x, start.y);
    stop();
  });
  on('pointercancel', (/** @type {PointerEvent} */ event) => {
    down.delete(event.pointerId);
    stop();
  });
  on('pointerleave', () => {
    cancelAnimationFrame(hoverFrame);
    hoverFrame = 0;
    actions.leave();
  });
  on('wheel', (/** @type {WheelEvent} */ event) => {
    const early = event.timeStamp < nextWheel;
    if (!early && !actions.zoom(event.deltaY < 0 ? 1 : -1)) return;
    event.preventDefault();
    if (!early) nextWheel = event.timeStamp + WHEEL_MS;
  });
  on('contextmenu', (/** @type {PointerEvent} */ event) => {
    event.preventDefault();
    // A right click looks, as a long press does. For a finger the long press came first.
    const at = position(event);
    if (event.pointerType === 'mouse') actions.look(at.x, at.y);
  });
}
