import { Refusal } from '@almagest/service-kit/refusal';
import { placesByName } from '../../domain/models/interpolation-error.ts';
import type { WeightedPoint } from '../../domain/models/interpolation.ts';
import { paramsOf } from '../../domain/points/extra-points.ts';
import { nameOfValues, type PointSet } from '../../domain/points/lattice.ts';
import {
  neighbourNames,
  neighbourPredictions,
  outlierResidual,
  surroundingPrediction,
} from '../../domain/models/outliers.ts';
import type { SeedStore } from '../../files/seed-store.ts';
import type { StructureReader } from '../../files/structure-reader.ts';
import type { Db } from '../../persistence/database.ts';
import {
  advancePass,
  findPass,
  finishPass,
  listCompared,
  listWithAtmosphere,
  removeResiduals,
  storeResiduals,
  type Residual,
} from '../../persistence/models/residual-repository.ts';
import { readRunConfig } from '../../persistence/workflows/workflow-repository.ts';
import { findPointModels, type PointModel } from './own-models.ts';

export interface MeasureDeps {
  readonly db: Db;
  readonly seeds: SeedStore;
  readonly structures: StructureReader;
  /** Enqueues another run of this job under a new id. */
  readonly requestResiduals: (workflowId: number, turn: number) => void;
}

/** Points whose neighbours and files are read together. */
const PAGE = 25;

/** After this time no new page is started. */
const TURN_MS = 5_000;

/** If the files of a page are larger than this together, they are read point by point. */
const MOST_BYTES = 64 * 1024 ** 2;

/**
 * Compares models with what their neighbours predict. Models that were already compared with the same neighbours are
 * not read again, so a second run is cheap.
 */
export class ResidualMeasurer {
  readonly #deps: MeasureDeps;
  readonly #running = new Set<number>();

  constructor(deps: MeasureDeps) {
    this.#deps = deps;
  }

