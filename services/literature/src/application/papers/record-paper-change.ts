import { currentRequest, recordAudit } from '@almagest/accounts';
import type { Tx } from '../../persistence/database.ts';

/**
 * Records the change of a paper that a request made. A batch changes many papers, so the audit log has only its start.
 * Call it in the transaction of the change.
 */
export async function recordPaperChange(trx: Tx, bibcode: string, detail: Record<string, unknown>): Promise<void> {
  if (currentRequest() !== undefined) await recordAudit(trx, { object: `paper ${bibcode}`, detail });
}
