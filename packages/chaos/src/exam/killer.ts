import { pick, within, type Rng, type Span } from '../rng.ts';
import { pause } from './pause.ts';
import type { Kind, Victim } from './victim.ts';

/** A kill, and how long it took until its victim served again. */
export interface Kill {
  readonly kind: Kind;
  readonly recoveryMs: number;
}

/** How often each kind is the victim, for each process of that kind. */
const WEIGHTS: Readonly<Record<Kind, number>> = { api: 2, worker: 2, postgres: 1, backend: 1, redis: 1 };

/** Dead at a time: on a machine so slow that nothing comes back before the next kill there would be nothing to examine. */
const MOST_DOWN = 2;

/** Kills something every few seconds until it is stopped; what has not come back yet is not killed once more. */
export class Killer {
  readonly kills: Kill[] = [];
  readonly #down = new Set<Victim>();
  readonly #stopping = new AbortController();
  readonly #killing: Promise<void>;
  readonly #recoveries = new Set<Promise<void>>();
  /** The first fault of the killing itself. */
  #fault: unknown;

  constructor(victims: readonly Victim[], killMs: Span, rng: Rng) {
    this.#killing = this.#killOn(victims, killMs, rng);
  }

  /** Resolves when everything serves again. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#killing;
    await Promise.all(this.#recoveries);
    if (this.#fault !== undefined) throw this.#fault;
  }

  async #killOn(victims: readonly Victim[], killMs: Span, rng: Rng): Promise<void> {
    for (;;) {
      await pause(within(killMs, rng), this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      if (this.#down.size >= MOST_DOWN) continue;
      const kind = pick(
        victims.map((one) => [one.kind, WEIGHTS[one.kind]] as const),
        rng,
      );
      const place = rng();
      const alive = victims.filter((one) => one.kind === kind && !this.#isDown(one));
      const victim = alive[Math.floor(place * alive.length)];
      if (victim === undefined) continue;
      const recovery = this.#kill(victim)
        .catch((error: unknown) => (this.#fault ??= error))
        .then(() => void this.#recoveries.delete(recovery));
      this.#recoveries.add(recovery);
    }
  }

  /** A server and its sessions are one. */
  #isDown(victim: Victim): boolean {
    const ofDatabase = ({ kind }: Victim) => kind === 'postgres' || kind === 'backend';
    return [...this.#down].some((one) => one === victim || (ofDatabase(one) && ofDatabase(victim)));
  }

  async #kill(victim: Victim): Promise<void> {
    const since = performance.now();
    this.#down.add(victim);
    try {
      await victim.kill();
      this.kills.push({ kind: victim.kind, recoveryMs: performance.now() - since });
    } finally {
      this.#down.delete(victim);
    }
  }
}
