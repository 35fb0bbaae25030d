import { EventStreamHub, type EventListener } from '@almagest/service-kit/event-stream-hub';
import type { Response } from 'express';
import type { AgentFeed } from '../application/agent/agent-feed.ts';
import type { StreamPlace } from '../application/agent/start-run.ts';
import { textAfter } from '../domain/agent/merge-deltas.ts';
import { endWithAccess, type StreamAccess } from './stream-access.ts';

const POLL_EVERY_MS = 100;

/** The position of a stream: the session and the last event that was sent. */
type Place = { readonly sessionId: string; after: number };

type AgentEventRow = Awaited<ReturnType<AgentFeed['listNews']>>[number];

/**
 * The event streams of agent sessions that this process serves. One query reads the new events of all streams from the
 * database, so any process can serve any stream.
 */
export class AgentStreams {
  readonly #feed: AgentFeed;
  readonly #hub: EventStreamHub<Place>;

  constructor(feed: AgentFeed, onFault: (error: unknown) => void) {
    this.#feed = feed;
    this.#hub = new EventStreamHub({ pollEveryMs: POLL_EVERY_MS, poll: (all) => this.#sendNews(all), onFault });
  }

  /**
   * Sends a session's events after a position, until the `done` event of the run. If a client disconnects, only its
   * stream ends.
   */
  open(res: Response, { sessionId, after }: StreamPlace, access: StreamAccess): void {
    const headers = { 'Cache-Control': 'no-cache, no-transform', 'X-Session-Id': sessionId };
    this.#hub.open(res, { sessionId, after }, headers);
    endWithAccess(res, access);
  }

  async stop(): Promise<void> {
    await this.#hub.stop();
  }

  async #sendNews(listeners: readonly EventListener<Place>[]): Promise<void> {
    // Query running sessions first. If a run ends between the two queries, the second query finds its `done` event.
    const running = await this.#feed.listRunning(listeners.map(({ about }) => about.sessionId));
    const places = listeners.map(({ about }) => about);
    const news = Map.groupBy(await this.#feed.listNews(places), ({ listener }) => listener);
    for (const [index, listener] of listeners.entries()) {
      const events = news.get(index) ?? [];
      for (const event of events) if (this.#hub.listeners.has(listener)) this.#send(listener, event);
      // A client that reconnects after the end already has all events.
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

/** Returns the part of a merged event that the client has not received yet. */
function restOf({ seq, data, ends }: { seq: number; data: string; ends: readonly number[] }, after: number): string {
  const { text } = JSON.parse(data) as { text: string };
  return JSON.stringify({ text: textAfter({ seq, text, ends }, after) });
}
