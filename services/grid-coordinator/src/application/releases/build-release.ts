import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { StagedFile } from '@almagest/durable-files';
import {
  AXES,
  SPECTRUM_KIND,
  type ArchivedPoint,
  type GridPointParams,
  type PartOfArchive,
  type ReleaseContent,
} from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import {
  releasedProducts,
  UnclearSpectrumError,
  type SpectrumInRelease,
} from '../../domain/releases/released-products.ts';
import { fitsHead, type FitsTable } from '../../files/archive/fits-table.ts';
import { listArtifactsOfModels } from '../../persistence/artifacts/artifact-listing.ts';
import {
  findBuilding,
  insertSpectra,
  lockBuilding,
  markFailed,
  markPublished,
  touchRelease,
  type ReleaseRow,
} from '../../persistence/releases/release-repository.ts';
import type { ReleaseSpectrum } from '../../domain/releases/release-spectrum.ts';
import { risingValues } from '../../domain/models/interpolation.ts';
import { readRunConfig } from '../../persistence/workflows/workflow-repository.ts';
import { requireWorkflow } from '../workflows/require-workflow.ts';
import type { PlacedEntry } from '../archives/archive-stream.ts';
import { prepareExport, type ExportDeps, type PreparedExport } from '../archives/prepare-export.ts';
import type { ReleaseDeps } from './manage-releases.ts';

export type BuildReleaseDeps = ExportDeps & ReleaseDeps;

const TOUCH_EVERY_MS = 10_000;

/** The number of rows written in one statement. */
const SPECTRA_TOGETHER = 1_000;

/** The number of points looked up in one statement. */
const POINTS_TOGETHER = 500;

/**
 * Writes the archive of a release and publishes it.
 *
 * Safe to repeat after an interruption, or to run in two processes: the archive is stored by its content, and a second
 * transaction finds nothing to do. If the state cannot be published, the release fails. After other faults, the sweep
 * tries again.
 */
export async function buildRelease(deps: BuildReleaseDeps, id: number): Promise<void> {
  const { db } = deps;
  const row = await findBuilding(db, id);
  if (row === undefined) return;
  const touching = setInterval(() => void touchRelease(db, id).catch(() => undefined), TOUCH_EVERY_MS);
  try {
    await touchRelease(db, id);
    await build(deps, row);
  } catch (error) {
    if (!(error instanceof UnclearSpectrumError || error instanceof Refusal) || isTemporary(error)) throw error;
    await markFailed(db, id, error.message);
  } finally {
    clearInterval(touching);
  }
}

function isTemporary(error: Error): boolean {
  return error instanceof Refusal && error.kind === 'unavailable';
}

async function build(deps: BuildReleaseDeps, row: ReleaseRow): Promise<void> {
  const { slug, version, metadata } = row;
  const { id } = await requireWorkflow(deps.db, row.workflow_name);
  if (id !== row.workflow_id)
    throw new Refusal(
      'conflict',
      `workflow ${row.workflow_name} was deleted and created again before its release was published`,
    );
  const archive = await prepareExport(deps, row.workflow_name, {
    selection: { status: 'converged' },
    spectra: 'fits',
    release: { slug, version, metadata },
    signal: new AbortController().signal,
  });
  try {
    if (archive.points === 0) throw new Refusal('conflict', 'no point of the workflow has converged');
    const sha256 = await store(deps, archive);
    const found = await describe(deps, row, archive, deps.releases.pathOf(sha256));
    const content: ReleaseContent = {
      archive_sha256: sha256,
      archive_bytes: archive.sizeBytes,
      points: archive.points,
      spectra: found.spectra.length,
      as_of: archive.asOf,
      axes: found.axes,
      lattice: await readLattice(deps, id),
      products: releasedProducts(found.described, metadata.wavelengths),
      points_csv: found.parts['points.csv'],
      points_parquet: found.parts['points.parquet'],
    };
    await inTransaction(deps.db, async (trx) => {
      if (!(await lockBuilding(trx, row.id))) return;
      for (let start = 0; start < found.spectra.length; start += SPECTRA_TOGETHER)
        await insertSpectra(trx, row.id, found.spectra.slice(start, start + SPECTRA_TOGETHER));
      await markPublished(trx, row.id, content);
    });
  } finally {
    await archive.close();
  }
}

/** Writes the archive durably. Returns its SHA-256. */
async function store({ dataDir, releases }: BuildReleaseDeps, archive: PreparedExport): Promise<string> {
  const file = new StagedFile(join(dataDir, 'staging'));
  try {
    const digest = createHash('sha256');
    for await (const bytes of archive.bytes({ first: 0, last: archive.sizeBytes - 1 })) {
      digest.update(bytes);
      file.write(bytes);
    }
    await file.finish();
    const sha256 = digest.digest('hex');
    await releases.place(file.path, sha256);
    return sha256;
  } catch (error) {
    file.discard();
    throw error;
  }
}

interface Described {
  readonly spectra: readonly ReleaseSpectrum[];
  readonly described: readonly SpectrumInRelease[];
  readonly axes: ReleaseContent['axes'];
  readonly parts: Readonly<Record<'points.csv' | 'points.parquet', PartOfArchive>>;
}

