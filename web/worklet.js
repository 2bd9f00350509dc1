// @ts-check
// The audio thread of a game. It hands orders to the mixer, a wasm module of its own, and the
// mixer's samples to the browser.

/** @type {any} what an audio thread has beside the language */
const thread = globalThis;

/** @typedef {import('./sound.js').Message} Message */

class Processor extends thread.AudioWorkletProcessor {
  #ended = false;

  /** @param {{processorOptions: {wasm: ArrayBuffer, sounds: Uint8Array}}} options */
  constructor({ processorOptions: { wasm, sounds } }) {
    super();
    this.mixer = /** @type {any} */ (new WebAssembly.Instance(new WebAssembly.Module(wasm)).exports);
    this.mixer.start(thread.sampleRate);
    this.#put(sounds);
    this.mixer.load();
    this.port.onmessage = (/** @type {{data: Message}} */ { data }) => this.#hear(data);
  }

  /** @param {Uint8Array} bytes */
  #put(bytes) {
    // Making room may move the memory, so that comes first.
    const at = this.mixer.input(bytes.length);
    new Uint8Array(this.mixer.memory.buffer, at, bytes.length).set(bytes);
  }

  /** @param {Message} told */
  #hear({ orders, name, record, what = 0, seed = 1, tension, volumes, silence, end }) {
    const { mixer } = this;
    volumes?.forEach((percent, bus) => mixer.volume(bus, percent));
    if (silence) mixer.silence();
    if (tension !== undefined) mixer.tension(tension);
    if (orders) {
      this.#put(orders);
      mixer.obey();
    }
    if (name && record) {
      const bytes = new Uint8Array(name.length + record.byteLength);
      bytes.set(name);
      bytes.set(new Uint8Array(record.buffer), name.length);
      this.#put(bytes);
      mixer.record(name.length, thread.sampleRate);
    } else if (name) {
      this.#put(name);
      mixer.play(what, seed);
    }
    this.#ended ||= Boolean(end);
  }

  /**
   * @param {unknown} _inputs
   * @param {Float32Array[][]} outputs
   */
  process(_inputs, [[left, right]]) {
    const count = left.length;
    const at = this.mixer.render(count);
    const samples = new Float32Array(this.mixer.memory.buffer, at, count * 2);
    left.set(samples.subarray(0, count));
    right.set(samples.subarray(count));
    return !this.#ended;
  }
}

thread.registerProcessor('barrow', Processor);
