import type { Response } from 'express';

const LOOK_EVERY_MS = 1_000;
const KEEP_ALIVE_MS = 15_000;

/**
 * Progress as Server-Sent Events: each status when it has changed, looked up once a second and only while somebody
 * listens.
 */
export class ProgressStream {
  readonly #look: Readonly<Record<string, () => Promise<unknown>>>;
  readonly #onFault: (error: unknown) => void;
  readonly #listeners = new Map<Response, Map<string, string>>();
  readonly #timers: NodeJS.Timeout[];

  constructor(look: Readonly<Record<string, () => Promise<unknown>>>, onFault: (error: unknown) => void) {
    this.#look = look;
    this.#onFault = onFault;
    this.#timers = [
      setInterval(() => void this.#tell().catch(this.#onFault), LOOK_EVERY_MS),
      setInterval(() => {
        for (const [res] of this.#attentive()) res.write(': still here\n\n');
      }, KEEP_ALIVE_MS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  open(res: Response): void {
    res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
    res.write('retry: 2000\n\n');
    this.#listeners.set(res, new Map());
    res.once('close', () => this.#listeners.delete(res));
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const res of this.#listeners.keys()) res.end();
  }

  /** Who reads slowly is left alone until what was written has gone, and cut off by the server if it never goes. */
  #attentive(): [Response, Map<string, string>][] {
    return [...this.#listeners].filter(([res]) => !res.writableNeedDrain);
  }

  async #tell(): Promise<void> {
    if (this.#listeners.size === 0) return;
    for (const [event, look] of Object.entries(this.#look)) {
      const data = JSON.stringify(await look());
      for (const [res, told] of this.#attentive()) {
        if (told.get(event) === data) continue;
        told.set(event, data);
        res.write(`event: ${event}\ndata: ${data}\n\n`);
      }
    }
  }
}
