// @ts-check
// What is heard: a mixer in the browser's audio thread, and what a game tells it. It is loaded after
// a gesture of the player, when the game can be played already.

import { ROOT } from './engine.js';
import { fetchFile } from './trouble.js';

/**
 * What a mixer is told: orders of the engine; the name of a sound (0), a mood (1) or an
 * ambience (2) to play, or of a recipe that a recording replaces; volumes in percent; that all
 * shall be silent; that it ends.
 * @typedef {{orders?: Uint8Array, name?: Uint8Array, record?: Float32Array, what?: number, seed?: number, tension?: number, volumes?: number[], silence?: boolean, end?: boolean}} Message
 * @typedef {import('./engine.js').Source} Source
 */

/** The settings with the volumes of the mixer's buses, in its order. */
const BUSES = ['effects', 'ambience', 'music', 'interface'];

/** How long a fade lasts, after which nothing is left. */
const FADE_MS = 150;

/** @param {string} path */
const bytesOf = async (path) => new Uint8Array(await (await fetchFile(new URL(path, ROOT))).arrayBuffer());

/** @type {Promise<{context: AudioContext, wasm: Uint8Array}> | undefined} */
let started;
/** The one that is heard: that of the game which was used last. @type {Speaker | null} */
let current = null;

/** Starts the audio thread of this page. */
async function start() {
  const context = new AudioContext();
  const [wasm] = await Promise.all([bytesOf('barrow_worklet.wasm'), context.audioWorklet.addModule(new URL('worklet.js', ROOT))]);
  document.addEventListener('visibilitychange', () => (document.hidden || !current ? context.suspend() : context.resume()));
  return { context, wasm };
}

/** A mixer with the sounds of a game. */
export class Speaker {
  /**
   * @param {AudioContext} context
   * @param {Uint8Array} wasm
   * @param {Uint8Array} sounds
   */
  constructor(context, wasm, sounds) {
    this.context = context;
    this.node = new AudioWorkletNode(context, 'barrow', {
      numberOfInputs: 0, outputChannelCount: [2], processorOptions: { wasm, sounds },
    });
    // What is cut off would click.
    this.fade = new GainNode(context, { gain: 0 });
    this.node.connect(this.fade);
  }

  /**
   * Makes a mixer. Only a secure context has an audio thread: over plain http a page is silent.
   * @param {Source} source
   * @returns {Promise<Speaker | null>} null if nothing can be heard here
   */
  static async open({ pack, folder, prototype }) {
    if (!globalThis.isSecureContext || !globalThis.AudioWorkletNode) return null;
    try {
      const sounds = folder
        ? import('./folder.js').then((it) => it.soundsOf(folder, prototype))
        : bytesOf(`packs/${pack}.sounds`);
      started ??= start();
      const [{ context, wasm }, library] = await Promise.all([started, sounds]);
      const speaker = new Speaker(context, wasm, library);
      if (folder) speaker.#takeRecordings(folder);
      return speaker;
    } catch {
      // A game can be played without its sounds.
      started = undefined;
      return null;
    }
  }

  /** @param {string} folder */
  async #takeRecordings(folder) {
    const { recordingsOf } = await import('./sprite.js');
    for (const { name, samples } of await recordingsOf(folder, this.context)) this.tell({ record: samples, name });
  }

  /**
   * Is heard from now on, and nothing else of this page.
   * @returns {boolean} whether it was not heard before
   */
  take() {
    if (!document.hidden) this.context.resume();
    if (current === this) return false;
    current?.rest();
    current = this;
    this.fade.connect(this.context.destination);
    this.#fadeTo(1);
    return true;
  }

  /** Is silent until it is taken again. */
  rest() {
    if (current === this) current = null;
    this.tell({ silence: true });
    this.#fadeTo(0);
    setTimeout(() => {
      if (current !== this) this.fade.disconnect();
      if (!current) this.context.suspend();
    }, FADE_MS);
  }

  /** @param {number} gain */
  #fadeTo(gain) {
    this.fade.gain.setTargetAtTime(gain, this.context.currentTime, FADE_MS / 8000);
  }

  /** @param {Message} what */
  tell(what) {
    this.node.port.postMessage(what);
  }

  end() {
    this.rest();
    setTimeout(() => this.tell({ end: true }), FADE_MS);
  }
}

/** Lets a run be heard that is played or watched. */
export class Hearing {
  /** @type {Speaker | null} */
  #speaker = null;
  /** @type {Promise<unknown> | null} */
  #opening = null;
  #on = false;
  #ended = false;

  /**
   * @param {{scene: {ask: (work: () => any) => any}, turned: () => void}} show
   * @param {{heard: (scene: boolean) => Uint8Array}} run
   * @param {import('./barrow_web.types.js').Desk} desk
   * @param {Source} source
   * @param {boolean} asked whether it may sound before the player asks for it
   */
  constructor(show, run, desk, source, asked) {
    this.show = show;
    this.run = run;
    this.desk = desk;
    this.source = source;
    this.asked = asked;
    show.turned = () => this.#turn();
    this.apply();
  }

  /** Applies the settings. */
  async apply() {
    /** @type {import('./barrow_web.types.js').Setting[]} */
    const settings = JSON.parse(this.desk.settings());
    const chosen = (/** @type {string} */ name) => settings.find((it) => it.name === name)?.value;
    this.#on = this.asked && chosen('sound') === 'yes';
    if (!this.#on) return this.#speaker?.rest();
    this.#opening ??= Speaker.open(this.source).then((it) => (this.#speaker = it));
    await this.#opening;
    if (this.#ended) return this.#speaker?.end();
    this.#speaker?.tell({ volumes: BUSES.map((bus) => Number(chosen(bus))) });
    this.wake();
  }

  /** Makes this run the one that is heard, at a gesture of the player. */
  wake() {
    if (this.#on && this.#speaker?.take()) this.#send(true);
  }

  /** Turns the sound on or off. */
  toggle() {
    this.desk.set('sound', this.#on ? 'no' : 'yes');
    this.asked = true;
    this.apply();
  }

  #turn() {
    if (this.#on && this.#speaker === current) this.#send(false);
  }

  /** @param {boolean} scene */
  #send(scene) {
    const orders = this.show.scene.ask(() => this.run.heard(scene));
    if (orders?.length) this.#speaker?.tell({ orders });
  }

  end() {
    this.#ended = true;
    this.#on = false;
    this.#speaker?.end();
  }
}
