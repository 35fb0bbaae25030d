import { EventStreamHub, type EventListener } from '@almagest/service-kit/event-stream-hub';
import type { Response } from 'express';
import type { AgentFeed } from '../application/agent/agent-feed.ts';
import type { StreamPlace } from '../application/agent/start-run.ts';
import { textAfter } from '../domain/agent/merge-deltas.ts';

const POLL_EVERY_MS = 100;

/** A session's stream, and the last event that it was sent. */
type Place = { readonly sessionId: string; after: number };

type AgentEventRow = Awaited<ReturnType<AgentFeed['listNews']>>[number];

/**
 * The streams of agent sessions that this process serves. The events are looked up in their table, for all streams at
 * once: any process can serve any stream, and none depends on another's memory.
 */
export class AgentStreams {
  readonly #feed: AgentFeed;
  readonly #hub: EventStreamHub<Place>;

  constructor(feed: AgentFeed, onFault: (error: unknown) => void) {
    this.#feed = feed;
    this.#hub = new EventStreamHub({ pollEveryMs: POLL_EVERY_MS, poll: (all) => this.#sendNews(all), onFault });
  }

  /** Sends a session's events from some place on, until the `done` of its run. A client that goes away ends only this. */
  open(res: Response, { sessionId, after }: StreamPlace): void {
    const headers = { 'Cache-Control': 'no-cache, no-transform', 'X-Session-Id': sessionId };
    this.#hub.open(res, { sessionId, after }, headers);
  }

  stop(): void {
    this.#hub.stop();
  }

  async #sendNews(listeners: readonly EventListener<Place>[]): Promise<void> {
    // In this order: a run that ends in between has sent its `done` by then.
    const running = await this.#feed.listRunning(listeners.map(({ about }) => about.sessionId));
    const places = listeners.map(({ about }) => about);
    const news = Map.groupBy(await this.#feed.listNews(places), ({ listener }) => listener);
    for (const [index, listener] of listeners.entries()) {
      const events = news.get(index) ?? [];
      for (const event of events) if (this.#hub.listeners.has(listener)) this.#send(listener, event);
      // Somebody who came back has heard everything there is.
      if (events.length === 0 && !running.has(listener.about.sessionId)) this.#hub.end(listener);
    }
  }

  #send(listener: EventListener<Place>, { seq, kind, data, ends }: AgentEventRow): void {
    const rest = ends === null ? data : restOf({ seq, data, ends }, listener.about.after);
    this.#hub.send(listener, { id: seq, event: kind, data: rest });
    listener.about.after = seq;
    if (kind === 'done') this.#hub.end(listener);
  }
}

/** Of pieces that were put together, those that the listener has not heard. */
function restOf({ seq, data, ends }: { seq: number; data: string; ends: readonly number[] }, after: number): string {
  const { text } = JSON.parse(data) as { text: string };
  return JSON.stringify({ text: textAfter({ seq, text, ends }, after) });
}
