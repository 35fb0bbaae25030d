import { type BagReader, DamagedArchiveError, type PayloadFile } from '@almagest/bagit-archive';
import {
  ArchivedArtifact,
  ArchivedAttempt,
  ArchivedCount,
  ArchivedJudgement,
  ArchivedModel,
  ArchivedPoint,
  ArchivedReproduction,
  ArchivedStart,
  ArchivedWorkflow,
  PointName,
} from '@almagest/contracts/grid';
import { compile, type Check } from '@almagest/contracts/validate';

/**
 * The maximum size of a workflow's document. Enough for a configuration of 2 MiB, escaped twice as JSON text inside
 * JSON, and the other fields.
 */
const MAX_WORKFLOW_BYTES = 16 * 1024 * 1024;
const MAX_ROW = 1024 * 1024;
/** The row of a start also holds a configuration. */
const MAX_START = MAX_WORKFLOW_BYTES;

const checkPointName = compile(PointName);

type RowKind = 'points' | 'attempts' | 'models' | 'artifacts' | 'starts' | 'judgements' | 'reproductions' | 'counts';

/** Archives of earlier versions have no such files. */
const ADDED_LATER: ReadonlySet<RowKind> = new Set(['starts', 'judgements', 'reproductions', 'counts']);

/** How an import uses a file of an archive. */
export type ArchivedContent =
  | { readonly kind: 'workflow' | RowKind }
  | { readonly kind: 'model'; readonly point: string; readonly version: string }
  | { readonly kind: 'record'; readonly point: string; readonly name: string }
  | { readonly kind: 'artifact'; readonly taskId: string }
  /** For people: tables and documents. */
  | { readonly kind: 'document' };

const DOCUMENTS: ReadonlySet<string> = new Set(
  `data/README.md data/CITATION.cff data/ro-crate-metadata.json data/configuration.yaml data/points.csv
  data/points.parquet data/attempts.csv data/attempts.parquet`.split(/\s+/),
);

const ROWS: ReadonlyMap<string, 'workflow' | RowKind> = new Map([
  ['data/rows/workflow.json', 'workflow'],
  ['data/rows/points.jsonl', 'points'],
  ['data/rows/attempts.jsonl', 'attempts'],
  ['data/rows/models.jsonl', 'models'],
  ['data/rows/artifacts.jsonl', 'artifacts'],
  ['data/rows/starts.jsonl', 'starts'],
  ['data/rows/judgements.jsonl', 'judgements'],
  ['data/rows/reproductions.jsonl', 'reproductions'],
  ['data/rows/counts.jsonl', 'counts'],
]);

