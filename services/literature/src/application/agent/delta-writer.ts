import type { AgentEvent } from '@almagest/contracts/literature';
import { storable } from '../../domain/agent/data-fence.ts';

/**
 * Pieces that arrive within this time become one event. This keeps the event table small, and users do not notice the
 * delay.
 */
const GATHER_MS = 50;

type DeltaKind = 'text_delta' | 'thought';

/** Writes the model's streamed answer and reasoning in order, as events of a few pieces each. */
export class DeltaWriter {
  readonly #write: (events: AgentEvent[]) => Promise<void>;
  readonly #onFailure: () => void;
  #waiting: { kind: DeltaKind; text: string }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;

  /**
   * `onFailure` is called when events cannot be written, so that the model can be stopped. `flush` then throws the
   * error.
   */
  constructor(write: (events: AgentEvent[]) => Promise<void>, onFailure: () => void) {
    this.#write = write;
    this.#onFailure = onFailure;
  }

  push(kind: DeltaKind, text: string): void {
    const last = this.#waiting.at(-1);
    if (last?.kind === kind) last.text += text;
    else this.#waiting.push({ kind, text });
    this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
  }

  /** Waits for pending writes and writes the remaining text. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#flush(true);
    await this.#writing;
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #flush(isLast = false): void {
    this.#timer = undefined;
    const events = this.#take(isLast);
    if (events.length === 0) return;
    this.#writing = this.#writing
      .then(() => (this.#failure === undefined ? this.#write(events) : undefined))
      .catch((error: unknown) => {
        this.#failure ??= { error };
        this.#onFailure();
      });
  }

  /** Takes the gathered pieces. Keeps half of a surrogate pair until the other half arrives. */
  #take(isLast: boolean): AgentEvent[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    const last = waiting.at(-1);
    if (!isLast && last !== undefined && /[\ud800-\udbff]$/.test(last.text)) {
      this.#waiting.push({ kind: last.kind, text: last.text.slice(-1) });
      last.text = last.text.slice(0, -1);
    }
    return waiting
      .filter(({ text }) => text !== '')
      .map(({ kind, text }) => ({ kind, data: { text: storable(text) } }));
  }
}
