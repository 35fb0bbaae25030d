import { BagReader, DamagedArchiveError } from '@almagest/bagit-archive';
import type { ArchivedCount, ArchivedModel, ArchivedWorkflow } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { outageOf } from '@almagest/service-kit/outage';
import { Refusal } from '@almagest/service-kit/refusal';
import type { WorkflowConfig } from '../../domain/workflows/workflow-config.ts';
import type { ImportStore } from '../../files/archive/import-store.ts';
import type { SeedStore } from '../../files/seed-store.ts';
import {
  findImport,
  type ImportRow,
  lockWaitingImport,
  markDone,
  markRefused,
  markStored,
  recordFault,
  reserveImport,
  touchImport,
} from '../../persistence/archives/archive-import-repository.ts';
import { ArchiveWriter, UnfitColumnError } from '../../persistence/archives/archive-rows-repository.ts';
import { sumTakenBytes } from '../../persistence/artifacts/artifact-counts.ts';
import { lockQuota } from '../../persistence/artifacts/artifact-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { enterImportedModels } from '../../persistence/models/imported-model-repository.ts';
import { findWorkflow, isBeingPurged, lockWorkflow } from '../../persistence/workflows/workflow-repository.ts';
import { rejectImported } from '../judgements/reject-imported.ts';
import { purgeDeleted, type PurgeDeps } from '../service/purge-deleted.ts';
import { parseConfig } from '../workflows/parse-config.ts';
import { checkArchive } from './check-archive.ts';
import { inBatches } from './in-batches.ts';
import { placeFiles, type PlacedArchive } from './place-archive-files.ts';
import { archivedRows, readArchivedWorkflow } from './read-archive.ts';

export interface ImportArchiveDeps extends PurgeDeps {
  readonly seeds: SeedStore;
  readonly imports: ImportStore;
  readonly maxGridPoints: number;
  readonly maxArtifactBytes: number;
  readonly onWorkflowChange: (name: string) => void;
  readonly requestRelease: () => void;
}

/**
 * Stores an uploaded archive. First checks all hashes, paths and row shapes. Then moves the files to their final places
 * and creates the workflow with all its rows in one transaction. Models become seeds afterwards, in small transactions,
 * so that reports don't wait long for locked rows.
 *
 * Safe to repeat after an interruption, or to run in two processes: files are stored by content, and a second
 * transaction finds nothing to do. After a fault, retries for about a day and shows the fault during that time.
 */
export async function importArchive(deps: ImportArchiveDeps, sha256: string): Promise<void> {
  const { db, imports } = deps;
  const row = await findImport(db, sha256);
  if (row?.status !== 'waiting' && row?.status !== 'stored') return;
  // Keeps the sweep from enqueuing another run while this process works on the import.
  await touchImport(db, sha256);
  const touching = setInterval(() => void touchImport(db, sha256).catch(() => undefined), TOUCH_EVERY_MS);
  try {
    if (row.status === 'waiting') await storeOrRefuse(deps, row);
    await enterModels(deps, sha256);
  } catch (error) {
    // Recording fails too if the database is unavailable.
    await recordFault(db, sha256, inWords(error)).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(touching);
  }
  await imports.remove(sha256);
}

const TOUCH_EVERY_MS = 10_000;

/** The number of models that become seeds in one transaction. Each transaction takes a few milliseconds. */
const ENTERED_TOGETHER = 100;

/**
 * Turns the models of a stored import into seeds. Does nothing if the import is not stored, or if another process has
 * finished it.
 */
async function enterModels({ db, onWorkflowChange, requestRelease }: ImportArchiveDeps, sha256: string): Promise<void> {
  const row = await findImport(db, sha256);
  if (row?.status !== 'stored' || row.workflow_id === null || row.workflow_name === null) return;
  const { workflow_id: workflowId, workflow_name: workflowName } = row;
  onWorkflowChange(workflowName);
  const enterSome = (trx: Tx) => enter(trx, workflowId);
  while (await inTransaction(db, enterSome));
  await markDone(db, sha256);
  onWorkflowChange(workflowName);
  requestRelease();
}

