// @ts-check
// What went wrong, in words, with what to do about it.

import { capital } from './dom.js';

/** A failure that a reader can do something about. */
export class Trouble extends Error {
  /**
   * @param {string} title
   * @param {string} text
   * @param {string} [advice]
   */
  constructor(title, text, advice = '') {
    super(text);
    this.title = title;
    this.advice = advice;
  }
}

/** @param {string} why */
export const cannotStart = (why) => new Trouble(
  'The engine cannot start in this browser',
  why,
  'A current Firefox, Chrome, Edge or Safari plays Barrow. Look also whether you are online.',
);

/** @param {unknown} error whether it is a crash of the engine, after which nothing can be asked of it */
export const isCrash = (error) => error instanceof WebAssembly.RuntimeError;

/**
 * @param {unknown} error
 * @returns {Trouble}
 */
export function explain(error) {
  if (error instanceof Trouble) return error;
  const text = error instanceof Error ? error.message : String(error);
  if (isCrash(error)) {
    return new Trouble(
      'The engine stopped',
      'This is a mistake in Barrow, not in what you did.',
      'The run is kept up to its last turn. Reload the page to continue it.',
    );
  }
  return new Trouble('This does not work', capital(text), 'Reload the page, or choose another game.');
}

/**
 * Fetches a file, or says readably why not.
 * @param {string | URL} address
 * @returns {Promise<Response>}
 */
export async function fetchFile(address) {
  let answer;
  try {
    answer = await fetch(address);
  } catch {
    throw new Trouble(
      'Not reachable',
      `${address} cannot be loaded.`,
      'Look whether you are online, and whether that server lets other pages read it.',
    );
  }
  if (answer.ok) return answer;
  throw new Trouble('Not there', `${address} is not there (${answer.status}).`);
}
