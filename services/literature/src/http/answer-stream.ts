import type { AnswerEvent } from '@almagest/contracts/literature';
import { EventStreamHub } from '@almagest/service-kit/event-stream-hub';
import type { Response } from 'express';
import { endWithAccess, type StreamAccess } from './stream-access.ts';

/** The answers that this process streams. An answer stops if its client disconnects or the process shuts down. */
export class AnswerStreams {
  readonly #hub = new EventStreamHub<undefined>({});

  /** Sends the events of an answer until it ends. */
  async send(
    res: Response,
    access: StreamAccess,
    answer: (signal: AbortSignal) => AsyncIterable<AnswerEvent>,
  ): Promise<void> {
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const listener = this.#hub.open(res, undefined);
    endWithAccess(res, access);
    for await (const { kind, data } of answer(gone.signal))
      if (!gone.signal.aborted) this.#hub.send(listener, { event: kind, data: JSON.stringify(data) });
    this.#hub.end(listener);
  }

  async stop(): Promise<void> {
    await this.#hub.stop();
  }
}
