import { Readable } from 'node:stream';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { ruleWithSettings, triedInVain } from '../../domain/tasks/failure-rules.ts';
import { NEAR_ENOUGH, seedBlend, seedNeighbours } from '../../domain/seeds/interpolated-seed.ts';
import type { WeightedPoint } from '../../domain/models/interpolation.ts';
import { PointLines } from '../../domain/points/point-lines.ts';
import { sameClass } from '../../domain/seeds/seed-distance.ts';
import type { SeedStore } from '../../files/seed-store.ts';
import type { StructureReader } from '../../files/structure-reader.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { findPointState, lockPoints, type PointState } from '../../persistence/points/point-repository.ts';
import {
  dropWantedSeed,
  listWantedSeeds,
  storeInterpolated,
  storePreparedSeed,
  type InterpolatedStructure,
  type SeedOrder,
} from '../../persistence/seeds/prepared-seed-repository.ts';
import { listTriedStructures } from '../../persistence/seeds/tried-seeds.ts';
import {
  findWorkflowState,
  lockWorkflow,
  type WorkflowState,
} from '../../persistence/workflows/workflow-repository.ts';
import { findPointModels, type PointModel } from '../models/own-models.ts';
import { MOST_BYTES } from '../models/plan-interpolation.ts';
import type { RunConfig, RunConfigs } from '../run-configs.ts';
import { OutcomeRecorder } from '../tasks/outcome-recorder.ts';

export interface PrepareDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  readonly seeds: SeedStore;
  readonly structures: Pick<StructureReader, 'read'>;
  /** Enqueues another run of this job under a new id. */
  readonly requestSeeds: (turn: number) => void;
}

/** The number of orders read together. */
const PAGE = 50;

/** After this time, no new seed is started. The next run prepares the remaining seeds, after other waiting jobs. */
const TURN_MS = 5_000;

/**
 * Interpolates the seeds of points that claims have set aside, and queues these points again. A point that is prepared
 * twice, by two processes or after a crash, gets the same structure.
 */
export class SeedPreparer {
  readonly #deps: PrepareDeps;
  #isRunning = false;

  constructor(deps: PrepareDeps) {
    this.#deps = deps;
  }

  /** Does a bounded amount of work. Returns immediately if this process is already preparing seeds. */
  async run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    let again = false;
    try {
      again = await prepareSome(this.#deps);
    } finally {
      this.#isRunning = false;
    }
    if (again) this.#deps.requestSeeds(Date.now());
  }
}

/** Returns whether orders are left. Includes orders that arrive during the run. */
async function prepareSome(deps: PrepareDeps): Promise<boolean> {
  const end = performance.now() + TURN_MS;
  for (let after: SeedOrder | undefined; ;) {
    const orders = await listWantedSeeds(deps.db, after, PAGE);
    for (const order of orders) {
      if (performance.now() > end) return true;
      await prepare(deps, order);
    }
    after = orders.at(-1);
    if (after === undefined) return false;
  }
}

/**
 * The start of a seed step: an interpolated structure stored as a file, or the nearest model and the reason for using
 * it.
 */
type Found = { readonly structure: InterpolatedStructure } | { readonly nearest: string };

async function prepare(deps: PrepareDeps, order: SeedOrder): Promise<void> {
  const { db, configs } = deps;
  const workflow = await findWorkflowState(db, order.workflowId);
  const point = await findPointState(db, order.workflowId, order.name);
  if (workflow === undefined || point === undefined || !isOpen(point, order)) return await dropWantedSeed(db, order);
  const config = await configs.of(db, workflow);
  const found = await findSeed(deps, { workflow, point, config });
  await inTransaction(db, (trx) => store(trx, configs, order, found));
}

/** Returns whether the attempt for which the seed was ordered is still due. */
function isOpen({ status, run, attempts }: PointState, order: SeedOrder): boolean {
  return (status === 'pending' || status === 'queued') && run === order.run && attempts === order.attempts;
}

/**
 * Stores the seed and queues the point. If the point has been queued or held back in the meantime, only stores the
 * seed. The point's next claim uses the seed.
 */
