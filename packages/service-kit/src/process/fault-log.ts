import type { Logger } from './log.ts';

/** How often a recurring fault is logged again. */
const EVERY_MS = 60_000;
/** Number of different faults to remember. Further faults are logged in full every time. */
const MOST_KINDS = 200;

interface Repeated {
  times: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * Logs each fault in full once. Later logs, at intervals, how often the fault has recurred.
 *
 * During a database outage, every request and timer fails with the same error. A stack trace for each would bury
 * everything else in the log.
 */
export class FaultLog {
  readonly #log: Logger;
  readonly #everyMs: number;
  readonly #known = new Map<string, Repeated>();

  constructor(log: Logger, everyMs = EVERY_MS) {
    this.#log = log;
    this.#everyMs = everyMs;
  }

  /** Logs `fields` with the first occurrence only. */
  report(message: string, error: unknown, fields: Readonly<Record<string, unknown>> = {}): void {
    const kind = kindOf(message, error, fields['job']);
    const known = this.#known.get(kind);
    if (known !== undefined) {
      known.times += 1;
      return;
    }
    this.#log.error({ err: error, ...fields }, message);
    if (this.#known.size >= MOST_KINDS) return;
    const timer = setInterval(() => this.#count(kind, message, error), this.#everyMs).unref();
    this.#known.set(kind, { times: 0, timer });
  }

  #count(kind: string, message: string, error: unknown): void {
    const known = this.#known.get(kind);
    if (known === undefined) return;
    if (known.times === 0) {
      clearInterval(known.timer);
      this.#known.delete(kind);
      return;
    }
    const again = { times: known.times, within_sec: this.#everyMs / 1_000, error: wordsOf(error) };
    this.#log.error(again, `${message}, again`);
    known.times = 0;
  }
}

/** Returns the kind of an error. Numbers and names in its message distinguish instances, not kinds. */
function kindOf(message: string, error: unknown, job: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  const words = wordsOf(error)
    .slice(0, 200)
    .replaceAll(/\d+|"[^"]*"|'[^']*'/g, '#');
  return JSON.stringify([message, job, name, code, words]);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
