import { EventStreamHub } from '@almagest/service-kit/event-stream-hub';
import { repeat } from '@almagest/service-kit/repeat';
import type { Response } from 'express';
import type { WorkflowCounts } from '../application/workflows/list-workflow-counts.ts';

const COUNTS_EVERY_MS = 1_000;
/** How often to check for expired sessions and keys. */
const SESSIONS_EVERY_MS = 15_000;

export interface EventSources {
  readonly listCounts: () => Promise<readonly WorkflowCounts[]>;
  /** Returns which of these tags have ended. */
  readonly listEnded: (tags: readonly string[]) => Promise<readonly string[]>;
}

/**
 * The console's Server-Sent Events: `node` and `workflow` name the node or workflow that has changed. `points` has new
 * counts.
 *
 * Changes to nodes and workflows are sent immediately, even if another process made them. Counts are read once a
 * second, and only while a stream is open.
 */
export class EventStream {
  readonly #sources: EventSources;
  readonly #onFault: (error: unknown) => void;
  /**
   * The open streams. Each has the tags of the session or key, and of the person, on which it depends. A stream that
   * was opened with the administrator token has no tags.
   */
  readonly #hub: EventStreamHub<readonly string[]>;
  readonly #lastCounts = new Map<string, string>();
  readonly #stopLooking: () => Promise<void>;

  constructor(sources: EventSources, onFault: (error: unknown) => void) {
    this.#sources = sources;
    this.#onFault = onFault;
    this.#hub = new EventStreamHub({ pollEveryMs: COUNTS_EVERY_MS, poll: () => this.#sendCounts(), onFault });
    this.#stopLooking = repeat(SESSIONS_EVERY_MS, () => this.#closeEnded(), onFault);
  }

  /** Opens a stream, which ends when one of its tags ends. */
  open(res: Response, tags: readonly string[]): void {
    // The cache is cleared, so that the new listener gets every count.
    this.#lastCounts.clear();
    this.#hub.open(res, tags);
  }

  send(event: 'node' | 'workflow' | 'points', data: unknown): void {
    this.#hub.broadcast({ event, data: JSON.stringify(data) });
  }

  closeTagged(tags: readonly string[]): void {
    for (const listener of this.#hub.listeners)
      if (listener.about.some((tag) => tags.includes(tag))) this.#hub.end(listener);
  }

  /**
   * Ends the streams whose session or key ended without a notification, because the session or key expired or the
   * notification was lost.
   */
  closeEnded(): void {
    this.#closeEnded().catch(this.#onFault);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#hub.stop(), this.#stopLooking()]);
  }

  async #closeEnded(): Promise<void> {
    const all = new Set([...this.#hub.listeners].flatMap(({ about }) => about));
    if (all.size > 0) this.closeTagged(await this.#sources.listEnded([...all]));
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
