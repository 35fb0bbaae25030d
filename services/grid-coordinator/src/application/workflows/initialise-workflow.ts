import { LOCK_KEY } from '@almagest/service-kit/advisory-lock';
import type pg from 'pg';
import { inTransaction } from '@almagest/service-kit/database';
import type { GridPoint } from '../../domain/points/expansion.ts';
import { chunkSize } from '../../domain/points/expansion-chunks.ts';
import { firstStage, needsSeed, preparePoint } from '../../domain/tasks/stage-policy.ts';
import { expandAll } from '../../domain/points/workflow-points.ts';
import { countChanges, CountChanges, countRetired, readCounts } from '../../persistence/workflows/count-repository.ts';
import { missingProducts } from '../../domain/tasks/spectrum-products.ts';
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
} from '../../persistence/workflows/expansion-repository.ts';
import {
  findWorkflowState,
  lockWorkflow,
  markExpanded,
  warnOf,
  type WorkflowState,
} from '../../persistence/workflows/workflow-repository.ts';
import { writeSnapshots } from '../../persistence/workflows/snapshot-repository.ts';
import { statusOf } from '../../persistence/points/point-repository.ts';
import { writeTogether } from '../../persistence/write-together.ts';
import { pinAssets, type PinAssetsDeps } from '../assets/pin-assets.ts';
import type { RunConfig, RunConfigs } from '../run-configs.ts';
import { completeWorkflow } from '../tasks/complete-workflow.ts';
import { retireUnnamed } from './retire-points.ts';

export interface InitialiseDeps extends PinAssetsDeps {
  readonly pool: pg.Pool;
  readonly configs: RunConfigs;
  readonly requestRelease: () => void;
}

/** The number of chunks written in parallel. While one chunk waits for the disk, the next chunk is prepared. */
const WRITERS = 2;

/**
 * With at least this many new points, the table is vacuumed and analyzed immediately. Autovacuum would run too late.
 */
const VACUUM_FROM = 50_000;

/**
 * Pins the assets of a started workflow, expands it into points and opens it. Runs in the job that a start enqueues.
 *
 * Safe to repeat after a crash: stored chunks are skipped. If two processes run this for one workflow, the second
 * process returns immediately. Claims start only when all points are stored.
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
  const isDue = () => isStillDue(deps.db, workflow);
  if ((await pinAssets(deps, { workflow, paths: config.assets, isDue, signal })) !== 'pinned') return;
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

/** Writes the missing chunks of the expansion. Stops after a chunk if the workflow was paused, deleted or restarted. */
async function writeChunks(
  deps: InitialiseDeps,
  workflow: WorkflowState,
  config: RunConfig,
  signal: AbortSignal | undefined,
): Promise<number | 'stopped'> {
  const done = await listChunks(deps.db, workflow.id, workflow.expansion);
  // A new workflow has only points of this expansion, even after a crash during the expansion.
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
    // Prevents an unhandled rejection while other chunks are awaited.
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
  for (const point of expandAll(config)) {
    points.push(point);
    if (points.length === chunkSize(number)) {
      yield { number, points };
      number += 1;
      points = [];
    }
  }
  if (points.length > 0) yield { number, points };
}

/** Sets an initialising workflow to running. Completes the workflow immediately if no point must be computed. */
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
    const ended = await completeWorkflow(trx, { ...workflow, status: 'running' }, config);
    // The series of snapshots must begin with the run, not half a minute later.
    await writeSnapshots(trx, id);
    return ended;
  });
  if (state === undefined) return;
  await forgetChunks(deps.db, id);
  // Existing seeds must be offered to points that begin with a seed step.
  deps.requestRelease();
  deps.onWorkflowChange(name);
}

function remarkOnRetired(count: number): string {
  const points = count === 1 ? '1 point is' : `${count} points are`;
  return `${points} retired because the configuration does not name them. They keep their results (points?retired=true lists them)`;
}

const UNIQUE_VIOLATION = '23505';

/** Writes chunks. Uses COPY for new workflows and merges for workflows that have points. */
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
        // COPY fails if an import has just created one of the points. A merge succeeds in this case.
        if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
        this.#fresh = false;
      }
    }
    await inTransaction(this.#deps.db, (trx) => this.#merge(trx, number, points));
  }

  /** Adds missing points and applies the policies to existing points. */
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
    const kept = { name, wave, score, from: null, products: before.products, status, waitsForSeed: false };
    const { spectrum, atmosphere } = this.#config;
    const isMissing = spectrum.enabled && missingProducts(this.#config, before.products).length > 0;
    // A resumed run has already prepared its points, so no converged result is reset. New products are computed.
    if (before.run === this.#workflow.run) {
      if (isMissing && status === 'converged') return { ...kept, from: 'spectrum', status: 'queued' };
      return { ...kept, waitsForSeed: this.#waits(before) };
    }
    const progress = {
      status,
      atmosphereDone: before.atmosphere_done,
      spectrumDone: before.spectrum_done && !isMissing,
    };
    const preparation = preparePoint(progress, this.#config);
    if (preparation.keep) return kept;
    const { from } = preparation;
    const waitsForSeed = needsSeed(from, atmosphere.strategies);
    // Only missing products are computed, unless the policy requires all products.
    const products = from === 'atmosphere' ? null : spectrum.policy === 'force_recompute' ? [] : before.products;
    return { name, wave, score, from, products, status: waitsForSeed ? 'pending' : 'queued', waitsForSeed };
  }

  /**
   * Returns whether a point waits for seeds. A restored point waits again, because it was not offered new seeds while
   * it was retired.
   */
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
