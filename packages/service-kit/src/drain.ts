import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from './environment.ts';
import { Refusal } from './refusal.ts';
import { SHARED_SETTINGS } from './shared-settings.ts';

/** How long an API goes on answering after it was told to stop; 0: it stops at once. A stop takes 10 s at most in all. */
export function readDrainMs(env: Environment): number {
  return env.integer(SHARED_SETTINGS.drainMs);
}

/**
 * The time between the signal to stop and the end of listening. The process answers everything as before, but counts as
 * not ready, so that a balancer sends no more requests to it by the time it stops.
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
