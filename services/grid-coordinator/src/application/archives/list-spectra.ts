import { createHash } from 'node:crypto';
import { UnreadableSpectrumError } from '@almagest/engine-text';
import type { ArchivedArtifact, ArchivedPoint, GridPointParams } from '@almagest/contracts/grid';
import type { ArtifactStore } from '../../files/artifact-store.ts';
import { describeSpectrum, fitsOfSpectrum, type SpectrumSource } from '../../files/archive/fits-spectrum.ts';
import { fitsSize } from '../../files/archive/fits-table.ts';
import type { Spool } from '../../files/archive/spool.ts';
import { paramsOf } from '../../persistence/points/point-repository.ts';
import { EntryList, type ListedFile } from './entry-list.ts';

/** The row files of an export. Both are sorted by point name. */
interface RowLines {
  readonly artifacts: AsyncIterable<string>;
  readonly points: AsyncIterable<string>;
}

/**
 * Lists the spectra among the artifacts as FITS files. Each is read here for its size and hash, and again when it is
 * sent. Also returns how many were unreadable, because they were not text with two columns.
 */
export async function listSpectra(
  artifacts: ArtifactStore,
  spool: Spool,
  rows: RowLines,
): Promise<{ readonly list: EntryList; readonly unreadable: number }> {
  const list = new EntryList(spool, 'list-of-spectra');
  const points = rows.points[Symbol.asyncIterator]();
  let point: (ArchivedPoint & GridPointParams) | undefined;
  let unreadable = 0;
  for await (const line of rows.artifacts) {
    const artifact = JSON.parse(line) as ArchivedArtifact & { readonly kind: string };
    if (artifact.kind !== 'spectrum') continue;
    const { point_name: name, task_id: taskId, path, sha256 } = artifact;
    while (point?.name !== name) {
      const next = await points.next();
      if (next.done === true) throw new Error(`the export contains artifacts of point ${name}, but not the point`);
      point = JSON.parse(next.value) as ArchivedPoint & GridPointParams;
    }
    const file = artifacts.contents.pathOf(sha256);
    const listed = await fitsFileOf({ file, sha256, point: name, params: paramsOf(point), taskId, path }, artifact);
    if (listed === undefined) unreadable += 1;
    else list.add(listed);
  }
  list.finish();
  return { list, unreadable };
}

async function fitsFileOf(source: SpectrumSource, { stored_at }: ArchivedArtifact): Promise<ListedFile | undefined> {
  try {
    const table = await describeSpectrum(source);
    const digest = createHash('sha256');
    for await (const piece of fitsOfSpectrum(source, table)) digest.update(piece);
    return {
      path: `data/spectra/${source.point}/${source.taskId}/${source.path}.fits`,
      sizeBytes: fitsSize(table),
      sha256: digest.digest('hex'),
      mtimeSec: Math.floor(Date.parse(stored_at) / 1_000),
      from: { spectrum: source, table },
    };
  } catch (error) {
    if (error instanceof UnreadableSpectrumError) return undefined;
    throw error;
  }
}
