import { statusInWords } from '../../domain/points/rejected-point.ts';
import { SPECTRUM_KIND } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import type { ArtifactStore } from '../../files/artifact-store.ts';
import { listArtifactsOfModels, type ArtifactFilter } from '../../persistence/artifacts/artifact-listing.ts';
import type { Db } from '../../persistence/database.ts';
import { listNamed } from '../../persistence/points/point-listing.ts';
import type { FoundFiles, SizedFile } from './plan-interpolation.ts';

/**
 * Returns the artifacts of a kind that belong to the models of points, by point name. Includes points that still lack a
 * spectrum of another product.
 */
export async function findPointSpectra(
  { db, artifacts }: { readonly db: Db; readonly artifacts: Pick<ArtifactStore, 'contents'> },
  workflowId: number,
  names: readonly string[],
  filter: Pick<ArtifactFilter, 'product'> & { readonly kind: string },
): Promise<FoundFiles<SizedFile>> {
  const [points, listed] = await Promise.all([
    listNamed(db, workflowId, names),
    listArtifactsOfModels(db, workflowId, names, filter),
  ]);
  const found = new Map(points.map((point) => [point.name, point]));
  const files = new Map<string, SizedFile>();
  const missing = new Map<string, string>();
  for (const name of names) {
    const point = found.get(name);
    const own = listed.filter((artifact) => artifact.point_name === name);
    const [first, second] = own;
    if (point === undefined) missing.set(name, 'not a point of the workflow');
    else if (point.status !== 'converged' && (!point.atmosphere_done || first === undefined))
      missing.set(name, statusInWords(point));
    else if (first === undefined) missing.set(name, `no artifact of kind ${describe(filter)} is kept`);
    else if (second !== undefined)
      throw new Refusal(
        'malformed',
        `${name} has several artifacts of kind ${filter.kind}: ${own.map(({ path }) => path).join(', ')}. Choose one with \`product\``,
      );
    else {
      const { sha256, size_bytes: sizeBytes } = first;
      files.set(name, { name, sha256, sizeBytes, path: artifacts.contents.pathOf(sha256) });
    }
  }
  return { files, missing };
}

/**
 * Returns the spectra of these points by product, or by path without a product, and then by point name. Leaves out a
 * point with several spectra of one product.
 */
export async function listComparableSpectra(
  { db, artifacts }: { readonly db: Db; readonly artifacts: Pick<ArtifactStore, 'contents'> },
  workflowId: number,
  names: readonly string[],
): Promise<Map<string, ReadonlyMap<string, SizedFile>>> {
  const listed = await listArtifactsOfModels(db, workflowId, names, { kind: SPECTRUM_KIND });
  const found = new Map<string, ReadonlyMap<string, SizedFile>>();
  for (const [product, all] of Map.groupBy(listed, (artifact) => artifact.product ?? artifact.path)) {
    const files = new Map<string, SizedFile>();
    for (const [name, own] of Map.groupBy(all, (artifact) => artifact.point_name)) {
      const [first, second] = own;
      if (first === undefined || second !== undefined) continue;
      const { sha256, size_bytes: sizeBytes } = first;
      files.set(name, { name, sha256, sizeBytes, path: artifacts.contents.pathOf(sha256) });
    }
    found.set(product, files);
  }
  return found;
}

function describe({ kind, product }: { readonly kind: string; readonly product?: string | undefined }): string {
  return product === undefined ? kind : `${kind} and product ${product}`;
}
