// @ts-check
// `cargo xtask bench --browser`: ours beside PixiJS in headless Chromium, and what the real page
// takes for a turn, for a key, for a first visit. It tells; it judges nothing.

import { loadavg } from 'node:os';
import { serve } from '../../web/tests/harness.js';
import { race } from './race.js';
import { turns } from './turns.js';
import { visits } from './visits.js';

const [, , scene, ...only] = process.argv;
const wanted = (/** @type {string} */ name) => !only.length || only.includes(name);
const load = () => loadavg()[0].toFixed(1);

console.log(`load of the machine: ${load()}`);
if (wanted('race')) await race(scene);
const server = await serve();
try {
  if (wanted('turns')) await turns(server.address);
  if (wanted('visits')) await visits(server.address);
} finally {
  server.stop();
}
console.log(`load of the machine: ${load()}`);
