// @ts-check
// The picture of a run that is played or watched. It is drawn when something changed, and while
// something moves.

import { Picture, watchSize } from './canvas.js';

/**
 * @typedef {import('./layout.js').Parts} Parts
 * @typedef {import('./engine.js').Engine} Engine
 * @typedef {import('./barrow_web.types.js').Screen} Screen
 */

/** The maximum width of the minimap, which has one pixel for each cell. */
const MINIMAP_PX = 248;

export class Scene {
  /** @type {Screen | null} */
  screen = null;
  #frame = 0;
  #timer = 0;
  #stale = true;
  #seen = true;
  #ended = false;
  #ratio = 1;

  /**
   * @param {Parts} parts
   * @param {Engine} engine
   * @param {import('./barrow_web.types.js').Drawn & {screen: () => string}} run a Game or a Replay
   * @param {(screen: Screen) => void} show
   * @param {(error: unknown) => void} fail
   */
  constructor(parts, engine, run, show, fail) {
    this.run = run;
    this.parts = parts;
    this.show = show;
    this.fail = fail;
    this.map = new Picture(parts.canvas, engine.memory);
    this.minimap = new Picture(parts.minimap, engine.memory);
    // Where there is no room beside the map, it lies in a corner of it.
    this.corner = new Picture(parts.corner, engine.memory);
    this.unwatch = watchSize(parts.stage, (width, height, ratio) => this.#resize(width, height, ratio));
    this.sight = new IntersectionObserver((entries) => {
      this.#seen = entries[entries.length - 1].isIntersecting;
      this.wake();
    });
    this.sight.observe(parts.stage);
  }

  /**
   * @param {number} width
   * @param {number} height
   * @param {number} ratio
   */
  #resize(width, height, ratio) {
    if (width < 1 || height < 1) return;
    this.#ratio = ratio;
    this.ask(() => this.run.resize(width, height, ratio));
    this.wake();
  }

  /**
   * Calls the engine. After a crash it is reported, and not called again.
   * @template T
   * @param {() => T} work
   * @returns {T | undefined}
   */
  ask(work) {
    if (this.#ended) return undefined;
    try {
      return work();
    } catch (error) {
      this.#ended = true;
      this.fail(error);
      return undefined;
    }
  }

  /** Reads the screen again and draws it, since something may have changed. */
  changed() {
    this.#stale = true;
    this.wake();
  }

  /** Draws at the next frame. */
  wake() {
    if (this.#frame || this.#ended) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      this.ask(() => this.#draw(now));
    });
  }

  /** @param {number} now */
  #draw(now) {
    const { run } = this;
    if (this.#stale) {
      this.#stale = false;
      const screen = /** @type {Screen} */ (JSON.parse(run.screen()));
      this.screen = screen;
      this.show(screen);
    }
    if (this.#ended || !this.#seen) return;
    if (run.draw(now)) {
      // What is told lies at the other end of the picture than the player and the foes.
      const at = run.busy_height();
      if (at < 35 || at > 65) this.parts.field.classList.toggle('high', at < 35);
      this.map.put(run.pixels(), run.width(), run.height(), run.scale() / this.#ratio);
      this.#drawMinimap();
    }
    if (run.moving()) return this.wake();
    // Animated tiles change now and then; in between nothing is drawn.
    clearTimeout(this.#timer);
    const rest = run.wake(now);
    if (rest != null) this.#timer = setTimeout(() => this.wake(), rest);
  }

  #drawMinimap() {
    const { run } = this;
    const [width, height] = [run.minimap_width(), run.minimap_height()];
    this.parts.minimap.hidden = this.parts.corner.hidden = !(width && height);
    if (!width || !height) return;
    const size = Math.max(1, Math.floor((MINIMAP_PX * this.#ratio) / width)) / this.#ratio;
    this.minimap.put(run.minimap_pixels(), width, height, size);
    this.corner.put(run.minimap_pixels(), width, height, Math.min(1, size) / 2);
  }

  /** Stops drawing, and no longer calls the run. */
  end() {
    this.#ended = true;
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.unwatch();
    this.sight.disconnect();
  }
}
