import type { Logger } from './log.ts';

/** How often a fault that goes on is told of again. */
const EVERY_MS = 60_000;
/** Faults that are kept apart; what comes beyond them is told of at once. */
const MOST_KINDS = 200;

interface Repeated {
  times: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * Tells of each fault once, with all there is to know, and then at intervals how often it came again.
 *
 * A database that is away fails every request and every look of every timer with the same error: a stack trace for each
 * would bury what else there is in the log.
 */
export class FaultLog {
  readonly #log: Logger;
  readonly #everyMs: number;
  readonly #known = new Map<string, Repeated>();

  constructor(log: Logger, everyMs = EVERY_MS) {
    this.#log = log;
    this.#everyMs = everyMs;
  }

  /** `fields` go with the first one only. */
  tell(message: string, error: unknown, fields: Readonly<Record<string, unknown>> = {}): void {
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

/** Numbers and names in the words of an error tell its instances apart, not its kind. */
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
