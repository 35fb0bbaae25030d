import type { StreamEvent } from './event-stream.ts';
import type { LiveState } from './live-events.ts';

const RETRY_MS = 2_000;

export interface LiveStreamOptions {
  /** Opens the stream and yields its events until it ends. Calls `isOpen` when the server has answered. */
  readonly open: (signal: AbortSignal, isOpen: () => void) => AsyncIterable<StreamEvent>;
  readonly onEvent: (event: StreamEvent) => void;
}

/**
 * Receives events over a request with headers, which EventSource cannot send. Like `LiveEvents`, reconnects after
 * interruptions and disconnects while the page is hidden.
 */
export class LiveStream {
  readonly #options: LiveStreamOptions;
  readonly #onState = new Set<() => void>();
  #state: LiveState = 'paused';
  #reading: AbortController | undefined;

  constructor(options: LiveStreamOptions) {
    this.#options = options;
  }

  get state(): LiveState {
    return this.#state;
  }

  /** Call once for each page. */
  start(): void {
    document.addEventListener('visibilitychange', () => this.#follow());
    this.#follow();
  }

  onState(listener: () => void): () => void {
    this.#onState.add(listener);
    return () => this.#onState.delete(listener);
  }

  #follow(): void {
    if (document.hidden) {
      this.#reading?.abort();
      this.#reading = undefined;
      this.#become('paused');
    } else if (this.#reading === undefined) {
      this.#reading = new AbortController();
      void this.#keep(this.#reading.signal);
    }
  }

  async #keep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#become('reconnecting');
      try {
        for await (const event of this.#options.open(signal, () => this.#become('live'))) this.#options.onEvent(event);
      } catch {
        // After a cut or refused connection, shows the state and reconnects.
      }
      if (signal.aborted) return;
      this.#become('reconnecting');
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  #become(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#onState) listener();
  }
}
