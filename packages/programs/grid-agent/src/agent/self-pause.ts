import { Retries } from '@almagest/http-client';
import { endlessRetries } from '../decisions/retries.ts';
import type { Log } from '../log.ts';
import type { Stop } from './stop.ts';

interface SelfPauseDeps {
  /** The first pause. Each further pause is twice as long. */
  readonly firstMs: number;
  readonly stop: Stop;
  readonly log: Log;
  /** Returns why no task can be prepared on this machine. Returns undefined if tasks can be prepared. */
  readonly faultOf: () => Promise<string | undefined>;
}

/** The longest pause, as a multiple of the first pause. */
const LONGEST = 16;

/**
 * Stops claims while this machine cannot run tasks, for example because its disk is full. Each claim would cost the
 * coordinator a lost attempt. After a pause a single task is tried.
 */
export class SelfPause {
  readonly #deps: SelfPauseDeps;
  readonly #retries: Retries;
  #state: 'none' | 'due' | 'trial' = 'none';
  #onTrial = false;
  #reason = '';

  constructor(deps: SelfPauseDeps) {
    const { firstMs, stop } = deps;
    this.#deps = deps;
    const policy = { ...endlessRetries(firstMs * LONGEST), firstMs };
    this.#retries = new Retries({ policy, clock: { wait: (ms) => stop.wait(ms) } });
  }

  get isDue(): boolean {
    return this.#state === 'due';
  }

  /** Whether the single task of a trial is being prepared. */
  get isTrying(): boolean {
    return this.#onTrial;
  }

  /**
   * Returns why no task can run on this machine, for example because a disk is full. Returns undefined if tasks can
   * run.
   */
  faultOfMachine(): Promise<string | undefined> {
    return this.#deps.faultOf();
  }

  begin(reason: string): void {
    this.#state = 'due';
    this.#reason = reason;
  }

  /** Waits until the pause is over and a folder can be written. */
  async pass(): Promise<void> {
    const { log, faultOf } = this.#deps;
    const { attempt } = this.#retries;
    await this.#retries.next({}, (ms) => {
      log.error('PAUSED: this node cannot run tasks', {
        reason: this.#reason,
        attempt,
        pause_sec: Math.ceil(ms / 1000),
      });
    });
    const fault = await faultOf();
    if (fault === undefined) this.#state = 'trial';
    else this.#reason = fault;
  }

  /** Marks a single task after a pause as the trial. Call this when a task starts. */
  beginTrial(): void {
    this.#onTrial = this.#state === 'trial';
  }

  /** Ends the trial. Call this when a task has ended in any way. */
  endTrial(): void {
    this.#onTrial = false;
  }

  /** Ends the pause. Call this when an engine has started. */
  noteStart(): void {
    if (this.#state === 'trial') this.#deps.log.info('tasks run again, the pause is over');
    this.#state = 'none';
    this.#onTrial = false;
  }

  /** Makes the next pause as short as the first. Call this when an engine has ended without a fault of the machine. */
  forget(): void {
    this.#retries.reset();
  }
}
