// Prints the digests of a wasm module of this crate, one a line.
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const { count, digest } = new WebAssembly.Instance(module).exports;
for (let job = 0; job < count(); job++) {
  console.log(BigInt.asUintN(64, digest(job)).toString(16).padStart(16, "0"));
}
