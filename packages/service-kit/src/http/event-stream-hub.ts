import type { Response } from 'express';
import { repeat } from '../process/repeat.ts';

const KEEP_ALIVE_MS = 15_000;

/** An open stream of Server-Sent Events, with the service's own data about the stream. */
export interface EventListener<T> {
  readonly about: T;
  readonly res: Response;
}

export interface ServerSentEvent {
  readonly event: string;
  /** Text on one line, such as JSON. */
  readonly data: string;
  readonly id?: string | number;
}

/** Without options the hub does not poll. The code that opens a stream sends its events. */
export type HubOptions<T> = PollOptions<T> | { readonly poll?: never };

interface PollOptions<T> {
  readonly pollEveryMs: number;
  /**
   * Fetches new events and sends them.
   *
   * Called only while there are listeners, and never while the previous call runs. Skips listeners that haven't read
   * the sent events yet.
   */
  readonly poll: (listeners: readonly EventListener<T>[]) => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

export class EventStreamHub<T> {
  readonly #listeners = new Set<EventListener<T>>();
  readonly #stopRepeating: (() => Promise<void>)[];
  #isStopped = false;

  constructor(options: HubOptions<T>) {
    this.#stopRepeating = [
      ...(options.poll === undefined ? [] : [this.#repeatPoll(options)]),
      repeat(KEEP_ALIVE_MS, async () => {
        for (const { res } of this.#reading()) res.write(': still here\n\n');
      }),
    ];
  }

  get listeners(): ReadonlySet<EventListener<T>> {
    return this.#listeners;
  }

  /** Opens a stream. During a stop the stream ends at once, and the client reconnects to another process. */
  open(res: Response, about: T, headers: Readonly<Record<string, string>> = {}): EventListener<T> {
    res.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      ...headers,
    });
    res.write('retry: 2000\n\n');
    const listener = { about, res };
    this.#listeners.add(listener);
    res.once('close', () => this.#listeners.delete(listener));
    if (this.#isStopped) this.end(listener);
    return listener;
  }

  send({ res }: EventListener<T>, { event, data, id }: ServerSentEvent): void {
    res.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`);
  }

  /**
   * Sends an event to all clients. Disconnects a client that doesn't read, so that no data piles up. It can reconnect
   * later.
   */
  broadcast(event: ServerSentEvent): void {
    for (const listener of this.#listeners) {
      if (listener.res.writableNeedDrain) listener.res.destroy();
      else this.send(listener, event);
    }
  }

  end(listener: EventListener<T>): void {
    this.#listeners.delete(listener);
    listener.res.end();
  }

  /** Ends all streams, and resolves when polling has stopped. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const listener of this.#listeners) this.end(listener);
    await Promise.all(this.#stopRepeating.map((stop) => stop()));
  }

  #repeatPoll({ pollEveryMs, poll, onFault }: PollOptions<T>): () => Promise<void> {
    const pollReaders = async () => {
      const reading = this.#reading();
      if (reading.length > 0) await poll(reading);
    };
    return repeat(pollEveryMs, pollReaders, onFault);
  }

  #reading(): EventListener<T>[] {
    return [...this.#listeners].filter(({ res }) => !res.writableNeedDrain);
  }
}
