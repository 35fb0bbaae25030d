import type { Response } from 'express';
import { readCounts, sumCounts } from '../persistence/count-repository.ts';
import type { Db } from '../persistence/database.ts';
import { listWorkflows } from '../persistence/workflow-repository.ts';

const POINTS_EVERY_MS = 1_000;
const KEEP_ALIVE_MS = 15_000;

/**
 * The console's Server-Sent Events: `node` and `workflow` name what has changed, `points` carries new counts.
 *
 * Node and workflow changes are told at once, from whichever process made them. Counts are looked up once a second,
 * and only while somebody listens.
 */
export class EventStream {
  readonly #db: Db;
  readonly #onFault: (error: unknown) => void;
  readonly #listEnded: (sessions: readonly string[]) => Promise<readonly string[]>;
  /** With the key of the login session that opened each; undefined for a token. */
  readonly #listeners = new Map<Response, string | undefined>();
  readonly #timers: NodeJS.Timeout[];
  readonly #lastCounts = new Map<string, string>();

  constructor(
    db: Db,
    onFault: (error: unknown) => void,
    listEnded: (sessions: readonly string[]) => Promise<readonly string[]>,
  ) {
    this.#db = db;
    this.#onFault = onFault;
    this.#listEnded = listEnded;
    this.#timers = [
      setInterval(() => void this.#tellCounts().catch(this.#onFault), POINTS_EVERY_MS),
      setInterval(() => {
        this.#write(': still here\n\n');
        this.closeEnded();
      }, KEEP_ALIVE_MS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  /** Opens a stream that lives no longer than the login session it belongs to, where it belongs to one. */
  open(res: Response, session?: string): void {
    res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
    res.write('retry: 2000\n\n');
    // A new listener needs every count once.
    this.#lastCounts.clear();
    this.#listeners.set(res, session);
    res.once('close', () => this.#listeners.delete(res));
  }

  tell(event: 'node' | 'workflow' | 'points', data: unknown): void {
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Ends the streams of a login session that has ended. */
  closeSession(session: string): void {
    for (const [res, own] of this.#listeners) if (own === session) res.end();
  }

  /** Likewise of all sessions that have ended without a word: they expire, and a notification may be missed. */
  closeEnded(): void {
    const sessions = new Set([...this.#listeners.values()].filter((session) => session !== undefined));
    if (sessions.size === 0) return;
    this.#listEnded([...sessions]).then(
      (ended) => ended.forEach((session) => this.closeSession(session)),
      this.#onFault,
    );
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const res of this.#listeners.keys()) res.end();
  }

  #write(text: string): void {
    for (const res of this.#listeners.keys()) {
      // What is not read would pile up here. A console that comes back gets everything anew.
      if (res.writableNeedDrain) res.destroy();
      else res.write(text);
    }
  }

  async #tellCounts(): Promise<void> {
    if (this.#listeners.size === 0) return;
    const counts = Map.groupBy(await readCounts(this.#db, undefined), ({ workflow_id }) => workflow_id);
    for (const { id, name, status } of await listWorkflows(this.#db)) {
      const data = { name, status, ...sumCounts(counts.get(id) ?? []) };
      const text = JSON.stringify(data);
      if (this.#lastCounts.get(name) === text) continue;
      this.#lastCounts.set(name, text);
      this.tell('points', data);
    }
  }
}
