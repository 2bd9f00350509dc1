// Plays a script with the page's mixer and prints the milliseconds for a second of sound, and a
// digest of the samples. node has the same engine for wasm as Chromium.
const { readFileSync } = require('node:fs');

const { rate, piece, passes, sounds, orders } = JSON.parse(readFileSync(0, 'utf8'));
const module_ = new WebAssembly.Module(readFileSync(process.argv[1]));
const shortest = new Array(orders.length).fill(Infinity);
let digest = 0;
for (let pass = 0; pass < passes; pass += 1) {
  const mixer = new WebAssembly.Instance(module_).exports;
  const put = (bytes) => {
    const at = mixer.input(bytes.length);
    new Uint8Array(mixer.memory.buffer, at, bytes.length).set(bytes);
  };
  digest = 0x811c9dc5;
  mixer.start(rate);
  put(sounds);
  mixer.load();
  orders.forEach((bytes, index) => {
    put(bytes);
    mixer.obey();
    const start = performance.now();
    const at = mixer.render(piece);
    shortest[index] = Math.min(shortest[index], performance.now() - start);
    for (const bits of new Uint32Array(mixer.memory.buffer, at, 2 * piece)) digest = Math.imul(digest ^ bits, 0x01000193);
  });
}
const seconds = (orders.length * piece) / rate;
console.log(shortest.reduce((sum, it) => sum + it, 0) / seconds, digest >>> 0);