  /** Does a bounded part of an open pass. Returns at once if this process is already doing so. */
  async run(workflowId: number): Promise<void> {
    if (this.#running.has(workflowId)) return;
    this.#running.add(workflowId);
    let again = false;
    try {
      again = await measureSome(this.#deps, workflowId);
    } finally {
      this.#running.delete(workflowId);
    }
    if (again) this.#deps.requestResiduals(workflowId, Date.now());
  }
}

/** Returns whether points are left. */
async function measureSome(deps: MeasureDeps, workflowId: number): Promise<boolean> {
  const { db } = deps;
  const pass = await findPass(db, workflowId);
  const config = await readRunConfig(db, workflowId);
  if (pass === undefined || pass.finished_at !== null || config === null) return false;
  const end = performance.now() + TURN_MS;
  let after = pass.after_name;
  while (performance.now() < end) {
    const names = await listWithAtmosphere(db, workflowId, { after, limit: PAGE });
    const owner = { workflowId, signature: config.signature };
    const { residuals, incomparable } = await measurePage(deps, owner, config, names);
    await storeResiduals(db, workflowId, residuals);
    await removeResiduals(db, workflowId, incomparable);
    const last = names.at(-1);
    if (last === undefined || names.length < PAGE) {
      await finishPass(db, workflowId, pass);
      return false;
    }
    await advancePass(db, workflowId, pass, last);
    after = last;
  }
  return true;
}

/** A model and its predictions. */
interface Comparison {
  readonly model: PointModel;
  readonly predictions: readonly (readonly WeightedPoint[])[];
  /** The models of its neighbours. */
  readonly neighbours: readonly PointModel[];
}

interface MeasuredPage {
  readonly residuals: Residual[];
  /** Points whose model is missing, or was rejected and not replaced. Their old residuals are obsolete. */
  readonly incomparable: string[];
}

async function measurePage(
  deps: MeasureDeps,
  owner: { readonly workflowId: number; readonly signature: string },
  points: PointSet,
  names: readonly string[],
): Promise<MeasuredPage> {
  const neighbourhoods = neighbourhoodsOf(points, new Set(names));
  const around = new Set([...neighbourhoods].flatMap(([name, { names: others }]) => [name, ...others]));
  const { models } = await findPointModels(deps, owner, [...around]);
  const comparisons = [...neighbourhoods].flatMap(([name, { predictionsFrom }]): Comparison[] => {
    const model = models.get(name);
    if (model === undefined) return [];
    const predictions = predictionsFrom((other) => models.has(other));
    const used = new Set(predictions.flat().map((point) => point.name));
    return [{ model, predictions, neighbours: [...used].flatMap((other) => models.get(other) ?? []) }];
  });
  const compared = await listCompared(deps.db, owner.workflowId, names);
  const changed = comparisons.filter(({ model, neighbours }) => {
    const before = compared.get(model.name);
    return before?.modelId !== model.id || String(before.neighbours) !== String(idsOf(neighbours));
  });
  const withModel = new Set(comparisons.map(({ model }) => model.name));
  return {
    residuals: await measureTogether(deps, changed),
    incomparable: names.filter((name) => !withModel.has(name)),
  };
}

/** The points that can predict a point, and the predictions that are possible with the models that exist. */
interface Neighbourhood {
  readonly names: readonly string[];
  readonly predictionsFrom: (has: (name: string) => boolean) => (readonly WeightedPoint[])[];
}

function neighbourhoodsOf({ grid, extraPoints }: PointSet, names: ReadonlySet<string>): Map<string, Neighbourhood> {
  const found = new Map<string, Neighbourhood>();
  for (const [name, place] of placesByName(grid, names))
    found.set(name, {
      names: neighbourNames(grid, place),
      predictionsFrom: (has) => neighbourPredictions(grid, place, has),
    });
  for (const point of extraPoints) {
    const name = nameOfValues(point);
    if (!names.has(name)) continue;
    const around = surroundingPrediction(grid, paramsOf(point)) ?? [];
    found.set(name, {
      names: around.map((other) => other.name),
      predictionsFrom: (has) => (around.length > 0 && around.every((other) => has(other.name)) ? [around] : []),
    });
  }
  return found;
}

function idsOf(models: readonly PointModel[]): number[] {
  return models.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Reads the files of several models together, or one by one if they are large or one cannot be read. */
async function measureTogether(deps: MeasureDeps, comparisons: readonly Comparison[]): Promise<Residual[]> {
  const files = [
    ...new Map(
      comparisons.flatMap(({ model, neighbours }) => [model, ...neighbours]).map((file) => [file.name, file]),
    ).values(),
  ];
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const alone = comparisons.length <= 1;
  if (!alone && bytes > MOST_BYTES) return await measureEach(deps, comparisons);
  const places = new Map(files.map(({ name }, place) => [name, place]));
  const predictions = comparisons.flatMap(({ model, predictions: all }) =>
    all.map((points) => ({
      of: places.get(model.name) ?? -1,
      from: points.map(({ name, weight }) => ({ file: places.get(name) ?? -1, weight })),
    })),
  );
  try {
    const { residuals } = await deps.structures.read({ files, blend: [], predictions });
    let next = 0;
    return comparisons.map((comparison) => {
      const own = residuals.slice(next, next + comparison.predictions.length);
      next += comparison.predictions.length;
      return residualOf(comparison, own, null);
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'conflict') throw error;
    return alone
      ? comparisons.map((comparison) => residualOf(comparison, [], error.message))
      : await measureEach(deps, comparisons);
  }
}

async function measureEach(deps: MeasureDeps, comparisons: readonly Comparison[]): Promise<Residual[]> {
  const residuals: Residual[] = [];
  for (const comparison of comparisons)
    for (const residual of await measureTogether(deps, [comparison])) residuals.push(residual);
  return residuals;
}

function residualOf(
  { model, neighbours }: Comparison,
  found: readonly (number | null)[],
  problem: string | null,
): Residual {
  const usable = found.filter((residual) => residual !== null);
  return {
    pointName: model.name,
    modelId: model.id,
    sha256: model.sha256,
    neighbours: idsOf(neighbours),
    residual: outlierResidual(usable),
    predictions: usable.length,
    problem: problem ?? (usable.length === 0 ? 'too few of its neighbours have comparable models' : null),
  };
}
