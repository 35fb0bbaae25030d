import { EventStreamHub } from '@almagest/service-kit/event-stream-hub';
import { repeat } from '@almagest/service-kit/repeat';
import type { Response } from 'express';
import type { WorkflowCounts } from '../application/workflows/list-workflow-counts.ts';

const COUNTS_EVERY_MS = 1_000;
/** How often to check for expired login sessions. */
const SESSIONS_EVERY_MS = 15_000;

export interface EventSources {
  readonly listCounts: () => Promise<readonly WorkflowCounts[]>;
  /** Returns which of these login sessions have ended. */
  readonly listEnded: (sessions: readonly string[]) => Promise<readonly string[]>;
}

/**
 * The console's Server-Sent Events: `node` and `workflow` name what has changed, `points` has new counts.
 *
 * Changes to nodes and workflows are sent immediately, whichever process made them. Counts are read once a second, and
 * only while someone listens.
 */
export class EventStream {
  readonly #sources: EventSources;
  readonly #onFault: (error: unknown) => void;
  /** Each stream with the key of the login session that opened it. The key is undefined for a token. */
  readonly #hub: EventStreamHub<string | undefined>;
  readonly #lastCounts = new Map<string, string>();
  readonly #stopLooking: () => Promise<void>;

  constructor(sources: EventSources, onFault: (error: unknown) => void) {
    this.#sources = sources;
    this.#onFault = onFault;
    this.#hub = new EventStreamHub({ pollEveryMs: COUNTS_EVERY_MS, poll: () => this.#sendCounts(), onFault });
    this.#stopLooking = repeat(SESSIONS_EVERY_MS, () => this.#closeEnded(), onFault);
  }

  /** Opens a stream. A stream of a login session ends with that session. */
  open(res: Response, session?: string): void {
    // Clearing the cache sends every count to the new listener.
    this.#lastCounts.clear();
    this.#hub.open(res, session);
  }

  send(event: 'node' | 'workflow' | 'points', data: unknown): void {
    this.#hub.broadcast({ event, data: JSON.stringify(data) });
  }

  /** Ends the streams of a login session. */
  closeSession(session: string): void {
    for (const listener of this.#hub.listeners) if (listener.about === session) this.#hub.end(listener);
  }

  /**
   * Ends the streams of sessions that ended without a notification, because they expired or the notification was lost.
   */
  closeEnded(): void {
    this.#closeEnded().catch(this.#onFault);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#hub.stop(), this.#stopLooking()]);
  }

  async #closeEnded(): Promise<void> {
    const all = [...this.#hub.listeners].flatMap(({ about }) => (about === undefined ? [] : [about]));
    if (all.length === 0) return;
    for (const session of await this.#sources.listEnded([...new Set(all)])) this.closeSession(session);
  }

  async #sendCounts(): Promise<void> {
    for (const counts of await this.#sources.listCounts()) {
      const text = JSON.stringify(counts);
      if (this.#lastCounts.get(counts.name) === text) continue;
      this.#lastCounts.set(counts.name, text);
      this.send('points', counts);
    }
  }
}
