import { ApiError } from './api.js';

const RETRY_MS = 5_000;

/**
 * @typedef {object} Refreshed
 * @property {(signal: AbortSignal) => Promise<void>} refresh
 * @property {number} [restMs] the least time between two refreshes
 * @property {number} [pollMs] a refresh without any event after this time, for what no event tells
 */

/** Refreshes the visible page on request, but one refresh at a time and not more often than the view allows. */
export class Refresher {
  #view;
  #onOutcome;
  #abort = new AbortController();
  #running = false;
  #asked = false;
  /** When the last refresh began: the pace counts from there, so a slow answer does not slow it further. */
  #startedAt = -Infinity;
  /** @type {number | undefined} */
  #timer;

  /**
   * @param {Refreshed} view
   * @param {(fault: unknown) => void} onOutcome undefined after a refresh that worked
   */
  constructor(view, onOutcome) {
    this.#view = view;
    this.#onOutcome = onOutcome;
  }

  /** @param {'now' | 'soon'} [when] now: the operator did something, and waits to see it */
  ask(when = 'soon') {
    if (this.#abort.signal.aborted) return;
    this.#asked = true;
    if (this.#running || document.hidden) return;
    const rest = when === 'now' ? 0 : this.#startedAt + (this.#view.restMs ?? 1_000) - performance.now();
    this.#wait(Math.max(0, rest));
  }

  close() {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }

  /** @param {number} ms */
  #wait(ms) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), ms);
  }

  async #run() {
    if (this.#running || document.hidden) return;
    this.#running = true;
    this.#asked = false;
    this.#startedAt = performance.now();
    const fault = await this.#view.refresh(this.#abort.signal).then(
      () => undefined,
      (error) => error,
    );
    this.#running = false;
    if (this.#abort.signal.aborted) return;
    this.#onOutcome(fault);
    // A refused request would be refused again, but a server that does not answer may recover.
    if (fault !== undefined && (!(fault instanceof ApiError) || fault.status === 0 || fault.status >= 500))
      this.#wait(RETRY_MS);
    else if (this.#asked) this.ask();
    else this.#wait(this.#view.pollMs ?? 30_000);
  }
}
