// @ts-check
// The types of the wasm module `barrow_binder.js` (crates/binder/src/bindings.rs).

/**
 * @typedef {object} Binder
 * @property {(files: string) => Uint8Array} bind turns JSON of {files: Object<string, string>} into the bytes for `Pack.load`; throws the whole report
 * @property {(files: string) => Uint8Array} sounds turns the same into the bytes of all that can be heard, for the mixer; throws
 */

export {};
