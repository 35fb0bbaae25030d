import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from './environment.ts';
import { Refusal } from '../http/refusal.ts';
import { SHARED_SETTINGS } from './shared-settings.ts';

/**
 * Reads how long an API continues to answer after a stop signal. 0: stops at once. A stop takes at most 10 s in total.
 */
export function readDrainMs(env: Environment): number {
  return env.integer(SHARED_SETTINGS.drainMs);
}

/**
 * The time between the stop signal and the end of listening. The process answers as before but reports that it isn't
 * ready, so that a load balancer sends no more requests to it.
 */
export class Drain {
  readonly #ms: number;
  #begun = false;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Throws once the process is about to stop. */
  check(): void {
    if (this.#begun) throw new Refusal('unavailable', 'this process is stopping. Send the request again');
  }

  async run(): Promise<void> {
    this.#begun = true;
    if (this.#ms > 0) await sleep(this.#ms);
  }
}
