// @ts-check
// Errors in words, with advice on what to do.

import { capital } from './dom.js';

/** An error with a title and advice for the reader. */
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
  'Use a current Firefox, Chrome, Edge or Safari, and check that you are online.',
);

/**
 * Returns whether an error is a crash of the engine, which must not be called again.
 * @param {unknown} error
 */
export const isCrash = (error) => typeof WebAssembly === 'object' && error instanceof WebAssembly.RuntimeError;

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
      'This is a bug in Barrow, not your mistake.',
      'The run is saved up to its last turn. Reload the page to continue it.',
    );
  }
  return new Trouble('Something went wrong', capital(text), 'Reload the page, or choose another game.');
}

/**
 * Fetches a file, or throws a readable error.
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
      'Check that you are online, and that the server allows other pages to read it.',
    );
  }
  if (answer.ok) return answer;
  throw new Trouble('File not found', `${address} does not exist (${answer.status}).`);
}
