import type { AssetBatchStatus, MetaSyncStatus } from '@almagest/contracts/literature';
import { findBatch, listLog, type BatchRow } from '../../persistence/batches/batch-repository.ts';
import type { Db } from '../../persistence/database.ts';

const NEVER_RUN: Omit<BatchRow, 'run' | 'stop_requested' | 'progress'> = {
  active: false,
  request: {},
  total: 0,
  synced: 0,
  downloaded: 0,
  parsed: 0,
  translated: 0,
  download_failed: 0,
  parse_failed: 0,
  translate_failed: 0,
  current_bibcode: '',
  outcome: null,
  failures: [],
  ended_at: null,
};

const word = (value: unknown): string => (typeof value === 'string' ? value : '');

export async function readMetaSync({ db }: { db: Db }): Promise<MetaSyncStatus> {
  const batch = (await findBatch(db, 'meta')) ?? NEVER_RUN;
  return {
    active: batch.active,
    query: word(batch.request['q']),
    source: word(batch.request['source']),
    synced: batch.synced,
    total: batch.total,
    ...endOf(batch),
  };
}

function endOf({ outcome, failures, ended_at: endedAt }: Pick<BatchRow, 'outcome' | 'failures' | 'ended_at'>) {
  return { outcome, failures: [...failures], ended_at: endedAt === null ? null : endedAt.toISOString() };
}

export async function readAssetBatch({ db }: { db: Db }): Promise<AssetBatchStatus> {
  const batch = (await findBatch(db, 'asset')) ?? NEVER_RUN;
  const action = word(batch.request['action']);
  return {
    active: batch.active,
    total: batch.total,
    downloaded: batch.downloaded,
    parsed: batch.parsed,
    download_failed: batch.download_failed,
    parse_failed: batch.parse_failed,
    ...(action === 'translate' ? { translated: batch.translated, translate_failed: batch.translate_failed } : {}),
    current_bibcode: batch.current_bibcode,
    logs: await listLog(db, 'asset'),
    action,
    ...endOf(batch),
  };
}
