// @ts-check
// Offline play, and updates: all open pages change to a new version at once.

import { button, make } from './dom.js';

/**
 * @param {HTMLElement} root where a new version is offered
 * @returns {Promise<boolean>} whether the page works offline
 */
export async function watchVersion(root) {
  if (!('serviceWorker' in navigator)) return false;
  try {
    const hadOne = Boolean(navigator.serviceWorker.controller);
    const registration = await navigator.serviceWorker.register(new URL('sw.js', import.meta.url));
    // Every turn is saved, so all pages can reload at once.
    navigator.serviceWorker.addEventListener('controllerchange', () => hadOne && location.reload());
    const offer = () => registration.waiting && hadOne && offerChange(root, registration.waiting);
    offer();
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', offer);
    });
    await navigator.serviceWorker.ready;
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {HTMLElement} root
 * @param {ServiceWorker} waiting
 */
function offerChange(root, waiting) {
  if (root.querySelector('.version')) return;
  const now = button('Use it now', () => waiting.postMessage('take over'));
  root.append(make('p', { class: 'version', role: 'status' }, 'A new version is ready. ', now));
}
