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

/** The properties of a process that decide whether it survives a hang-up. */
interface Origin {
  readonly env: NodeJS.ProcessEnv;
  /** Whether stdin, stdout or stderr is a terminal. */
  readonly hasTerminal: boolean;
}

/**
 * Returns whether the agent continues after SIGHUP. Node resets an ignored SIGHUP at startup, so the agent recognises
 * nohup by its effect: no standard stream is a terminal. Our start scripts also set `OUTLIVE_PARENT`.
 */
export function outlivesHangup({ env, hasTerminal }: Origin): boolean {
  return Boolean(env['OUTLIVE_PARENT']) || !hasTerminal;
}

/** A stop signal may arrive twice: from a batch system or a terminal, and forwarded by the parent process. */
const SAME_SIGNAL_MS = 1_000;

/** Slurm, Grid Engine and LSF send these signals some time before SIGTERM. */
const WARNINGS = ['SIGUSR1', 'SIGUSR2', 'SIGXCPU'] as const;

/**
 * Drains at the first SIGTERM or SIGINT and exits at a later signal. Drains at a warning too, and at a hang-up unless
 * the agent should survive hang-ups. Warnings and hang-ups may arrive several times, so they never force an exit.
 */
export function stopOnSignals(stop: Stop, log: Log, origin: Origin): void {
  let since: number | undefined;
  const drain = (signal: NodeJS.Signals) => {
    if (stop.isStopping) return;
    log.info(`${signal}: stopping when the running tasks are done. A second SIGTERM stops them now`);
    stop.begin();
  };
  const end = (signal: NodeJS.Signals) => {
    drain(signal);
    since ??= performance.now();
    if (performance.now() - since < SAME_SIGNAL_MS) return;
    log.warn(`${signal} again: stopping the engines now. The coordinator will reclaim their tasks`);
    stop.halt();
    process.exit(1);
  };
  for (const warning of WARNINGS) process.on(warning, drain);
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  const outlives = outlivesHangup(origin);
  process.on('SIGHUP', (signal) => {
    if (outlives) log.info('SIGHUP ignored: the agent was started without a terminal');
    else drain(signal);
  });
}
