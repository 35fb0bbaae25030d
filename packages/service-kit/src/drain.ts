import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from './environment.ts';
import { Refusal } from './refusal.ts';
import { SHARED_SETTINGS } from './shared-settings.ts';

/**
 * How long an API goes on answering after a signal to stop. 0: it stops at once. Stopping takes at most 10 s in all.
 */
export function readDrainMs(env: Environment): number {
  return env.integer(SHARED_SETTINGS.drainMs);
}

/**
 * The time between the signal to stop and the end of listening. The process answers everything as before but reports
 * that it is not ready, so that a load balancer stops sending requests to it.
 */
export class Drain {
  readonly #ms: number;
  #begun = false;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Throws once the process is about to stop. */
  check(): void {
    if (this.#begun) throw new Refusal('unavailable', 'this process is stopping; another one answers');
  }

  async run(): Promise<void> {
    this.#begun = true;
    if (this.#ms > 0) await sleep(this.#ms);
  }
}
