// @ts-check
// How long a second of sound takes in wasm: 24 voices, reverb and music, in pieces of 128 samples as
// a browser's audio thread asks for them. It runs here, on the same engine for scripts.

const RATE = 48_000;
const SECONDS = 10;
const PASSES = 7;

/** @param {string} address of the page */
export async function sound(address) {
  const bytes = async (/** @type {string} */ path) => new Uint8Array(await (await fetch(address + path)).arrayBuffer());
  const [wasm, sounds, lists] = await Promise.all([bytes('barrow_worklet.wasm'), bytes('packs/crawl.sounds'), fetch(`${address}sounds.json`)]);
  const { own, usual } = (await lists.json()).find((/** @type {any} */ it) => it.name === 'crawl');
  const names = [...own.sounds, ...usual.sounds].filter((it) => !it.startsWith('bed_'));
  const module = await WebAssembly.compile(wasm);
  // Every pass does the same, so the shortest time of each piece is what it takes undisturbed.
  const shortest = new Array((RATE * SECONDS) / 128).fill(Infinity);
  for (let pass = 0; pass < PASSES; pass += 1) time(module, sounds, names, shortest);
  const milliseconds = shortest.reduce((sum, it) => sum + it, 0) / SECONDS;
  console.log(`a second of sound in wasm: ${milliseconds.toFixed(1)} ms (at most 20)`);
}

/**
 * @param {WebAssembly.Module} module
 * @param {Uint8Array} sounds
 * @param {string[]} names
 * @param {number[]} shortest
 */
function time(module, sounds, names, shortest) {
  const mixer = /** @type {any} */ (new WebAssembly.Instance(module).exports);
  const put = (/** @type {Uint8Array} */ bytes) => {
    const at = mixer.input(bytes.length);
    new Uint8Array(mixer.memory.buffer, at, bytes.length).set(bytes);
  };
  const play = (/** @type {number} */ what, /** @type {string} */ name, seed = 1) => {
    put(new TextEncoder().encode(name));
    mixer.play(what, seed);
  };
  mixer.start(RATE);
  put(sounds);
  mixer.load();
  mixer.tension(1000);
  play(1, 'boss');
  play(2, 'cave');
  let count = 0;
  shortest.forEach((before, piece) => {
    // Sounds end; a new one begins often enough that all voices are taken.
    for (let more = 0; piece % 8 === 0 && more < 4; more += 1, count += 1) play(0, names[(count * 7) % names.length], count);
    const start = performance.now();
    mixer.render(128);
    shortest[piece] = Math.min(before, performance.now() - start);
  });
}