async function store(trx: Tx, configs: RunConfigs, order: SeedOrder, found: Found): Promise<void> {
  const workflow = await lockWorkflow(trx, order.workflowId);
  const [point] = await lockPoints(trx, [order]);
  if (workflow === undefined || point === undefined || !isOpen(point, order)) return await dropWantedSeed(trx, order);
  const modelId = 'structure' in found ? await storeInterpolated(trx, found.structure) : undefined;
  const stored = await storePreparedSeed(
    trx,
    order,
    modelId === undefined
      ? { status: 'nearest', reason: 'nearest' in found ? found.nearest : 'the interpolated structure was rejected' }
      : { status: 'interpolated', modelId },
  );
  if (!stored || point.status !== 'pending' || point.held) return;
  const recorder = new OutcomeRecorder(trx);
  recorder.release(point, await configs.of(trx, workflow));
  await recorder.store();
}

interface SeedRequest {
  readonly workflow: WorkflowState;
  readonly point: PointState;
  readonly config: RunConfig;
}

const NOT_BETWEEN = 'no axis has models on both sides of the point, and not all points around it have a model';

/**
 * Chooses between an interpolated seed and the nearest model, given the workflow's current models
 * (docs/decisions/0049).
 */
async function findSeed(deps: PrepareDeps, request: SeedRequest): Promise<Found> {
  const { point, config, workflow } = request;
  const reach = config.difficulty.maxSeedDistance;
  const [nearest] = await inTransaction(deps.db, (trx) => new OutcomeRecorder(trx).seedsFor(point, config, reach));
  if (nearest !== undefined && nearest.distance <= NEAR_ENOUGH)
    return { nearest: `${nearest.name} is only ${nearest.distance.toFixed(2)} grid steps away` };
  const lines = new PointLines(config);
  const values = lines.valuesOf(point.name);
  if (values === undefined) return { nearest: 'the configuration of this run does not name the point' };
  const neighbours = seedNeighbours(lines, values)
    .filter(({ params }) => sameClass(params, point, config.difficulty))
    .map(({ name }) => name);
  const owner = { workflowId: workflow.id, signature: config.signature };
  const { models } = await findPointModels(deps, owner, neighbours);
  const blend = seedBlend(lines, values, (name) => models.has(name));
  if (blend === undefined) return { nearest: NOT_BETWEEN };
  try {
    return await interpolate(deps, request, { blend, models });
  } catch (error) {
    // A conflict comes from the files, which don't change, so retrying is useless.
    if (!(error instanceof Refusal) || error.kind !== 'conflict') throw error;
    return { nearest: error.message };
  }
}

/** Interpolates a structure and moves it to its final place. The sweep removes the file if it is never recorded. */
async function interpolate(
  { db, seeds, structures }: PrepareDeps,
  { workflow, point, config }: SeedRequest,
  { blend, models }: { readonly blend: readonly WeightedPoint[]; readonly models: ReadonlyMap<string, PointModel> },
): Promise<Found> {
  const files = blend.flatMap(({ name, weight }) => {
    const model = models.get(name);
    return model === undefined ? [] : [{ ...model, weight }];
  });
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes > MOST_BYTES)
    return { nearest: `the models around the point have ${bytes} bytes, more than ${MOST_BYTES}` };
  const { text } = await structures.read({
    files: files.map(({ name, path, sha256 }) => ({ name, path, sha256 })),
    blend: files.map(({ weight }, file) => ({ file, weight })),
    predictions: [],
  });
  const staged = await seeds.stage(Readable.from([Buffer.from(text ?? '')]), 'an interpolation');
  const { sha256, sizeBytes, fit } = staged;
  const tried = await listTriedStructures(db, { workflowId: workflow.id, name: point.name, run: point.run });
  const inVain = triedInVain(tried, ruleWithSettings(config.rules, point.next_rule)).includes(sha256);
  try {
    if (inVain) return { nearest: 'a structure between the same models was already tried' };
    if (!fit) return { nearest: 'the interpolated structure contains NaN or Inf' };
    await seeds.place(point.name, staged);
  } finally {
    staged.file.discard();
  }
  const parents = files
    .toSorted((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1))
    .map(({ id, weight }) => ({ id, weight }));
  const { id: workflowId, expansion } = workflow;
  const { name } = point;
  return { structure: { workflowId, expansion, name, signature: config.signature, sha256, sizeBytes, parents } };
}
