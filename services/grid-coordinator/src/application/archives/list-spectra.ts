import { createHash } from 'node:crypto';
import { UnreadableSpectrumError } from '@almagest/engine-text';
import type { ArchivedArtifact, ArchivedAttempt, ArchivedPoint, GridPointParams } from '@almagest/contracts/grid';
import type { ArtifactStore } from '../../files/artifact-store.ts';
import { describeSpectrum, fitsOfSpectrum, type SpectrumSource } from '../../files/archive/fits-spectrum.ts';
import { fitsSize } from '../../files/archive/fits-table.ts';
import type { Spool } from '../../files/archive/spool.ts';
import { paramsOf } from '../../persistence/points/point-repository.ts';
import { EntryList, type ListedFile } from './entry-list.ts';

/** The row files of an export, sorted by point name. */
interface RowLines {
  readonly artifacts: AsyncIterable<string>;
  readonly points: AsyncIterable<string>;
  readonly attempts: AsyncIterable<string>;
}

/**
 * Lists the spectra among the artifacts as FITS files. Reads each spectrum to compute the size and hash of its FITS
 * file. Also returns the number of unreadable spectra, which are not text with two columns.
 */
export async function listSpectra(
  artifacts: ArtifactStore,
  spool: Spool,
  rows: RowLines,
): Promise<{ readonly list: EntryList; readonly unreadable: number }> {
  const list = new EntryList(spool, 'list-of-spectra');
  const points = rows.points[Symbol.asyncIterator]();
  const engines = new EnginesOfPoints(rows.attempts);
  const names = new Set<string>();
  let point: (ArchivedPoint & GridPointParams) | undefined;
  let unreadable = 0;
  for await (const line of rows.artifacts) {
    const artifact = JSON.parse(line) as ArchivedArtifact & { readonly kind: string };
    if (artifact.kind !== 'spectrum') continue;
    const { point_name: name, task_id: taskId, path, sha256, product } = artifact;
    while (point?.name !== name) {
      const next = await points.next();
      if (next.done === true) throw new Error(`the export contains artifacts of point ${name}, but not the point`);
      point = JSON.parse(next.value) as ArchivedPoint & GridPointParams;
      names.clear();
    }
    const file = artifacts.contents.pathOf(sha256);
    const engine = await engines.of(name, taskId);
    const source = { file, sha256, point: name, params: paramsOf(point), taskId, path, product, engine };
    const listed = await fitsFileOf(source, artifact, fitsName(names, taskId, path));
    if (listed === undefined) unreadable += 1;
    else list.add(listed);
  }
  list.finish();
  return { list, unreadable };
}

/**
 * Returns the name of a FITS file. If two texts differ only in their extensions, the second FITS name also contains the
 * extension of its text.
 */
function fitsName(taken: Set<string>, taskId: string, path: string): string {
  const short = `${taskId}/${path.replace(/\.[^./]+$/, '')}.fits`;
  const name = taken.has(short) ? `${taskId}/${path}.fits` : short;
  taken.add(name);
  return name;
}

/** Looks up the engines of attempts, point by point, in the order of the points' names. */
class EnginesOfPoints {
  readonly #attempts: AsyncIterator<string>;
  #next: ReportedAttempt | undefined;
  #point = '';
  #engines = new Map<string, SpectrumSource['engine']>();

  constructor(attempts: AsyncIterable<string>) {
    this.#attempts = attempts[Symbol.asyncIterator]();
  }

  async of(point: string, taskId: string): Promise<SpectrumSource['engine']> {
    if (point !== this.#point) await this.#moveTo(point);
    return this.#engines.get(taskId) ?? { name: null, version: null };
  }

  async #moveTo(point: string): Promise<void> {
    this.#point = point;
    this.#engines = new Map();
    this.#next ??= await this.#read();
    while (this.#next !== undefined && this.#next.point_name <= point) {
      const { id, point_name: of, engine_name: name = null, engine_version: version = null } = this.#next;
      if (of === point) this.#engines.set(id, { name, version });
      this.#next = await this.#read();
    }
  }

  async #read(): Promise<ReportedAttempt | undefined> {
    const line = await this.#attempts.next();
    return line.done === true ? undefined : (JSON.parse(line.value) as ReportedAttempt);
  }
}

type ReportedAttempt = ArchivedAttempt & {
  readonly engine_name?: string | null;
  readonly engine_version?: string | null;
};

async function fitsFileOf(
  source: SpectrumSource,
  { stored_at }: ArchivedArtifact,
  name: string,
): Promise<ListedFile | undefined> {
  try {
    const table = await describeSpectrum(source);
    const digest = createHash('sha256');
    for await (const piece of fitsOfSpectrum(source, table)) digest.update(piece);
    return {
      path: `data/spectra/${source.point}/${name}`,
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
