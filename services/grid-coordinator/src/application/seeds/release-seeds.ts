import { inTransaction } from '@almagest/service-kit/database';
import { databaseTime } from '@almagest/service-kit/database-time';
import type { Db } from '../../persistence/database.ts';
import { listUnreleased, markReleased, type StoredSeed } from '../../persistence/seed-repository.ts';
import { listByStatus, listWaiting, lockWorkflow } from '../../persistence/workflow-repository.ts';
import type { RunConfigs } from '../run-configs.ts';
import { completeWorkflow, type CompletionState } from '../tasks/complete-workflow.ts';
import { releaseWaiting } from './release-waiting.ts';

export interface ReleaseDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  /** Enqueues another run of this job under a new id: while a job runs, another one with the same id is dropped. */
  readonly requestRelease: (turn: number) => void;
}

const BATCH = 100;

/** After this time no further seed is started. The rest is left to the next run, behind other waiting jobs. */
const TURN_MS = 5_000;

/**
 * Offers seeds to the waiting points of every unfinished workflow, if the report that stored them did not. Then
 * completes workflows that have come to their end. It is safe to run twice at once: a released point is queued only
 * once.
 */
export class SeedReleaser {
  readonly #deps: ReleaseDeps;
  /** When each workflow was first seen with nothing to compute and seeds that had not been offered. */
  readonly #idleSince = new Map<number, Date>();
  #isRunning = false;

  constructor(deps: ReleaseDeps) {
    this.#deps = deps;
  }

  /**
   * Does a bounded amount of work. Returns at once if this process is already running it.
   *
   * It requests another run only if it has made progress and work is left: a run that changed nothing would change
   * nothing the next time either. The sweep finds work that arrives meanwhile.
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

/** One page of waiting points for each transaction, so that reports of the workflow can run in between. */
async function offer({ db, configs }: ReleaseDeps, workflowId: number, seed: StoredSeed): Promise<void> {
  let after: string | null = '';
  while (after !== null) {
    const from: string = after;
    after = await inTransaction(db, async (trx) => {
      const workflow = await lockWorkflow(trx, workflowId);
      // An idle workflow that was only paused has no run, and so no waiting points.
      if (workflow === undefined || workflow.run === 0) return null;
      return await releaseWaiting(trx, workflow, await configs.of(trx, workflow), { seed, after: from, maxPages: 1 });
    });
  }
}

/**
 * A workflow waits for the seeds that were stored before its last attempt had ended, its own among them. It does not wait
 * for those that come later: imports that never cease would keep it from its end.
 */
async function completeAll(deps: ReleaseDeps, idleSince: Map<number, Date>): Promise<Set<CompletionState>> {
  const states = new Set<CompletionState>();
  const running = await listByStatus(deps.db, 'running');
  for (const id of idleSince.keys()) if (!running.some((workflow) => workflow.id === id)) idleSince.delete(id);
  for (const { id } of running) {
    const { state, seedsUntil } = await inTransaction(deps.db, async (trx) => {
      const workflow = await lockWorkflow(trx, id);
      // Read after the wait for the lock: the reports that held it have stored their seeds by now.
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

/** The times of rows have microseconds, which a Date cuts off. */
function nextMillisecond(time: Date): Date {
  return new Date(time.getTime() + 1);
}