const RECORD_NAME = /^(?:conv|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const TASK_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the kind of a payload file, which follows from its path. Refuses files that no export writes. */
export function contentOf({ path }: Pick<PayloadFile, 'path'>): ArchivedContent {
  const row = ROWS.get(path);
  if (row !== undefined) return { kind: row };
  if (DOCUMENTS.has(path)) return { kind: 'document' };
  const file = fileOfPoint(path);
  if (file === undefined) throw new DamagedArchiveError(`${path} does not belong in an archive of a grid`);
  return file;
}

/** Returns the kind of a file in a point's folder. Artifacts keep their paths inside the folder of their attempt. */
function fileOfPoint(path: string): ArchivedContent | undefined {
  const [, kind, point = '', file = '', more] = path.split('/');
  if (!checkPointName(point).ok) return undefined;
  if (more !== undefined) return TASK_ID.test(file) ? fileOfAttempt(kind, path, file) : undefined;
  const version = /^([0-9a-f]{16})\.7$/.exec(file)?.[1];
  if (kind === 'models' && version !== undefined) return { kind: 'model', point, version };
  const name = file.endsWith('.json') ? file.slice(0, -'.json'.length) : '';
  return kind === 'records' && RECORD_NAME.test(name) ? { kind: 'record', point, name } : undefined;
}

/**
 * Returns the kind of a file in an attempt's folder. Ignores FITS files, because they are made from artifacts that are
 * also in the archive.
 */
function fileOfAttempt(kind: string | undefined, path: string, taskId: string): ArchivedContent | undefined {
  if (kind === 'artifacts') return { kind: 'artifact', taskId };
  return kind === 'spectra' && path.endsWith('.fits') ? { kind: 'document' } : undefined;
}

export async function readArchivedWorkflow(bag: BagReader): Promise<ArchivedWorkflow> {
  for await (const file of fileOf(bag, 'workflow')) {
    const text = (await file.whole(MAX_WORKFLOW_BYTES)).toString('utf8');
    return parseRow(compile(ArchivedWorkflow), text, file.path);
  }
  throw new DamagedArchiveError('the archive has no data/rows/workflow.json');
}

const checks = {
  points: compile(ArchivedPoint),
  attempts: compile(ArchivedAttempt),
  models: compile(ArchivedModel),
  artifacts: compile(ArchivedArtifact),
  starts: compile(ArchivedStart),
  judgements: compile(ArchivedJudgement),
  reproductions: compile(ArchivedReproduction),
  counts: compile(ArchivedCount),
} as const;

/** Yields the rows of an archive in order. */
export const archivedRows = {
  points: (bag: BagReader) => rowsOf(bag, 'points', checks.points),
  attempts: (bag: BagReader) => rowsOf(bag, 'attempts', checks.attempts),
  models: (bag: BagReader) => rowsOf(bag, 'models', checks.models),
  artifacts: (bag: BagReader) => rowsOf(bag, 'artifacts', checks.artifacts),
  starts: (bag: BagReader) => rowsOf(bag, 'starts', checks.starts, MAX_START),
  judgements: (bag: BagReader) => rowsOf(bag, 'judgements', checks.judgements),
  reproductions: (bag: BagReader) => rowsOf(bag, 'reproductions', checks.reproductions),
  counts: (bag: BagReader) => rowsOf(bag, 'counts', checks.counts),
} as const;

/** Throws on a line that is too long, before the whole line is in memory. */
async function* rowsOf<Row>(bag: BagReader, kind: RowKind, check: Check<Row>, longest = MAX_ROW): AsyncGenerator<Row> {
  let found = false;
  for await (const file of fileOf(bag, kind)) {
    found = true;
    const decoder = new TextDecoder('utf-8');
    let rest = '';
    let number = 0;
    for await (const piece of file.contents()) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > longest) throw new DamagedArchiveError(`line ${number + 1} of ${file.path} is too long`);
      for (const line of lines) yield parseRow(check, line, `line ${(number += 1)} of ${file.path}`);
    }
    if (rest !== '') throw new DamagedArchiveError(`${file.path} ends in the middle of a line`);
  }
  if (!found && !ADDED_LATER.has(kind)) throw new DamagedArchiveError(`the archive has no data/rows/${kind}.jsonl`);
}

/** Yields the files of a kind. The content of a file can be read only until the next file is requested. */
export async function* filesOf(bag: BagReader, kind: ArchivedContent['kind']): AsyncGenerator<PayloadFile, undefined> {
  for await (const file of bag.payload()) if (contentOf(file).kind === kind) yield file;
  return undefined;
}

/** Yields the only file of a kind, then stops reading the archive. */
async function* fileOf(bag: BagReader, kind: ArchivedContent['kind']): AsyncGenerator<PayloadFile> {
  for await (const file of filesOf(bag, kind)) {
    yield file;
    return;
  }
}

/**
 * The maximum depth of a row. Valid rows have fewer levels. PostgreSQL and `JSON.stringify` run out of stack at a few
 * thousand levels.
 */
const MAX_DEPTH = 64;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function parseRow<Row>(check: Check<Row>, text: string, place: string): Row {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch (error) {
    throw new DamagedArchiveError(`${place} is not valid JSON`, { cause: error });
  }
  if (isDeeper(row, MAX_DEPTH)) throw new DamagedArchiveError(`${place} is nested deeper than ${MAX_DEPTH} levels`);
  const checked = check(row);
  if (!checked.ok) throw new DamagedArchiveError(`${place}: ${checked.fault}`);
  return checked.value;
}
