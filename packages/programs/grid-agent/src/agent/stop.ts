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

  /** Registers a cleanup for an immediate exit, latest first. The cleanup must be synchronous. */
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

/** The circumstances of a process that decide whether it survives a hang-up. */
interface Origin {
  readonly env: NodeJS.ProcessEnv;
  /** Whether stdin, stdout or stderr is a terminal. */
  readonly hasTerminal: boolean;
}

/**
 * Returns whether the agent continues after SIGHUP. Node resets a SIGHUP that was ignored when it started, so nohup is
 * recognised by what it leaves: no standard stream is a terminal. Our start scripts also set `OUTLIVE_PARENT`.
 */
export function outlivesHangup({ env, hasTerminal }: Origin): boolean {
  return Boolean(env['OUTLIVE_PARENT']) || !hasTerminal;
}

/**
 * Drains at the first SIGTERM or SIGINT and exits at the second. Drains at a hang-up too, unless the agent should
 * survive hang-ups. A closing terminal may send several hang-ups, so they never force an exit.
 */
export function stopOnSignals(stop: Stop, log: Log, origin: Origin): void {
  const handle = (signal: NodeJS.Signals) => {
    if (!stop.isStopping) {
      log.info(`${signal}: stopping when the running tasks are done. Send it again to stop now`);
      return stop.begin();
    }
    log.warn(`${signal} again: stopping the engines now. The coordinator will reclaim their tasks`);
    stop.halt();
    process.exit(1);
  };
  // Batch systems send SIGUSR1 some time before SIGTERM. This signal never forces an exit.
  process.on('SIGUSR1', (signal) => {
    if (!stop.isStopping) handle(signal);
  });
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
  const outlives = outlivesHangup(origin);
  process.on('SIGHUP', (signal) => {
    if (outlives) log.info('SIGHUP ignored: the agent was started without a terminal');
    else if (!stop.isStopping) handle(signal);
  });
}
