// @ts-check
// Puts pixels from the engine's memory onto a canvas, each a whole number of device pixels.

/** A canvas that shows a picture in wasm memory. */
export class Picture {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {WebAssembly.Memory} memory
   */
  constructor(canvas, memory) {
    this.canvas = canvas;
    this.memory = memory;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }));
    /** @type {ImageData | null} */
    this.image = null;
    this.pointer = -1;
  }

  /**
   * Shows the picture at an address in memory.
   * @param {number} pointer
   * @param {number} width
   * @param {number} height
   * @param {number} size CSS pixels for one of its pixels
   */
  put(pointer, width, height, size) {
    if (!width || !height) return;
    const { canvas } = this;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const style = { width: `${width * size}px`, height: `${height * size}px` };
    if (canvas.style.width !== style.width || canvas.style.height !== style.height) {
      Object.assign(canvas.style, style);
    }
    this.context.putImageData(this.#view(pointer, width, height), 0, 0);
  }

  /**
   * Returns the pixels as an image. When wasm memory grows, it gets a new buffer, and an old image
   * over it is empty.
   * @param {number} pointer
   * @param {number} width
   * @param {number} height
   */
  #view(pointer, width, height) {
    const { image } = this;
    const fits = image && image.width === width && image.height === height;
    if (fits && this.pointer === pointer && image.data.buffer === this.memory.buffer) return image;
    const bytes = new Uint8ClampedArray(
      /** @type {ArrayBuffer} */ (this.memory.buffer), pointer, width * height * 4);
    this.pointer = pointer;
    this.image = new ImageData(bytes, width, height);
    return this.image;
  }
}

/**
 * Returns a length that is a whole number of device pixels. The browser's exact number is used, unless
 * it ignores the ratio, as some browsers do that emulate a phone.
 * @param {number} length
 * @param {number} exact
 * @param {number} ratio
 */
function whole(length, exact, ratio) {
  const near = Math.abs(exact - length * ratio) < 2;
  return (near ? exact : Math.floor(length * ratio)) / ratio;
}

/**
 * Reports the size of an element in CSS pixels, now and whenever it or the zoom of the page
 * changes. The sizes times the ratio are whole numbers, so that nothing is blurred.
 * @param {Element} element
 * @param {(width: number, height: number, ratio: number) => void} changed
 * @returns {() => void} stops watching
 */
export function watchSize(element, changed) {
  /** @param {ResizeObserverEntry} entry */
  const tell = (entry) => {
    const ratio = devicePixelRatio || 1;
    const box = entry.contentBoxSize[0];
    const exact = entry.devicePixelContentBoxSize?.[0] ?? { inlineSize: 0, blockSize: 0 };
    changed(whole(box.inlineSize, exact.inlineSize, ratio), whole(box.blockSize, exact.blockSize, ratio), ratio);
  };
  const observer = new ResizeObserver((entries) => tell(entries[entries.length - 1]));
  try {
    observer.observe(element, { box: 'device-pixel-content-box' });
  } catch {
    observer.observe(element);
  }
  const again = () => {
    observer.unobserve(element);
    observer.observe(element);
    watchRatio();
  };
  /** @type {MediaQueryList} */
  let query;
  const watchRatio = () => {
    query?.removeEventListener('change', again);
    query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener('change', again);
  };
  watchRatio();
  return () => {
    observer.disconnect();
    query.removeEventListener('change', again);
  };
}
