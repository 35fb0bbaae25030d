import { currentRequest, recordAudit } from '@almagest/accounts';
import type { Tx } from '../../persistence/database.ts';

/**
 * Records a request's change to a paper in the audit log. Batches change many papers, so the log contains only the
 * start of a batch. Call this in the transaction of the change.
 */
export async function recordPaperChange(trx: Tx, bibcode: string, detail: Record<string, unknown>): Promise<void> {
  if (currentRequest() !== undefined) await recordAudit(trx, { object: `paper ${bibcode}`, detail });
}
