import { currentRequest, recordAudit } from '@almagest/accounts';
import type { Tx } from '../../persistence/database.ts';

/**
 * Records a request's change to a paper in the audit log. For a batch, which changes many papers, the log has only the
 * start. Call this in the transaction of the change.
 */
export async function recordPaperChange(trx: Tx, bibcode: string, detail: Record<string, unknown>): Promise<void> {
  if (currentRequest() !== undefined) await recordAudit(trx, { object: `paper ${bibcode}`, detail });
}
