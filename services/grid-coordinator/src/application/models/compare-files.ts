import { Refusal } from '@almagest/service-kit/refusal';
import type { WeightedPoint } from '../../domain/models/interpolation.ts';
import type { PlacedResidual } from '../../domain/models/part-residuals.ts';
import type { StructureReader } from '../../files/structure-reader.ts';
import type { ResidualRequest } from '../../files/structure-request.ts';
import type { SizedFile } from './plan-interpolation.ts';

/** A file, with the predictions with which it is compared. */
export interface FileComparison {
  readonly own: SizedFile;
  readonly predictions: readonly (readonly WeightedPoint[])[];
  /** The files of the points in the predictions, by point name. */
  readonly others: ReadonlyMap<string, SizedFile>;
}

export interface FileResiduals {
  /** For each prediction, the residuals of the parts that could be compared. */
  readonly predictions: readonly (readonly PlacedResidual[])[];
  /** The reason why the files could not be read. */
  readonly problem: string | null;
}

/**
 * If the total size of the files of several comparisons is larger than this, the comparisons are made one at a time.
 */
const MOST_BYTES = 64 * 1024 ** 2;

/**
 * Compares files with their predictions: together, or one by one if the files are large or one of them cannot be read.
 */
export async function compareFiles(
  structures: Pick<StructureReader, 'residuals'>,
  of: Pick<ResidualRequest, 'content' | 'product'>,
  comparisons: readonly FileComparison[],
): Promise<FileResiduals[]> {
  if (comparisons.length === 0) return [];
  const files = [
    ...new Map(
      comparisons.flatMap(({ own, others }) => [own, ...others.values()]).map((file) => [file.name, file]),
    ).values(),
  ];
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const alone = comparisons.length === 1;
  if (!alone && bytes > MOST_BYTES) return await compareEach(structures, of, comparisons);
  const places = new Map(files.map(({ name }, place) => [name, place]));
  const predictions = comparisons.flatMap(({ own, predictions: all }) =>
    all.map((points) => ({
      of: places.get(own.name) ?? -1,
      from: points.map(({ name, weight }) => ({ file: places.get(name) ?? -1, weight })),
    })),
  );
  try {
    const found = await structures.residuals({ ...of, files, predictions });
    let next = 0;
    return comparisons.map(({ predictions: { length } }) => {
      next += length;
      return { predictions: found.slice(next - length, next), problem: null };
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'conflict') throw error;
    return alone ? [{ predictions: [], problem: error.message }] : await compareEach(structures, of, comparisons);
  }
}

async function compareEach(
  structures: Pick<StructureReader, 'residuals'>,
  of: Pick<ResidualRequest, 'content' | 'product'>,
  comparisons: readonly FileComparison[],
): Promise<FileResiduals[]> {
  const found: FileResiduals[] = [];
  for (const comparison of comparisons)
    for (const residuals of await compareFiles(structures, of, [comparison])) found.push(residuals);
  return found;
}