/** Locks the workflow before its models, as judgements do. Returns whether there were any models left. */
async function enter(trx: Tx, workflowId: number): Promise<boolean> {
  await lockWorkflow(trx, workflowId);
  const names = await enterImportedModels(trx, workflowId, ENTERED_TOGETHER);
  await rejectImported(trx, workflowId, names);
  return names.length > 0;
}

async function storeOrRefuse(deps: ImportArchiveDeps, row: ImportRow): Promise<void> {
  const { sha256 } = row;
  try {
    await store(deps, sha256);
  } catch (error) {
    const reason = reasonOf(error) ?? reasonToGiveUp(row, error);
    if (reason === undefined) throw error;
    deps.log.warn({ sha256, reason }, 'refused an archive and stored nothing from it');
    await markRefused(deps.db, sha256, reason);
  }
}

/** The number of failed attempts after which an import is given up. The attempts span about 24 hours. */
const MOST_FAILED_TRIES = 30;

/**
 * Returns why the import is given up, or undefined if another attempt follows. Without a limit, the archive would
 * occupy the disk forever.
 */
function reasonToGiveUp({ failed_tries }: ImportRow, error: unknown): string | undefined {
  const tries = failed_tries + 1;
  return tries < MOST_FAILED_TRIES
    ? undefined
    : `given up after ${tries} attempts. The last attempt failed with: ${inWords(error)}`;
}

function inWords(error: unknown): string {
  return outageOf(error)?.condition ?? (error as Error).message;
}

/** Creates the workflow, unless another process has already created it. */
async function store(deps: ImportArchiveDeps, sha256: string): Promise<void> {
  const { db, imports } = deps;
  if ((await imports.hashOf(sha256)) !== sha256)
    throw new DamagedArchiveError(
      'the SHA-256 of the uploaded archive does not match the announced SHA-256: upload it again',
    );
  const bag = new BagReader(imports.pathOf(sha256));
  const artifactBytes = await checkArchive(db, bag);
  const workflow = await readArchivedWorkflow(bag);
  const config = configOf(workflow, deps.maxGridPoints);
  await refuseKnown(db, workflow.name);
  const workflowId = await inTransaction(db, (trx) => reserve(trx, deps, { sha256, artifactBytes }));
  if (workflowId === undefined) return;
  const placed = await placeFiles(deps, bag, { workflowId, workflowName: workflow.name });
  // Attempts keep their ids, so the attempts of a deleted workflow with the same grid must be purged first. The purge
  // job may be queued after this job, so this job does the purge.
  while (await isBeingPurged(db, workflow.name)) await purgeDeleted(deps);
  await inTransaction(db, async (trx) => {
    const waiting = await lockWaitingImport(trx, sha256);
    if (waiting === undefined) return;
    await refuseKnown(trx, workflow.name);
    const message = await writeRows(trx, bag, { workflow, config, workflowId, placed });
    await markStored(trx, sha256, { workflowName: workflow.name, message });
  });
}

/**
 * Reserves part of the quota for the artifacts. Returns undefined if another process has already stored the archive.
 */
async function reserve(
  trx: Tx,
  { maxArtifactBytes }: ImportArchiveDeps,
  { sha256, artifactBytes }: { readonly sha256: string; readonly artifactBytes: number },
): Promise<number | undefined> {
  await lockQuota(trx);
  const left = Math.max(0, maxArtifactBytes - (await sumTakenBytes(trx, { sha256 })));
  if (artifactBytes > left)
    throw new Refusal(
      'too_large',
      `the artifacts of the archive have ${artifactBytes} bytes, but MAX_ARTIFACT_BYTES (${maxArtifactBytes}) ` +
        `leaves only ${left}. Raise MAX_ARTIFACT_BYTES or delete workflows, then import the archive again`,
    );
  return await reserveImport(trx, sha256, artifactBytes);
}

