/**
 * The server's events, kept open while the page is seen.
 *
 * @typedef {{ kind: 'node', name: string } | { kind: 'workflow', name: string } | { kind: 'points', name: string }} LiveEvent
 * @typedef {'live' | 'reconnecting' | 'paused'} LiveState
 */

const RETRY_MS = 5_000;

/**
 * @typedef {object} Listener
 * @property {(event: LiveEvent) => void} onEvent
 * @property {(state: LiveState) => void} onState
 */

export class LiveEvents {
  #listener;
  /** @type {EventSource | undefined} */
  #source;
  /** @type {number | undefined} */
  #retry;
  #wanted = false;

  /** @param {Listener} listener */
  constructor(listener) {
    this.#listener = listener;
    // A browser opens at most six connections to a server, so hidden tabs must not keep one.
    document.addEventListener('visibilitychange', () => this.#follow());
  }

  start() {
    this.#wanted = true;
    this.#follow();
  }

  stop() {
    this.#wanted = false;
    this.#follow();
  }

  #follow() {
    clearTimeout(this.#retry);
    if (!this.#wanted || document.hidden) {
      this.#source?.close();
      this.#source = undefined;
      this.#listener.onState('paused');
    } else if (this.#source === undefined) this.#open();
  }

  #open() {
    const source = new EventSource('/api/events');
    this.#source = source;
    this.#listener.onState('reconnecting');
    source.addEventListener('open', () => this.#listener.onState('live'));
    source.addEventListener('error', () => {
      this.#listener.onState('reconnecting');
      if (source.readyState !== EventSource.CLOSED) return;
      // The browser gives up after a status such as 502, which a proxy sends while the server restarts.
      this.#source = undefined;
      this.#retry = setTimeout(() => this.#follow(), RETRY_MS);
    });
    for (const kind of /** @type {const} */ (['node', 'workflow', 'points'])) {
      source.addEventListener(kind, ({ data }) => {
        const name = String(JSON.parse(data).name);
        this.#listener.onEvent({ kind, name });
      });
    }
  }
}
