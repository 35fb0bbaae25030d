import { statusInWords } from '../../domain/points/rejected-point.ts';
import type { SeedStore } from '../../files/seed-store.ts';
import type { Db } from '../../persistence/database.ts';
import { findOwnModels, type ModelOwner } from '../../persistence/models/model-repository.ts';
import { listNamed, type ListedPoint } from '../../persistence/points/point-listing.ts';
import type { SizedFile } from './plan-interpolation.ts';

/** The current model of a point in its workflow. */
export interface PointModel extends SizedFile {
  readonly id: number;
}

export interface FoundModels {
  readonly models: ReadonlyMap<string, PointModel>;
  /** Maps each point without a usable model to the reason. */
  readonly missing: ReadonlyMap<string, string>;
}

/** Returns the models of a workflow's converged points, by name. */
export async function findPointModels(
  { db, seeds }: { readonly db: Db; readonly seeds: Pick<SeedStore, 'pathOf'> },
  owner: ModelOwner,
  names: readonly string[],
): Promise<FoundModels> {
  const [points, versions] = await Promise.all([
    listNamed(db, owner.workflowId, names),
    findOwnModels(db, owner, names, 'own'),
  ]);
  const statuses = new Map(points.map((point) => [point.name, point]));
  const fit = new Map(versions.filter((version) => version.fit).map((version) => [version.name, version]));
  const models = new Map<string, PointModel>();
  const missing = new Map<string, string>();
  for (const name of names) {
    const point = statuses.get(name);
    const version = fit.get(name);
    // A point that lacks only its spectrum has an atmosphere.
    if (point?.atmosphere_done !== true) missing.set(name, describe(point));
    else if (version === undefined) missing.set(name, 'no fit model is stored');
    else {
      const { id, sha256, sizeBytes } = version;
      models.set(name, { id, name, sha256, sizeBytes, path: seeds.pathOf(name, sha256) });
    }
  }
  return { models, missing };
}

function describe(point: ListedPoint | undefined): string {
  if (point === undefined) return 'not a point of the workflow';
  // A converged point without a converged atmosphere is computed again.
  return point.status === 'converged' ? 'to be computed again' : statusInWords(point);
}
