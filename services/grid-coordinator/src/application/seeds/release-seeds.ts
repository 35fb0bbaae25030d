import { inTransaction } from '@almagest/service-kit/database';
import { databaseTime } from '@almagest/service-kit/database-time';
import type { Db } from '../../persistence/database.ts';
import { listUnreleased, markReleased, type StoredSeed } from '../../persistence/seeds/seed-repository.ts';
import { listByStatus, listWaiting, lockWorkflow } from '../../persistence/workflows/workflow-repository.ts';
import type { RunConfigs } from '../run-configs.ts';
import { completeWorkflow, type CompletionState } from '../tasks/complete-workflow.ts';
import { releaseWaiting } from './release-waiting.ts';

export interface ReleaseDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  /** Enqueues another run of this job under a new id. A job with the id of a running job would be dropped. */
  readonly requestRelease: (turn: number) => void;
}

const BATCH = 100;

/** After this time, no new seed is started. The next run offers the remaining seeds, after other waiting jobs. */
const TURN_MS = 5_000;

/**
 * Offers seeds to the waiting points of every unfinished workflow, unless the report that stored the seeds has already
 * done so. Then completes workflows that are done. Safe to run in two processes at the same time: a released point is
 * queued only once.
 */
export class SeedReleaser {
  readonly #deps: ReleaseDeps;
  /**
   * The time at which each workflow was first seen with no points to compute, but with seeds that were not offered yet.
   */
  readonly #idleSince = new Map<number, Date>();
  #isRunning = false;

  constructor(deps: ReleaseDeps) {
    this.#deps = deps;
  }

  /**
   * Does a bounded amount of work. Returns immediately if this process is already releasing seeds.
   *
   * Requests another run only if this run made progress and work is left. A run without progress would not make
   * progress the next time either. The sweep finds work that arrives during the run.
   */
  async run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    let again = false;
    try {
      again = await releaseSeeds(this.#deps, this.#idleSince);
    } finally {
      this.#isRunning = false;
    }
    if (again) this.#deps.requestRelease(Date.now());
  }
}

/** Returns whether another run would make progress. */
async function releaseSeeds(deps: ReleaseDeps, idleSince: Map<number, Date>): Promise<boolean> {
  const seeds = await offerUnreleased(deps);
  const states = await completeAll(deps, idleSince);
  const waits = states.has('waits_for_release');
  return states.has('more_to_do') || (seeds.offered > 0 && (seeds.left || waits));
}

async function offerUnreleased(deps: ReleaseDeps): Promise<{ offered: number; left: boolean }> {
  const { db } = deps;
  const seeds = await listUnreleased(db, BATCH);
  const waiting = seeds.length === 0 ? [] : await listWaiting(db);
  const end = performance.now() + TURN_MS;
  const offered: StoredSeed[] = [];
  for (const seed of seeds) {
    if (performance.now() > end) break;
    for (const { id } of waiting) await offer(deps, id, seed);
    offered.push(seed);
  }
  await inTransaction(db, (trx) => markReleased(trx, offered));
  return { offered: offered.length, left: offered.length < seeds.length || seeds.length === BATCH };
}

/** Offers a seed to one page of waiting points per transaction, so that reports of the workflow can run in between. */
async function offer({ db, configs }: ReleaseDeps, workflowId: number, seed: StoredSeed): Promise<void> {
  let after: string | null = '';
  while (after !== null) {
    const from: string = after;
    after = await inTransaction(db, async (trx) => {
      const workflow = await lockWorkflow(trx, workflowId);
      // If a workflow was paused before its first run, it has no waiting points.
      if (workflow === undefined || workflow.run === 0) return null;
      return await releaseWaiting(trx, workflow, await configs.of(trx, workflow), { seed, after: from, maxPages: 1 });
    });
  }
}

/**
 * Completes workflows that are done. A workflow waits for the seeds that were stored before its last attempt ended,
 * including seeds of the workflow itself. Later seeds don't count. Otherwise, continuous imports would keep it from
 * completing.
 */
async function completeAll(deps: ReleaseDeps, idleSince: Map<number, Date>): Promise<Set<CompletionState>> {
  const states = new Set<CompletionState>();
  const running = await listByStatus(deps.db, 'running');
  for (const id of idleSince.keys()) if (!running.some((workflow) => workflow.id === id)) idleSince.delete(id);
  for (const { id } of running) {
    const { state, seedsUntil } = await inTransaction(deps.db, async (trx) => {
      const workflow = await lockWorkflow(trx, id);
      // Read after waiting for the lock, because the reports that held the lock have stored their seeds by then.
      const seedsUntil = idleSince.get(id) ?? nextMillisecond(await databaseTime(trx));
      if (workflow?.status !== 'running') return { state: 'goes_on' as const, seedsUntil };
      const config = await deps.configs.of(trx, workflow);
      return { state: await completeWorkflow(trx, workflow, config, { seedsUntil }), seedsUntil };
    });
    if (state === 'waits_for_release') idleSince.set(id, seedsUntil);
    else idleSince.delete(id);
    states.add(state);
  }
  return states;
}

/** Rounds up to a millisecond. Rows have times in microseconds, and Date truncates them. */
function nextMillisecond(time: Date): Date {
  return new Date(time.getTime() + 1);
}
