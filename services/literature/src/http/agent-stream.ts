import type { Response } from 'express';
import { textAfter } from '../domain/agent/merge-deltas.ts';
import type { StreamPlace } from '../application/agent/start-run.ts';
import type { EventRow, Listener } from '../persistence/agent-event-repository.ts';

const LOOK_EVERY_MS = 100;
const KEEP_ALIVE_MS = 15_000;

export interface AgentFeed {
  /** What each listener has not heard yet, by its place in the list. */
  listNews(listeners: readonly Listener[]): Promise<(EventRow & { readonly listener: number })[]>;
  /** Which of the sessions have a run that goes on. */
  listRunning(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
}

interface Stream extends Listener {
  after: number;
  readonly res: Response;
}

/**
 * The streams of sessions that this process holds. The events are looked up in their table, for all streams at once and
 * only while somebody listens: any process can hold any stream, and none depends on another's memory.
 */
export class AgentStreams {
  readonly #feed: AgentFeed;
  readonly #onFault: (error: unknown) => void;
  readonly #streams = new Set<Stream>();
  readonly #timers: NodeJS.Timeout[];
  #looking = false;
  #stopped = false;

  constructor(feed: AgentFeed, onFault: (error: unknown) => void) {
    this.#feed = feed;
    this.#onFault = onFault;
    this.#timers = [
      setInterval(() => void this.#look(), LOOK_EVERY_MS),
      setInterval(() => {
        for (const { res } of this.#attentive()) res.write(': still here\n\n');
      }, KEEP_ALIVE_MS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  /** Tells a session's events from some place on, until the `done` of its run. A client that goes away ends only this. */
  open(res: Response, { sessionId, after }: StreamPlace): void {
    res.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
      'X-Session-Id': sessionId,
    });
    res.write('retry: 2000\n\n');
    const stream: Stream = { sessionId, after, res };
    this.#streams.add(stream);
    res.once('close', () => this.#streams.delete(stream));
    // Asked before the stop, and answered after it: the client comes back, to another process.
    if (this.#stopped) this.#end(stream);
  }

  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const stream of this.#streams) this.#end(stream);
  }

  /** Who reads slowly is left alone until what was written has gone, and cut off by the server if it never goes. */
  #attentive(): Stream[] {
    return [...this.#streams].filter(({ res }) => !res.writableNeedDrain);
  }

  #end(stream: Stream): void {
    this.#streams.delete(stream);
    stream.res.end();
  }

  async #look(): Promise<void> {
    const streams = this.#attentive();
    if (this.#looking || streams.length === 0) return;
    this.#looking = true;
    try {
      // In this order: a run that ends in between has told its `done` by then.
      const running = await this.#feed.listRunning(streams.map(({ sessionId }) => sessionId));
      const news = Map.groupBy(await this.#feed.listNews(streams), ({ listener }) => listener);
      for (const [index, stream] of streams.entries()) {
        const events = news.get(index) ?? [];
        for (const event of events) if (this.#streams.has(stream)) this.#tell(stream, event);
        // Somebody who came back has heard everything there is.
        if (events.length === 0 && !running.has(stream.sessionId)) this.#end(stream);
      }
    } catch (error) {
      this.#onFault(error);
    } finally {
      this.#looking = false;
    }
  }

  #tell(stream: Stream, { seq, kind, data, ends }: EventRow): void {
    const rest = ends === null ? data : restOf({ seq, data, ends }, stream.after);
    stream.res.write(`id: ${seq}\nevent: ${kind}\ndata: ${rest}\n\n`);
    stream.after = seq;
    if (kind === 'done') this.#end(stream);
  }
}

/** Of pieces that were put together, those that the listener has not heard. */
function restOf({ seq, data, ends }: { seq: number; data: string; ends: readonly number[] }, after: number): string {
  const { text } = JSON.parse(data) as { text: string };
  return JSON.stringify({ text: textAfter({ seq, text, ends }, after) });
}
