// @ts-check
// Offline play. A version is cached completely or not at all, and pages of one version never get
// files of another. The build fills in the version and the files.

const VERSION = '';
/** @type {string[]} */
const FILES = [];

const CACHE = `barrow-${VERSION}`;
const worker = /** @type {any} */ (self);

/** @param {string} path */
async function get(path) {
  const answer = await fetch(new URL(path, worker.registration.scope), { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** Caches every file of this version. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(FILES.map(async (path) => cache.put(new URL(path, worker.registration.scope), await get(path))));
    // If the files were replaced while they were fetched, this one was replaced too.
    const self = await (await get('sw.js')).text();
    if (!self.includes(VERSION)) throw new Error('the files were replaced by another version');
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(keepAll());
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  const old = (/** @type {string} */ name) => name.startsWith('barrow-') && name !== CACHE;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))),
  );
});

worker.addEventListener('message', (/** @type {any} */ event) => {
  if (event.data === 'take over') worker.skipWaiting();
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const address = new URL(request.url);
  const scope = new URL(worker.registration.scope);
  if (request.method !== 'GET' || address.origin !== scope.origin) return;
  if (!address.pathname.startsWith(scope.pathname)) return;
  const path = address.pathname.slice(scope.pathname.length) || 'index.html';
  if (!FILES.includes(path)) return;
  const kept = caches.open(CACHE).then((cache) => cache.match(new URL(path, scope)));
  event.respondWith(kept.then((answer) => answer ?? fetch(request)));
});
