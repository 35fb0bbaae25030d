import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { BAG_DECLARATION, manifestLine, TAG_FILES } from '@almagest/bagit-archive';
import { API_VERSION } from '@almagest/contracts';
import type { ArchivedArtifact, PointSelection } from '@almagest/contracts/grid';
import type { Logger } from '@almagest/service-kit/log';
import type { ArtifactStore } from '../../files/artifact-store.ts';
import type { Diagnostics } from '../../files/diagnostics.ts';
import { Spool } from '../../files/archive/spool.ts';
import type { SeedStore } from '../../files/seed-store.ts';
import { inSnapshot, type ArchivedFile } from '../../persistence/archives/archive-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { archiveBytes, archiveEntries, type ByteRange, type PlacedEntry } from './archive-stream.ts';
import {
  ARTIFACT_ROWS,
  collectRows,
  POINT_ROWS,
  RECORD_OF_IMPORT,
  type CollectedRows,
  type WantedRecord,
} from './collect-rows.ts';
import { bagInfo, citation, crate, readme, type ArchivedRelease, type ArchiveFacts } from './documents.ts';
import { untilAborted, type PreparationLimit } from './preparation-limit.ts';
import { listSpectra } from './list-spectra.ts';
import { EntryList, writeInventory, writeManifest, type Inventory, type ListedFile } from './entry-list.ts';

export interface ExportDeps {
  readonly db: Db;
  readonly log: Logger;
  readonly dataDir: string;
  readonly seeds: SeedStore;
  readonly diagnostics: Diagnostics;
  readonly artifacts: ArtifactStore;
  readonly preparations: PreparationLimit;
}

export interface ExportRequest {
  readonly selection: PointSelection;
  /** Whether to add the spectra as FITS files. */
  readonly spectra: 'fits' | undefined;
  /** The release for which the archive is made. Its documents name the authors. */
  readonly release?: ArchivedRelease;
  readonly signal: AbortSignal;
}

/** An archive that is ready to be sent. The caller must close it. */
export interface PreparedExport {
  /** SHA-256 of everything that determines the bytes. It identifies the exported state. */
  readonly digest: string;
  readonly sizeBytes: number;
  /** The latest time in the rows, RFC 3339. */
  readonly asOf: string;
  readonly points: number;
  readonly bytes: (range: ByteRange) => AsyncGenerator<Buffer>;
  /** Yields the files with the position of their content in the archive. */
  readonly entries: () => AsyncGenerator<PlacedEntry>;
  readonly close: () => Promise<void>;
}

/** The number of digits of a model's SHA-256 in its file name, as in the store. */
const VERSION_DIGITS = 16;

/** The number of records that are read in parallel. */
const READERS = 32;

/**
 * Determines all bytes of an archive. Reads the rows in one snapshot. Then reads the records, because no row has their
 * hashes. Doesn't read models: their rows have size and hash, which are compared with the file when it is sent. Reads
 * spectra only if FITS files are requested.
 *
 * Refuses the export if this process is already preparing the maximum number of exports. Stops soon after `signal` is
 * aborted.
 */
export async function prepareExport(
  deps: ExportDeps,
  workflowName: string,
  request: ExportRequest,
): Promise<PreparedExport> {
  return await deps.preparations.run(() => prepare(deps, workflowName, request));
}

async function prepare(
  deps: ExportDeps,
  workflowName: string,
  { selection, spectra: wanted, signal, release }: ExportRequest,
): Promise<PreparedExport> {
  const spool = await Spool.create(deps.dataDir);
  try {
    const rows = await inSnapshot(deps.db, (trx) =>
      collectRows(trx, spool, { workflowName, filter: selection, signal }),
    );
    const lines = (name: string) => untilAborted(signal, spool.lines(name));
    const models = await listModels(deps, spool, lines(rows.modelFiles));
    const records = await listRecords(deps, spool, rows.workflow, lines(rows.wantedRecords));
    const artifacts = await listArtifacts(deps, spool, lines(ARTIFACT_ROWS));
    const spectra =
      wanted === undefined
        ? undefined
        : await listSpectra(deps.artifacts, spool, {
            artifacts: lines(ARTIFACT_ROWS),
            points: lines(POINT_ROWS),
            attempts: lines('attempts.jsonl'),
          });
    const facts: ArchiveFacts = {
      workflow: rows.workflow.name,
      description: rows.workflow.description,
      asOf: rows.asOf,
      softwareVersion: API_VERSION,
      selection,
      points: rows.points,
      converged: rows.converged,
      attempts: rows.attempts,
      models: models.files,
      records: records.files,
      artifacts: artifacts.files,
      spectra: spectra && { files: spectra.list.files, unreadable: spectra.unreadable },
      release,
    };
    const lists = [artifacts, models, records, ...(spectra === undefined ? [] : [spectra.list])];
    const inventory = await composeBag(spool, rows, facts, lists);
    await spool.detach([inventory.name, ...COMPOSED, ...[...rows.written.values()].map((file) => file.spool)]);
    return {
      digest: inventory.digest,
      sizeBytes: inventory.sizeBytes,
      asOf: rows.asOf,
      points: rows.points,
      bytes: (range) => archiveBytes(spool, inventory, range),
      entries: () => archiveEntries(spool, inventory),
      close: () => spool.close(),
    };
  } catch (error) {
    await spool.close();
    throw error;
  }
}

