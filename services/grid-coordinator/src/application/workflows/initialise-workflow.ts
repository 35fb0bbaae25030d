import { LOCK_KEY } from '@almagest/service-kit/advisory-lock';
import type pg from 'pg';
import type { Logger } from '@almagest/service-kit/log';
import { inTransaction } from '@almagest/service-kit/database';
import { expand, type GridPoint } from '../../domain/expansion.ts';
import { firstStage, needsSeed, preparePoint } from '../../domain/stage-policy.ts';
import { countChanges, CountChanges, countRetired, readCounts } from '../../persistence/count-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import {
  analyzeFewPoints,
  copyChunk,
  forgetChunks,
  hasPoints,
  insertFresh,
  listChunks,
  lockExisting,
  markChunk,
  storePrepared,
  vacuumPoints,
  type FreshPoints,
  type PreparedPoint,
  type ExistingPoint,
} from '../../persistence/expansion-repository.ts';
import {
  findWorkflowState,
  lockWorkflow,
  markExpanded,
  warnOf,
  type WorkflowState,
} from '../../persistence/workflow-repository.ts';
import { statusOf } from '../../persistence/point-repository.ts';
import { writeTogether } from '../../persistence/write-together.ts';
import type { RunConfig, RunConfigs } from '../run-configs.ts';
import { completeWorkflow } from '../tasks/complete-workflow.ts';
import { retireUnnamed } from './retire-points.ts';

export interface InitialiseDeps {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly configs: RunConfigs;
  readonly log: Logger;
  readonly requestRelease: () => void;
  readonly onWorkflowChange: (name: string) => void;
}

/** The first chunk is small, so that the planner soon knows the table; the others are as large as pays. */
const FIRST_CHUNK = 1_000;
const CHUNK = 10_000;

/** Chunks written at the same time: while one waits for the disk, the next is prepared. */
const WRITERS = 2;

/** Above this many new points the table is analyzed at once and not left to autovacuum. */
const VACUUM_FROM = 50_000;

/**
 * Expands a started workflow into points and opens it: the work of the job that a start enqueues.
 *
 * Runs again after any crash: chunks that are in are passed over. Two at once do no harm, one of them gives way.
 * Nothing can be claimed before all points are in.
 */
export async function initialiseWorkflow(
  deps: InitialiseDeps,
  workflowId: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const guard = await deps.pool.connect();
  try {
    const name = [`initialise ${workflowId}`];
    const { rows } = await guard.query<{ held: boolean }>(`select pg_try_advisory_lock(${LOCK_KEY}) as held`, name);
    if (rows[0]?.held !== true) return;
    try {
      await initialise(deps, workflowId, signal);
    } finally {
      await guard.query(`select pg_advisory_unlock(${LOCK_KEY})`, name);
    }
  } finally {
    guard.release();
  }
}

async function initialise(deps: InitialiseDeps, workflowId: number, signal: AbortSignal | undefined): Promise<void> {
  const workflow = await findWorkflowState(deps.db, workflowId);
  if (workflow?.status !== 'initializing') return;
  const config = await deps.configs.of(deps.db, workflow);
  const started = performance.now();
  const written = await writeChunks(deps, workflow, config, signal);
  if (written === 'stopped') return;
  await retireUnnamed(deps, workflow, config);
  await openWorkflow(deps, workflow, config);
  if (written >= VACUUM_FROM) await vacuumPoints(deps.db);
  deps.log.info(
    { workflow: workflow.name, points: written, ms: Math.round(performance.now() - started) },
    'workflow initialised',
  );
}

/** Writes the missing part of the expansion. Stops after a chunk if the workflow was paused, deleted or restarted. */
async function writeChunks(
  deps: InitialiseDeps,
  workflow: WorkflowState,
  config: RunConfig,
  signal: AbortSignal | undefined,
): Promise<number | 'stopped'> {
  const done = await listChunks(deps.db, workflow.id, workflow.expansion);
  // Chunks of this expansion are the only points of a fresh workflow, also when a crash cut it short.
  const fresh =
    done.size > 0 ? workflow.run === 1 && workflow.expansion === 1 : !(await hasPoints(deps.db, workflow.id));
  const writer = new ChunkWriter(deps, workflow, config, fresh);
  const underWay = new Set<Promise<void>>();
  let written = 0;
  for (const { number, points } of chunksOf(config)) {
    if (done.has(number)) continue;
    if (signal?.aborted === true || !(await isStillDue(deps.db, workflow))) {
      await Promise.all(underWay);
      return 'stopped';
    }
    const writing = writer.write(number, points).finally(() => underWay.delete(writing));
    underWay.add(writing);
    // A failure must not go unseen while others are awaited.
    writing.catch(() => undefined);
    if (number === 0 || underWay.size >= WRITERS) await Promise.race(underWay);
    if (number === 0) await analyzeFewPoints(deps.db);
    written += points.length;
  }
  await Promise.all(underWay);
  return written;
}

async function isStillDue(db: Db, { id, expansion }: WorkflowState): Promise<boolean> {
  const now = await findWorkflowState(db, id);
  return now?.status === 'initializing' && now.expansion === expansion;
}

