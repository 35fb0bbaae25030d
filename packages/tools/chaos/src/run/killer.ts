import { pick, randomIn, type Rng, type Range } from '../rng.ts';
import { pause } from './pause.ts';
import type { Kind, KillTarget } from './kill-target.ts';

/** A kill, and how long its target took to recover. */
export interface Kill {
  readonly kind: Kind;
  readonly recoveryMs: number;
}

/** How often each kind is chosen, for each process of that kind. */
const WEIGHTS: Readonly<Record<Kind, number>> = { api: 2, worker: 2, postgres: 1, backend: 1, redis: 1 };

/** How many targets may be down at the same time. On a slow machine everything would be down otherwise. */
const MOST_DOWN = 2;

/** Kills a random target every few seconds until `stop` is called. Skips targets that have not recovered yet. */
export class Killer {
  readonly kills: Kill[] = [];
  readonly #down = new Set<KillTarget>();
  readonly #stopping = new AbortController();
  readonly #killing: Promise<void>;
  readonly #recoveries = new Set<Promise<void>>();
  /** The first error of the killer itself. */
  #fault: unknown;

  constructor(targets: readonly KillTarget[], killMs: Range, rng: Rng) {
    this.#killing = this.#killOn(targets, killMs, rng);
  }

  /** Resolves when everything has recovered. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#killing;
    await Promise.all(this.#recoveries);
    if (this.#fault !== undefined) throw this.#fault;
  }

  async #killOn(targets: readonly KillTarget[], killMs: Range, rng: Rng): Promise<void> {
    for (;;) {
      await pause(randomIn(killMs, rng), this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      if (this.#down.size >= MOST_DOWN) continue;
      const kind = pick(
        targets.map((one) => [one.kind, WEIGHTS[one.kind]] as const),
        rng,
      );
      const place = rng();
      const alive = targets.filter((one) => one.kind === kind && !this.#isDown(one));
      const target = alive[Math.floor(place * alive.length)];
      if (target === undefined) continue;
      const recovery = this.#kill(target)
        .catch((error: unknown) => (this.#fault ??= error))
        .then(() => void this.#recoveries.delete(recovery));
      this.#recoveries.add(recovery);
    }
  }

  /** Returns whether a target is down. The database server and its sessions count as one target. */
  #isDown(target: KillTarget): boolean {
    const ofDatabase = ({ kind }: KillTarget) => kind === 'postgres' || kind === 'backend';
    return [...this.#down].some((one) => one === target || (ofDatabase(one) && ofDatabase(target)));
  }

  async #kill(target: KillTarget): Promise<void> {
    const since = performance.now();
    this.#down.add(target);
    try {
      await target.kill();
      this.kills.push({ kind: target.kind, recoveryMs: performance.now() - since });
    } finally {
      this.#down.delete(target);
    }
  }
}
