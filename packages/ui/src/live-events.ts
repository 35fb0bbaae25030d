/** Whether updates arrive. `paused` while the page is hidden or the user is signed out. */
export type LiveState = 'live' | 'reconnecting' | 'paused';

/** A change on the server. */
export interface LiveEvent {
  readonly kind: string;
  /** The changed object, such as the name of a workflow or node. */
  readonly name: string;
}

/**
 * The wait before a new connection. Browsers give up after a status such as 502, which proxies send while the server
 * restarts.
 */
const RETRY_MS = 2_000;

/**
 * Receives the server's events over one connection per page. Reconnects after interruptions. Disconnects while the page
 * is hidden, because browsers open at most six connections to a server.
 */
export class LiveEvents {
  readonly #address: string;
  readonly #kinds: readonly string[];
  readonly #onEvent = new Set<(event: LiveEvent) => void>();
  readonly #onState = new Set<() => void>();
  #state: LiveState = 'paused';
  #source: EventSource | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isWanted = false;

  /**
   * @param address the address of the stream of Server-Sent Events
   * @param kinds the names of its events
   */
  constructor(address: string, kinds: readonly string[]) {
    this.#address = address;
    this.#kinds = kinds;
    document.addEventListener('visibilitychange', () => this.#follow());
  }

  get state(): LiveState {
    return this.#state;
  }

  start(): void {
    this.#isWanted = true;
    this.#follow();
  }

  stop(): void {
    this.#isWanted = false;
    this.#follow();
  }

  onEvent(listener: (event: LiveEvent) => void): () => void {
    this.#onEvent.add(listener);
    return () => this.#onEvent.delete(listener);
  }

  onState(listener: () => void): () => void {
    this.#onState.add(listener);
    return () => this.#onState.delete(listener);
  }

  #follow(): void {
    clearTimeout(this.#retry);
    if (!this.#isWanted || document.hidden) {
      this.#source?.close();
      this.#source = undefined;
      this.#become('paused');
    } else if (this.#source === undefined) this.#open();
  }

  #open(): void {
    const source = new EventSource(this.#address);
    this.#source = source;
    this.#become('reconnecting');
    source.addEventListener('open', () => this.#become('live'));
    source.addEventListener('error', () => {
      if (source !== this.#source) return;
      this.#become('reconnecting');
      if (source.readyState !== EventSource.CLOSED) return;
      this.#source = undefined;
      this.#retry = setTimeout(() => this.#follow(), RETRY_MS);
    });
    for (const kind of this.#kinds) {
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => {
        const { name } = JSON.parse(data) as { name?: unknown };
        for (const listener of this.#onEvent) listener({ kind, name: String(name) });
      });
    }
  }

  #become(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#onState) listener();
  }
}