function* chunksOf(config: RunConfig): Generator<{ number: number; points: GridPoint[] }> {
  let number = 0;
  let points: GridPoint[] = [];
  for (const point of expand(config.grid, config.difficulty)) {
    points.push(point);
    if (points.length === (number === 0 ? FIRST_CHUNK : CHUNK)) {
      yield { number, points };
      number += 1;
      points = [];
    }
  }
  if (points.length > 0) yield { number, points };
}

/** Initialising becomes running; a workflow with nothing left to do is completed at once. */
async function openWorkflow(
  deps: InitialiseDeps,
  { id, name, expansion }: WorkflowState,
  config: RunConfig,
): Promise<void> {
  const state = await inTransaction(deps.db, async (trx) => {
    const workflow = await lockWorkflow(trx, id);
    if (workflow?.status !== 'initializing' || workflow.expansion !== expansion) return undefined;
    await markExpanded(trx, id);
    const retired = countRetired(await readCounts(trx, id));
    if (retired > 0) await warnOf(trx, id, remarkOnRetired(retired));
    return await completeWorkflow(trx, { ...workflow, status: 'running' }, config);
  });
  if (state === undefined) return;
  await forgetChunks(deps.db, id);
  // Points that begin with a seed step look for seeds that are there already.
  deps.requestRelease();
  deps.onWorkflowChange(name);
}

function remarkOnRetired(count: number): string {
  const points = count === 1 ? '1 point is' : `${count} points are`;
  return `${points} retired: the configuration does not name them; they keep their results (points?retired=true lists them)`;
}

const UNIQUE_VIOLATION = '23505';

/** Writes chunks: fresh ones through COPY, those of a grid that has been there before point by point. */
class ChunkWriter {
  readonly #deps: InitialiseDeps;
  readonly #workflow: WorkflowState;
  readonly #config: RunConfig;
  readonly #entry: FreshPoints;
  #fresh: boolean;

  constructor(deps: InitialiseDeps, workflow: WorkflowState, config: RunConfig, fresh: boolean) {
    this.#deps = deps;
    this.#workflow = workflow;
    this.#config = config;
    this.#fresh = fresh;
    const waitsForSeed = needsSeed(firstStage(config), config.atmosphere.strategies);
    this.#entry = {
      workflowId: workflow.id,
      run: workflow.run,
      status: waitsForSeed ? 'pending' : 'queued',
      waitsForSeed,
    };
  }

  async write(number: number, points: readonly GridPoint[]): Promise<void> {
    if (this.#fresh) {
      try {
        await copyChunk(this.#deps.pool, this.#entry, { expansion: this.#workflow.expansion, number, points });
        return;
      } catch (error) {
        // An import brought one of the points while the expansion went on.
        if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
        this.#fresh = false;
      }
    }
    await inTransaction(this.#deps.db, (trx) => this.#merge(trx, number, points));
  }

  /** Adds the points that are missing and applies the policies to those of an earlier run. */
  async #merge(trx: Tx, number: number, points: readonly GridPoint[]): Promise<void> {
    const { id, expansion } = this.#workflow;
    const now = await lockWorkflow(trx, id);
    if (now?.expansion !== expansion || (await listChunks(trx, id, expansion)).has(number)) return;
    const existing = new Map(
      (
        await lockExisting(
          trx,
          id,
          points.map(({ name }) => name),
        )
      ).map((point) => [point.name, point]),
    );
    const counts = new CountChanges();
    const fresh = points.filter(({ name }) => !existing.has(name));
    for (const { wave } of fresh) counts.add(id, wave, { status: this.#entry.status, method: null, n: 1 });
    const prepared: PreparedPoint[] = [];
    for (const point of points) {
      const before = existing.get(point.name);
      if (before === undefined) continue;
      const after = this.#prepare(before, point);
      prepared.push(after);
      counts.add(id, before.wave, { status: before.status, method: before.success_method, n: -1 });
      counts.add(id, after.wave, { status: after.status, method: before.success_method, n: 1 });
    }
    await insertFresh(trx, this.#entry, fresh);
    await storePrepared(trx, id, this.#workflow.run, prepared);
    await writeTogether(trx, countChanges(counts));
    await markChunk(trx, id, expansion, number);
  }

  #prepare(before: ExistingPoint, { name, wave, score }: GridPoint): PreparedPoint {
    const status = statusOf(before);
    const kept = { name, wave, score, from: null, status, waitsForSeed: false };
    // A resumed run has prepared its points already: nothing converged is reset.
    if (before.run === this.#workflow.run) return { ...kept, waitsForSeed: this.#waits(before) };
    const progress = {
      status,
      atmosphereDone: before.atmosphere_done,
      spectrumDone: before.spectrum_done,
    };
    const preparation = preparePoint(progress, this.#config);
    if (preparation.keep) return kept;
    const waitsForSeed = needsSeed(preparation.from, this.#config.atmosphere.strategies);
    return { name, wave, score, from: preparation.from, status: waitsForSeed ? 'pending' : 'queued', waitsForSeed };
  }

  /** A point that comes back waits for seeds again: those that came meanwhile were not offered to it. */
  #waits(before: ExistingPoint): boolean {
    if (before.status !== 'retired') return before.waits_for_seed;
    const status = statusOf(before);
    const { atmosphere } = this.#config;
    return (
      status === 'pending' ||
      (status === 'failed' &&
        !before.atmosphere_done &&
        atmosphere.enabled &&
        atmosphere.strategies.includes('seed_step'))
    );
  }
}
