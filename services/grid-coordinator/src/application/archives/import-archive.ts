import { BagReader, DamagedArchive } from '@almagest/bagit-archive';
import type { ArchivedCount, ArchivedModel, ArchivedWorkflow } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { outageOf } from '@almagest/service-kit/outage';
import { Refusal } from '@almagest/service-kit/refusal';
import type { WorkflowConfig } from '../../domain/workflow-config.ts';
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
} from '../../persistence/archive-import-repository.ts';
import { ArchiveWriter, UnfitColumn } from '../../persistence/archive-rows-repository.ts';
import { sumTakenBytes } from '../../persistence/artifact-counts.ts';
import { lockQuota } from '../../persistence/artifact-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { enterImportedModels } from '../../persistence/imported-model-repository.ts';
import { findWorkflow, isBeingPurged, lockWorkflow } from '../../persistence/workflow-repository.ts';
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
 * Stores an archive that has arrived. Everything is checked before anything is written: every hash, every path, every
 * row's shape. Then the files get their places, and one transaction makes the workflow with all its rows. After it the
 * models become seeds, in small transactions: reports of the same points wait for those rows.
 *
 * May be run again after it was interrupted anywhere, and by two processes at once: files are stored by their content,
 * a second transaction finds nothing to do. After a fault it is tried again, for about a day, and tells the fault until then.
 */
export async function importArchive(deps: ImportArchiveDeps, sha256: string): Promise<void> {
  const { db, imports } = deps;
  const row = await findImport(db, sha256);
  if (row?.status !== 'waiting' && row?.status !== 'stored') return;
  // As long as a process works on it, the sweep enqueues no other run.
  await touchImport(db, sha256);
  const touching = setInterval(() => void touchImport(db, sha256).catch(() => undefined), TOUCH_EVERY_MS);
  try {
    if (row.status === 'waiting') await storeOrRefuse(deps, row);
    await enterModels(deps, sha256);
  } catch (error) {
    // While the database is away there is nothing to record it in.
    await recordFault(db, sha256, inWords(error)).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(touching);
  }
  await imports.remove(sha256);
}

const TOUCH_EVERY_MS = 10_000;

/** Models that become seeds in one transaction: some milliseconds. */
const ENTERED_TOGETHER = 100;

/** Does nothing to an import that is not stored, or that another process has brought to its end. */
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

/** Locks the workflow before its models, as judgements do. Returns whether any were left. */
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
    deps.log.warn({ sha256, reason }, 'an archive was refused; nothing of it was stored');
    await markRefused(deps.db, sha256, reason);
  }
}

/** With the waits between them, some 24 hours. */
const MOST_FAILED_TRIES = 30;

/** Set once a fault that might have passed has not: the archive would take up the disk for ever. */
function reasonToGiveUp({ failed_tries }: ImportRow, error: unknown): string | undefined {
  const tries = failed_tries + 1;
  return tries < MOST_FAILED_TRIES
    ? undefined
    : `given up after ${tries} tries, the last of which ended with: ${inWords(error)}`;
}

function inWords(error: unknown): string {
  return outageOf(error)?.condition ?? (error as Error).message;
}

/** Makes the workflow, unless another process was faster. */
async function store(deps: ImportArchiveDeps, sha256: string): Promise<void> {
  const { db, imports } = deps;
  if ((await imports.hashOf(sha256)) !== sha256)
    throw new DamagedArchive('what arrived does not have the SHA-256 that it was announced with; send it again');
  const bag = new BagReader(imports.pathOf(sha256));
  const artifactBytes = await checkArchive(db, bag);
  const workflow = await readArchivedWorkflow(bag);
  const config = configOf(workflow, deps.maxGridPoints);
  await refuseKnown(db, workflow.name);
  const workflowId = await inTransaction(db, (trx) => reserve(trx, deps, { sha256, artifactBytes }));
  if (workflowId === undefined) return;
  const placed = await placeFiles(deps, bag, { workflowId, workflowName: workflow.name });
  // Attempts keep their ids: those of a deleted workflow that was the same grid have to go first. The job that removes
  // them may wait behind this one, so this one does its work.
  while (await isBeingPurged(db, workflow.name)) await purgeDeleted(deps);
  await inTransaction(db, async (trx) => {
    const waiting = await lockWaitingImport(trx, sha256);
    if (waiting === undefined) return;
    await refuseKnown(trx, workflow.name);
    const message = await writeRows(trx, bag, { workflow, config, workflowId, placed });
    await markStored(trx, sha256, { workflowName: workflow.name, message });
  });
}

/** Takes the artifacts' part of the quota. Undefined if another process has stored the archive meanwhile. */
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
      `the artifacts of the archive have ${artifactBytes} bytes, and ${left} of the ${maxArtifactBytes} bytes of ` +
        'MAX_ARTIFACT_BYTES are left; raise it or delete workflows, and import the archive again',
    );
  return await reserveImport(trx, sha256, artifactBytes);
}

/** The configuration of the run; null of a workflow that was never started. */
function configOf({ config_yaml, run }: ArchivedWorkflow, maxGridPoints: number): WorkflowConfig | null {
  if (config_yaml === '') {
    if (run > 0) throw new DamagedArchive('the workflow was started but has no configuration');
    return null;
  }
  const config = parseConfig(config_yaml, maxGridPoints);
  return run > 0 ? config : null;
}

async function refuseKnown(db: Db, name: string): Promise<void> {
  if ((await findWorkflow(db, name)) !== undefined)
    throw new Refusal('conflict', `there is a workflow ${name} already; delete it or import the archive elsewhere`);
}

interface NewWorkflow {
  readonly workflow: ArchivedWorkflow;
  readonly config: WorkflowConfig | null;
  readonly workflowId: number;
  readonly placed: PlacedArchive;
}

/** Writes all rows. Models come first: attempts refer to them. Returns what was stored, in words. */
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
  // One at a time: each holds a configuration.
  await inBatches(
    archivedRows.starts(bag),
    (batch) => writer.kept('workflow_start', batch),
    () => false,
  );
  const judgements = await inBatches(archivedRows.judgements(bag), (batch) => writer.kept('judgement', batch));
  const second = await inBatches(archivedRows.reproductions(bag), (batch) => writer.kept('reproduction', batch));
  await inBatches(archivedRows.counts(bag), (batch) => writeCounts(writer, batch), sameTable);
  await writer.counts();
  const rows = `${points} points, ${attempts} attempts, ${models} models, ${judgements} judgements, ${second} second runs`;
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
    throw new DamagedArchive(`the model ${sha256} of ${name} contains NaN or Inf, although its row calls it fit`);
}

/** Why an archive is refused; undefined of a fault that may pass. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof DamagedArchive || error instanceof Refusal || error instanceof UnfitColumn) return error.message;
  const { code, message } = error as { code?: unknown; message?: string };
  // Class 22: a value that no column can hold; 23: one that a constraint forbids; 54: one that no index or parser can hold.
  if (typeof code === 'string' && /^(?:2[23]|54)[0-9A-Z]{3}$/.test(code))
    return `a row of the archive cannot be stored: ${message}`;
  return undefined;
}
