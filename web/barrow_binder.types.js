// @ts-check
// What the wasm module `barrow_binder.js` offers (crates/binder/src/bindings.rs), as types.

/**
 * @typedef {object} Binder
 * @property {(files: string) => Uint8Array} bind JSON of {files: Object<string, string>} to a pack as `Pack.load` takes it; throws the whole report
 */

export {};
