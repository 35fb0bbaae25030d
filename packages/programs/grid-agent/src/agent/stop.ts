import { Notifier } from '../notifier.ts';
import type { Log } from '../log.ts';

/** Stops all parts of the agent: drains at the first signal, exits at the second. */
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

  /** Registers a cleanup for an immediate exit, latest first. It must be synchronous. */
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

/** Drains at the first SIGTERM or SIGINT and exits at the second. */
export function stopOnSignals(stop: Stop, log: Log): void {
  const handle = (signal: NodeJS.Signals) => {
    if (!stop.isStopping) {
      log.info(`${signal}: stopping when the running tasks are done; send it again to stop now`);
      return stop.begin();
    }
    log.warn(`${signal} again: stopping the engines now; the coordinator will reclaim their tasks`);
    stop.halt();
    process.exit(1);
  };
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
}