/** Returns the configuration of the run, or null for a workflow that was never started. */
function configOf({ config_yaml, run }: ArchivedWorkflow, maxGridPoints: number): WorkflowConfig | null {
  if (config_yaml === '') {
    if (run > 0) throw new DamagedArchiveError('the workflow was started but has no configuration');
    return null;
  }
  const config = parseConfig(config_yaml, maxGridPoints);
  return run > 0 ? config : null;
}

async function refuseKnown(db: Db, name: string): Promise<void> {
  if ((await findWorkflow(db, name)) !== undefined)
    throw new Refusal('conflict', `workflow ${name} already exists: delete it, or use another installation`);
}

interface NewWorkflow {
  readonly workflow: ArchivedWorkflow;
  readonly config: WorkflowConfig | null;
  readonly workflowId: number;
  readonly placed: PlacedArchive;
}

/** Writes all rows. Models come first, because attempts refer to them. Returns a description of the stored rows. */
async function writeRows(
  trx: Tx,
  bag: BagReader,
  { workflow, config, workflowId, placed }: NewWorkflow,
): Promise<string> {
  const writer = await ArchiveWriter.open(trx, workflowId);
  await writer.workflow(workflow, config);
  const sameLineage = (a: ArchivedModel, b: ArchivedModel) => a.lineage === b.lineage;
  const models = await inBatches(
    archivedRows.models(bag),
    async (batch) => {
      for (const model of batch) refuseUnfit(placed, model);
      await writer.models(batch);
    },
    sameLineage,
  );
  const attempts = await inBatches(archivedRows.attempts(bag), (batch) => writer.attempts(batch));
  const points = await inBatches(archivedRows.points(bag), (batch) => writer.points(batch));
  const artifacts = await inBatches(archivedRows.artifacts(bag), (batch) => writer.artifacts(batch));
  // Written one at a time, because each row holds a configuration.
  await inBatches(
    archivedRows.starts(bag),
    (batch) => writer.kept('workflow_start', batch),
    () => false,
  );
  const judgements = await inBatches(archivedRows.judgements(bag), (batch) => writer.kept('judgement', batch));
  const second = await inBatches(archivedRows.reproductions(bag), (batch) => writer.kept('reproduction', batch));
  await inBatches(archivedRows.counts(bag), (batch) => writeCounts(writer, batch), sameTable);
  await writer.counts();
  const rows = `${points} points, ${attempts} attempts, ${models} models, ${judgements} judgements, ${second} reproductions`;
  return `${rows}, ${placed.records} records and ${artifacts} artifacts`;
}

const sameTable = (a: ArchivedCount, b: ArchivedCount) => a.table === b.table;

async function writeCounts(writer: ArchiveWriter, batch: readonly ArchivedCount[]): Promise<void> {
  const [first] = batch;
  if (first !== undefined)
    await writer.kept(
      first.table,
      batch.map(({ row }) => row),
    );
}

function refuseUnfit({ unfit }: PlacedArchive, { name, sha256, fit }: ArchivedModel): void {
  if (fit && unfit.has(`${name} ${sha256}`))
    throw new DamagedArchiveError(`the model ${sha256} of ${name} contains NaN or Inf, but its row says it is fit`);
}

/** Returns why an archive is refused, or undefined if the fault is temporary. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof DamagedArchiveError || error instanceof Refusal || error instanceof UnfitColumnError)
    return error.message;
  const { code, message } = error as { code?: unknown; message?: string };
  // PostgreSQL classes 22 (invalid value), 23 (violated constraint) and 54 (limit of an index or parser exceeded).
  if (typeof code === 'string' && /^(?:2[23]|54)[0-9A-Z]{3}$/.test(code))
    return `a row of the archive cannot be stored: ${message}`;
  return undefined;
}
