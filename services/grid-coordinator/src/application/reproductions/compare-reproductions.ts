import type { Difference, ModelDifference, QuantityDifference, SpectrumDifference } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import { disagrees } from '../../domain/reproductions/disagreement.ts';
import type { ArtifactStore } from '../../files/artifact-store.ts';
import type { SeedStore } from '../../files/seed-store.ts';
import type { StructureReader } from '../../files/structure-reader.ts';
import type { StructureFile } from '../../files/structure-request.ts';
import type { Db } from '../../persistence/database.ts';
import {
  listComparable,
  storeDifference,
  type ComparableReproduction,
} from '../../persistence/reproductions/reproduction-repository.ts';
import type { ComparedSpectrum } from '../../persistence/database.ts';

export interface CompareDeps {
  readonly db: Db;
  readonly seeds: Pick<SeedStore, 'pathOf'>;
  readonly artifacts: Pick<ArtifactStore, 'contents'>;
  readonly structures: Pick<StructureReader, 'differences'>;
}

/** The maximum number of reproductions in one run of the job. The sweep finds the remaining reproductions. */
const BATCH = 50;

/** Compares the results of reproductions with the stored results. Safe to run in two processes at the same time. */
export class ReproductionComparer {
  readonly #deps: CompareDeps;
  #running = false;

  constructor(deps: CompareDeps) {
    this.#deps = deps;
  }

  /**
   * Compares finished reproductions. Returns immediately if this process is already comparing, because the sweep
   * requests another run.
   */
  async run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      for (const reproduction of await listComparable(this.#deps.db, BATCH)) {
        const difference = await differenceOf(this.#deps, reproduction);
        await storeDifference(this.#deps.db, reproduction, difference, disagrees(difference));
      }
    } finally {
      this.#running = false;
    }
  }
}

async function differenceOf(deps: CompareDeps, reproduction: ComparableReproduction): Promise<Difference> {
  const problems: string[] = [];
  const model = await orProblem(problems, 'model', () => compareModel(deps, reproduction));
  const spectra: SpectrumDifference[] = [];
  const found = reproduction.found_spectra ?? [];
  const paired = new Set<ComparedSpectrum>();
  for (const before of reproduction.spectra) {
    const now = counterpartOf(before, reproduction.spectra, found);
    if (now !== undefined) paired.add(now);
    if (now === undefined) problems.push(`spectrum ${before.path}: the reproduction did not upload it`);
    else {
      const spectrum = await orProblem(problems, `spectrum ${before.path}`, () =>
        compareSpectrum(deps, reproduction.point_name, before, now),
      );
      if (spectrum !== null) spectra.push(spectrum);
    }
  }
  for (const one of found)
    if (!paired.has(one)) problems.push(`spectrum ${one.path}: the stored results do not contain it`);
  return { model, spectra, problems };
}

/**
 * Returns the reproduction's spectrum to compare with a stored spectrum: the spectrum with the same path and product,
 * else the only spectrum of that product. An engine that computes several products in one run may name their files
 * differently.
 */
function counterpartOf(
  before: ComparedSpectrum,
  stored: readonly ComparedSpectrum[],
  found: readonly ComparedSpectrum[],
): ComparedSpectrum | undefined {
  const same = found.find(({ path, product }) => path === before.path && product === before.product);
  if (same !== undefined) return same;
  const isOfProduct = ({ product }: ComparedSpectrum) => product !== null && product === before.product;
  const [only, ...others] = found.filter(isOfProduct);
  return others.length === 0 && stored.filter(isOfProduct).length === 1 ? only : undefined;
}

async function compareModel(
  { seeds, structures }: CompareDeps,
  { point_name: name, sha256, model_sha256: now }: ComparableReproduction,
): Promise<ModelDifference> {
  if (now === null) throw new Refusal('conflict', 'the reproduction did not upload it');
  const files = [sha256, now].map((version) => ({ name, path: seeds.pathOf(name, version), sha256: version }));
  return { identical: sha256 === now, quantities: await structures.differences('model', pairOf(files)) };
}

async function compareSpectrum(
  { artifacts, structures }: CompareDeps,
  name: string,
  { path, product, sha256 }: ComparedSpectrum,
  now: ComparedSpectrum,
): Promise<SpectrumDifference> {
  const files = [sha256, now.sha256].map((content) => ({
    name,
    path: artifacts.contents.pathOf(content),
    sha256: content,
  }));
  const quantities: QuantityDifference[] = await structures.differences('spectrum', pairOf(files));
  return { path, product, identical: sha256 === now.sha256, quantities };
}

function pairOf([one, other]: readonly StructureFile[]): readonly [StructureFile, StructureFile] {
  if (one === undefined || other === undefined) throw new Error('a comparison needs two files');
  return [one, other];
}

/** Returns null for files that cannot be compared, and adds the cause to the problems. */
async function orProblem<T>(problems: string[], what: string, compare: () => Promise<T>): Promise<T | null> {
  try {
    return await compare();
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'conflict') throw error;
    problems.push(`${what}: ${error.message}`);
    return null;
  }
}
