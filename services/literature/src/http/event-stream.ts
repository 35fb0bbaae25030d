import { EventStreamHub, type EventListener } from '@almagest/service-kit/event-stream-hub';
import type { Response } from 'express';
import { endWithAccess, type StreamAccess } from './stream-access.ts';

const POLL_EVERY_MS = 1_000;

type Sent = Map<string, string>;

/** Sends progress as Server-Sent Events. While clients listen, polls the status once a second and sends the changes. */
export class ProgressStream {
  readonly #statuses: Readonly<Record<string, () => Promise<unknown>>>;
  /** Remembers the last data that was sent to each stream, by event. */
  readonly #hub: EventStreamHub<Sent>;

  constructor(statuses: Readonly<Record<string, () => Promise<unknown>>>, onFault: (error: unknown) => void) {
    this.#statuses = statuses;
    this.#hub = new EventStreamHub({ pollEveryMs: POLL_EVERY_MS, poll: (all) => this.#send(all), onFault });
  }

  open(res: Response, access: StreamAccess): void {
    this.#hub.open(res, new Map());
    endWithAccess(res, access);
  }

  async stop(): Promise<void> {
    await this.#hub.stop();
  }

  async #send(listeners: readonly EventListener<Sent>[]): Promise<void> {
    for (const [event, read] of Object.entries(this.#statuses)) {
      const data = JSON.stringify(await read());
      for (const listener of listeners) {
        if (listener.about.get(event) === data) continue;
        listener.about.set(event, data);
        this.#hub.send(listener, { event, data });
      }
    }
  }
}
