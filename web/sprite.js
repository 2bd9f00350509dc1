// @ts-check
// The kit's own recordings: one file of sound beside data/sounds.json, which tells where in it each
// sound is. The browser decodes it, and the mixer plays the parts in place of recipes.

/** @typedef {{urls?: string[], sprite?: Record<string, number[]>}} Sheet where each sound begins and how long it is, in milliseconds */

/**
 * Reads the recordings of a folder. A folder without any, or with a file that this browser cannot
 * decode, sounds by recipes.
 * @param {string} address
 * @param {AudioContext} context
 * @returns {Promise<{name: Uint8Array, samples: Float32Array}[]>}
 */
export async function recordingsOf(address, context) {
  const folder = new URL(address.endsWith('/') ? address : `${address}/`, document.baseURI);
  const data = new URL('data/', folder);
  try {
    const answer = await fetch(new URL('sounds.json', data));
    if (!answer.ok) return [];
    const { urls = [], sprite = {} } = /** @type {Sheet} */ (await answer.json());
    const sound = await decodeFirst(urls.flatMap((it) => places(it, folder, data)), context);
    return sound ? cut(sound, sprite) : [];
  } catch {
    return [];
  }
}

/**
 * Where a file may be: beside the list, or where its address says, if that is in the folder.
 * @param {string} path
 * @param {URL} folder
 * @param {URL} data
 */
function places(path, folder, data) {
  const name = String(path).split('/').pop() ?? '';
  const all = [new URL(name, data), new URL(path, data), new URL(path, folder)].map((it) => it.href);
  return [...new Set(all)].filter((it) => it.startsWith(folder.href));
}

/**
 * @param {string[]} addresses
 * @param {AudioContext} context
 */
async function decodeFirst(addresses, context) {
  for (const address of addresses) {
    try {
      const answer = await fetch(address);
      if (answer.ok) return await context.decodeAudioData(await answer.arrayBuffer());
    } catch {
      // The next one may be in a format that this browser knows.
    }
  }
  return null;
}

/**
 * @param {AudioBuffer} sound
 * @param {Record<string, number[]>} sprite
 */
function cut(sound, sprite) {
  const all = sound.getChannelData(0);
  return Object.entries(sprite).map(([name, [start, length]]) => {
    const [from, to] = [start, start + length].map((it) => Math.round((it * sound.sampleRate) / 1000));
    return { name: new TextEncoder().encode(name), samples: all.slice(from, to) };
  });
}