/** Reads the index of a stored archive. Returns the spectra of its models, its tables, and the values of its axes. */
async function describe(
  deps: BuildReleaseDeps,
  { workflow_id, workflow_name }: ReleaseRow,
  archive: PreparedExport,
  file: string,
): Promise<Described> {
  const entries = new Map<string, PlacedEntry>();
  const fits: PlacedEntry[] = [];
  for await (const entry of archive.entries()) {
    const path = entry.path.slice(workflow_name.length + 1);
    if ('spectrum' in entry.from) fits.push(entry);
    else entries.set(path, entry);
  }
  const part = (name: string): PartOfArchive => {
    const entry = entries.get(`data/${name}`);
    if (entry === undefined) throw new Error(`the archive has no data/${name}`);
    return { at: entry.at, bytes: entry.sizeBytes, sha256: entry.sha256 };
  };
  const wanted = await findWanted(deps, workflow_id, fits);
  for (const path of wanted)
    if (!entries.has(`data/artifacts/${path}`)) throw new Error(`${workflow_name} changed while it was being archived`);
  const described: SpectrumInRelease[] = [];
  const spectra: ReleaseSpectrum[] = [];
  const handle = await open(file);
  try {
    for (const entry of fits) {
      if (!('spectrum' in entry.from)) continue;
      const { spectrum, table } = entry.from;
      const { point, params, taskId, path, product, sha256 } = spectrum;
      const text = entries.get(`data/artifacts/${point}/${taskId}/${path}`);
      if (text === undefined || !wanted.has(`${point}/${taskId}/${path}`)) continue;
      const head = fitsHead(table).length;
      const last = head + (table.rows - 1) * 8 * table.columns.length;
      const [min, max] = [await readDouble(handle, entry.at + head), await readDouble(handle, entry.at + last)];
      described.push({ point, product, columns: columnsOf(table), min, max });
      spectra.push({
        number: spectra.length + 1,
        point_name: point,
        product,
        ...params,
        sha256,
        text_at: text.at,
        text_bytes: text.sizeBytes,
        fits_at: entry.at,
        fits_bytes: entry.sizeBytes,
        samples: table.rows,
        wave_min: min,
        wave_max: max,
      });
    }
  } finally {
    await handle.close();
  }
  return {
    spectra,
    described,
    axes: await readAxes(file, part('rows/points.jsonl')),
    parts: { 'points.csv': part('points.csv'), 'points.parquet': part('points.parquet') },
  };
}

function columnsOf({ columns }: FitsTable): SpectrumInRelease['columns'] {
  const [wavelength, flux] = columns;
  if (wavelength === undefined || flux === undefined) throw new Error('a spectrum has two columns');
  return [
    { quantity: wavelength.meaning, unit: wavelength.unit },
    { quantity: flux.meaning, unit: flux.unit },
  ];
}

/** Returns which of the spectra belong to the models of their points, as `<point>/<attempt>/<path>`. */
async function findWanted(
  { db }: BuildReleaseDeps,
  workflowId: number,
  fits: readonly PlacedEntry[],
): Promise<ReadonlySet<string>> {
  const points = [...new Set(fits.flatMap(({ from }) => ('spectrum' in from ? [from.spectrum.point] : [])))];
  const wanted = new Set<string>();
  for (let start = 0; start < points.length; start += POINTS_TOGETHER) {
    const found = await listArtifactsOfModels(db, workflowId, points.slice(start, start + POINTS_TOGETHER), {
      kind: SPECTRUM_KIND,
    });
    for (const { point_name, task_id, path } of found) wanted.add(`${point_name}/${task_id}/${path}`);
  }
  return wanted;
}

async function readLattice({ db }: BuildReleaseDeps, workflowId: number): Promise<ReleaseContent['lattice']> {
  const config = await readRunConfig(db, workflowId);
  if (config === null) throw new Error('a workflow with converged points was started');
  return Object.fromEntries(
    AXES.map((axis) => [axis, risingValues(config.grid, axis).map(({ text }) => text)]),
  ) as ReleaseContent['lattice'];
}

async function readDouble(file: Awaited<ReturnType<typeof open>>, position: number): Promise<number> {
  const bytes = Buffer.alloc(8);
  await file.read(bytes, 0, 8, position);
  return bytes.readDoubleBE();
}

async function readAxes(file: string, { at, bytes }: PartOfArchive): Promise<ReleaseContent['axes']> {
  const values = new Map(AXES.map((axis) => [axis, new Set<number>()]));
  const input = createReadStream(file, { start: at, end: at + bytes - 1 });
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    const point = JSON.parse(line) as ArchivedPoint & GridPointParams;
    for (const [axis, found] of values) found.add(point[axis]);
  }
  return Object.fromEntries(
    [...values].map(([axis, found]) => {
      const sorted = [...found].toSorted((a, b) => a - b);
      return [axis, { min: sorted[0], max: sorted.at(-1), values: sorted.length }];
    }),
  ) as ReleaseContent['axes'];
}
