import { recordAudit } from '@almagest/accounts';
import type { AssetBatchRequest, MetaSyncRequest } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { appendLog, beginBatch, requestStop } from '../../persistence/batches/batch-repository.ts';
import type { BatchKind, Db } from '../../persistence/database.ts';
import { saveQuery } from '../../persistence/batches/query-repository.ts';
import type { LanguageModels } from '../../sources/language-model/language-model.ts';

export interface StartDeps {
  readonly db: Db;
  readonly models: LanguageModels;
  /** Enqueues a job. The queue ignores a name that is already enqueued, and the sweep enqueues lost jobs again. */
  readonly requestBatch: (kind: BatchKind, run: number, name?: string) => void;
}

/**
 * Starts a metadata synchronisation and saves its query. Only one synchronisation can run at a time across all
 * replicas.
 */
export async function startMetaSync(deps: StartDeps, request: MetaSyncRequest): Promise<string> {
  const run = await inTransaction(deps.db, async (trx) => {
    const run = await beginBatch(trx, 'meta', request);
    if (run === undefined) throw new Refusal('conflict', 'a metadata synchronisation is running. Wait until it ends');
    await recordAudit(trx, {
      object: `synchronisation ${run}`,
      detail: { source: request.source, limit: request.limit },
    });
    await saveQuery(trx, { query: request.q, source: request.source, limit: request.limit });
    return run;
  });
  deps.requestBatch('meta', run);
  return `the synchronisation of up to ${request.limit} papers has begun`;
}

/** Starts a batch over papers of the library. Only one such batch can run at a time across all replicas. */
export async function startAssetBatch(deps: StartDeps, request: AssetBatchRequest): Promise<string> {
  // This throws if no model is configured.
  if (request.action === 'translate') deps.models.chat();
  const run = await inTransaction(deps.db, async (trx) => {
    const run = await beginBatch(trx, 'asset', request);
    if (run === undefined) throw new Refusal('conflict', 'a batch is running. Stop it or wait until it ends');
    const { action, scope } = request;
    await recordAudit(trx, { object: `batch ${run}`, detail: { action, scope } });
    return run;
  });
  deps.requestBatch('asset', run);
  return `the batch (${request.action}, ${request.scope}) has begun`;
}

export async function stopAssetBatch({ db }: StartDeps): Promise<string> {
  const isRunning = await inTransaction(db, async (trx) => {
    if (!(await requestStop(trx, 'asset'))) return false;
    await appendLog(trx, 'asset', 'stop requested');
    await recordAudit(trx, { object: 'batch' });
    return true;
  });
  if (!isRunning) return 'no batch is running';
  return 'the batch stops after the current step';
}
