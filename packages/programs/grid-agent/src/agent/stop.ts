import { Notifier } from '../notifier.ts';
import type { Log } from '../log.ts';

/** Notifies all parts of the agent of a stop: in order at the first signal, at once at the second. */
export class Stop {
  readonly #notifier = new Notifier();
  readonly #onStop: (() => void)[] = [];
  readonly #beforeHalt: (() => void)[] = [];
  #resolve: () => void = () => undefined;
  #isStopping = false;

  /** Resolves when the stop begins. */
  readonly requested = new Promise<void>((resolve) => (this.#resolve = resolve));

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Waits this long, or until the stop begins. */
  async wait(ms: number): Promise<void> {
    if (!this.#isStopping) await this.#notifier.wait(ms);
  }

  onStop(act: () => void): void {
    this.#onStop.push(act);
    if (this.#isStopping) act();
  }

  /** Cleanup for an immediate end, latest first. Synchronous, because nothing is awaited then. */
  beforeHalt(act: () => void): void {
    this.#beforeHalt.unshift(act);
  }

  begin(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#notifier.notify();
    for (const act of this.#onStop) act();
    this.#resolve();
  }

  halt(): void {
    for (const act of this.#beforeHalt) act();
  }
}

/** The first SIGTERM or SIGINT drains, the second one ends the process. */
export function stopOnSignals(stop: Stop, log: Log): void {
  const handle = (signal: NodeJS.Signals) => {
    if (!stop.isStopping) {
      log.info(`${signal}: stopping when the running tasks are done; once more to stop at once`);
      return stop.begin();
    }
    log.warn(`${signal} again: engines are ended now, their tasks are left for the coordinator to reclaim`);
    stop.halt();
    process.exit(1);
  };
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
}
