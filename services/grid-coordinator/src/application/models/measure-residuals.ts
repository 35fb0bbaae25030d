import { createHash } from 'node:crypto';
import { placesByName } from '../../domain/models/interpolation-error.ts';
import type { WeightedPoint } from '../../domain/models/interpolation.ts';
import { paramsOf } from '../../domain/points/extra-points.ts';
import { nameOfValues, type PointSet } from '../../domain/points/lattice.ts';
import { neighbourNames, neighbourPredictions, surroundingPrediction } from '../../domain/models/outliers.ts';
import { bestParts } from '../../domain/models/part-residuals.ts';
import type { ArtifactStore } from '../../files/artifact-store.ts';
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
import { compareFiles, type FileComparison, type FileResiduals } from './compare-files.ts';
import { findPointModels, type PointModel } from './own-models.ts';
import { listComparableSpectra } from './own-spectra.ts';
import type { SizedFile } from './plan-interpolation.ts';

export interface MeasureDeps {
  readonly db: Db;
  readonly seeds: SeedStore;
  readonly artifacts: Pick<ArtifactStore, 'contents'>;
  readonly structures: StructureReader;
  /** Enqueues another run of this job under a new id. */
  readonly requestResiduals: (workflowId: number, turn: number) => void;
}

/** The number of points whose neighbours and files are read together. */
const PAGE = 25;

/** After this time, no new page is started. */
const TURN_MS = 5_000;

/**
 * Compares models with the predictions from their neighbours. Models that were already compared with the same
 * neighbours are not read again, so a second run is cheap.
 */
export class ResidualMeasurer {
  readonly #deps: MeasureDeps;
  readonly #running = new Set<number>();

  constructor(deps: MeasureDeps) {
    this.#deps = deps;
  }

  /** Does a bounded part of an open pass. Returns immediately if this process is already working on a pass. */
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

interface Comparison {
  readonly model: PointModel;
  readonly predictions: readonly (readonly WeightedPoint[])[];
  readonly neighbours: readonly PointModel[];
  /** The spectra of each product, with the predictions whose points all have a spectrum of this product. */
  readonly spectra: ReadonlyMap<string, FileComparison>;
}

interface MeasuredPage {
  readonly residuals: Residual[];
  /** Points whose model is missing, or whose model was rejected and not replaced. Their old residuals are obsolete. */
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
  const spectra = await listComparableSpectra(deps, owner.workflowId, [...models.keys()]);
  const comparisons = [...neighbourhoods].flatMap(([name, { predictionsFrom }]): Comparison[] => {
    const model = models.get(name);
    if (model === undefined) return [];
    const predictions = predictionsFrom((other) => models.has(other));
    const used = new Set(predictions.flat().map((point) => point.name));
    const neighbours = [...used].flatMap((other) => models.get(other) ?? []);
    return [{ model, predictions, neighbours, spectra: spectraOf(name, predictions, spectra) }];
  });
  const compared = await listCompared(deps.db, owner.workflowId, names);
  const changed = comparisons.filter(({ model, neighbours, spectra: own }) => {
    const before = compared.get(model.name);
    return (
      before?.modelId !== model.id ||
      String(before.neighbours) !== String(idsOf(neighbours)) ||
      before.spectra !== fingerprint(own)
    );
  });
  const withModel = new Set(comparisons.map(({ model }) => model.name));
  return {
    residuals: await measure(deps, changed),
    incomparable: names.filter((name) => !withModel.has(name)),
  };
}

function spectraOf(
  name: string,
  predictions: Comparison['predictions'],
  spectra: ReadonlyMap<string, ReadonlyMap<string, SizedFile>>,
): Map<string, FileComparison> {
  const found = new Map<string, FileComparison>();
  for (const [product, files] of spectra) {
    const own = files.get(name);
    const usable = predictions.filter((points) => points.every((point) => files.has(point.name)));
    if (own === undefined || usable.length === 0) continue;
    const used = new Set(usable.flat().map((point) => point.name));
    found.set(product, {
      own,
      predictions: usable,
      others: byName([...used].flatMap((other) => files.get(other) ?? [])),
    });
  }
  return found;
}

/** The points that can predict a point, and the predictions that are possible with the existing models. */
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

/** Compares the structures first, then the spectra of each product. */
async function measure({ structures }: MeasureDeps, comparisons: readonly Comparison[]): Promise<Residual[]> {
  const models = await compareFiles(
    structures,
    { content: 'model_residuals', product: null },
    comparisons.map(({ model, predictions, neighbours }) => ({ own: model, predictions, others: byName(neighbours) })),
  );
  const spectra = comparisons.map((): FileResiduals[] => []);
  for (const product of new Set(comparisons.flatMap((comparison) => [...comparison.spectra.keys()]))) {
    const having = [...comparisons.entries()].flatMap(([place, comparison]) => {
      const own = comparison.spectra.get(product);
      return own === undefined ? [] : [{ place, own }];
    });
    const found = await compareFiles(
      structures,
      { content: 'spectrum_residuals', product },
      having.map(({ own }) => own),
    );
    for (const [index, residuals] of found.entries()) spectra[having[index]?.place ?? -1]?.push(residuals);
  }
  return comparisons.map((comparison, place) =>
    residualOf(comparison, models[place] ?? { predictions: [], problem: null }, spectra[place] ?? []),
  );
}

function byName<F extends { readonly name: string }>(files: readonly F[]): Map<string, F> {
  return new Map(files.map((file) => [file.name, file]));
}

function residualOf(
  { model, neighbours, spectra }: Comparison,
  structure: FileResiduals,
  fluxes: readonly FileResiduals[],
): Residual {
  const usable = structure.predictions.filter((parts) => parts.length > 0);
  const parts = bestParts([structure, ...fluxes].flatMap(({ predictions }) => predictions));
  const problem = [structure, ...fluxes].find((files) => files.problem !== null)?.problem ?? null;
  return {
    pointName: model.name,
    modelId: model.id,
    sha256: model.sha256,
    neighbours: idsOf(neighbours),
    spectra: fingerprint(spectra),
    residual: parts.find(({ quantity }) => quantity === 'temperature' || quantity === 'all_positive')?.residual ?? null,
    parts,
    predictions: usable.length,
    problem: problem ?? (usable.length === 0 ? 'too few of its neighbours have comparable models' : null),
  };
}

/** Change this value if comparisons store different residuals, so that all comparisons are repeated. */
const COMPARISON = 'all places';

/** Returns a hash of the spectra of a comparison. The comparison is repeated only if this hash changes. */
function fingerprint(spectra: Comparison['spectra']): string {
  const hash = createHash('sha256').update(COMPARISON);
  for (const [product, { own, others }] of spectra)
    for (const { name, sha256 } of [own, ...others.values()]) hash.update(JSON.stringify([product, name, sha256]));
  return hash.digest('hex');
}