/** Lists the files of models. If the file of a model with NaN is lost, only its row is exported. */
async function listModels({ seeds, log }: ExportDeps, spool: Spool, lines: AsyncIterable<string>): Promise<EntryList> {
  const list = new EntryList(spool, 'list-of-models');
  for await (const line of lines) {
    const { name, sha256, size_bytes: sizeBytes, fit, stored_at } = JSON.parse(line) as ArchivedFile;
    const file = seeds.pathOf(name, sha256);
    if (!fit && (await stat(file).catch(() => undefined)) === undefined) {
      log.warn({ file }, 'the file of an unfit model is missing, so the export contains only its row');
      continue;
    }
    const path = `data/models/${name}/${sha256.slice(0, VERSION_DIGITS)}.7`;
    list.add({ path, sizeBytes, sha256, mtimeSec: secondsOf(stored_at), from: { file } });
  }
  list.finish();
  return list;
}

async function listRecords(
  { diagnostics, log }: ExportDeps,
  spool: Spool,
  { id: workflowId, name: workflowName }: CollectedRows['workflow'],
  lines: AsyncIterable<string>,
): Promise<EntryList> {
  const list = new EntryList(spool, 'list-of-records');
  let waiting: WantedRecord[] = [];
  const flush = async () => {
    const found = await Promise.all(
      waiting.map(async ({ point, name, mtime }) => {
        const file = diagnostics.pathOf({ workflowId, workflowName, pointName: point }, name);
        const content = await readFile(file).catch(ifMissing);
        if (content === undefined && name !== RECORD_OF_IMPORT)
          log.warn({ file }, 'the record of an attempt is missing, so the export leaves it out');
        return content && listedContent(`data/records/${point}/${name}.json`, content, secondsOf(mtime), { file });
      }),
    );
    for (const file of found) if (file !== undefined) list.add(file);
    waiting = [];
  };
  for await (const line of lines) {
    if (waiting.push(JSON.parse(line) as WantedRecord) === READERS) await flush();
  }
  await flush();
  list.finish();
  return list;
}

async function listArtifacts(
  { artifacts }: ExportDeps,
  spool: Spool,
  lines: AsyncIterable<string>,
): Promise<EntryList> {
  const list = new EntryList(spool, 'list-of-artifacts');
  for await (const line of lines) {
    const {
      point_name,
      task_id,
      path,
      sha256,
      size_bytes: sizeBytes,
      stored_at,
    } = JSON.parse(line) as ArchivedArtifact;
    const file = artifacts.contents.pathOf(sha256);
    const place = `data/artifacts/${point_name}/${task_id}/${path}`;
    list.add({ path: place, sizeBytes, sha256, mtimeSec: secondsOf(stored_at), from: { file } });
  }
  list.finish();
  return list;
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function listedContent(path: string, content: Buffer, mtimeSec: number, from: ListedFile['from']): ListedFile {
  return { path, sizeBytes: content.length, sha256: sha256Of(content), mtimeSec, from };
}

const MANIFEST = 'manifest';
const COMPOSED = [
  MANIFEST,
  'README.md',
  'CITATION.cff',
  'ro-crate-metadata.json',
  TAG_FILES.declaration,
  TAG_FILES.info,
  TAG_FILES.tagManifest,
];

/** Writes the documents and manifests, and puts all entries in order: tag files, documents, rows, files. */
async function composeBag(
  spool: Spool,
  rows: CollectedRows,
  facts: ArchiveFacts,
  lists: readonly EntryList[],
): Promise<Inventory> {
  const mtimeSec = secondsOf(facts.asOf);
  const write = (name: string, text: string, path = name): ListedFile => {
    const file = spool.begin(name);
    file.write(text);
    return { path, ...file.finish(), mtimeSec, from: { spool: name } };
  };
  const documents = [
    write('README.md', readme(facts), 'data/README.md'),
    write('CITATION.cff', citation(facts), 'data/CITATION.cff'),
    write('ro-crate-metadata.json', crate(facts), 'data/ro-crate-metadata.json'),
    ...[...rows.written].map(([path, { spool: name, ...content }]): ListedFile => {
      return { path: `data/${path}`, ...content, mtimeSec, from: { spool: name } };
    }),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const first = new EntryList(spool, 'list-of-documents');
  for (const document of documents) first.add(document);
  first.finish();
  const all = [first, ...lists];
  const names = all.map(({ name }) => name);
  const payload = {
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    files: all.reduce((sum, { files }) => sum + files, 0),
  };
  const declaration = write(TAG_FILES.declaration, BAG_DECLARATION);
  const info = write(TAG_FILES.info, bagInfo(facts, payload));
  const manifest: ListedFile = {
    path: TAG_FILES.manifest,
    ...(await writeManifest(spool, MANIFEST, names)),
    mtimeSec,
    from: { spool: MANIFEST },
  };
  const tags = [declaration, info, manifest];
  const tagManifest = write(TAG_FILES.tagManifest, tags.map(({ sha256, path }) => manifestLine(sha256, path)).join(''));
  return await writeInventory(spool, facts.workflow, [...tags, tagManifest], names);
}

function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function secondsOf(time: string): number {
  return Math.floor(Date.parse(time) / 1_000);
}
