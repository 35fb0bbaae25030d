import { APPLICATION_SEC } from '../../domain/nodes/node-lifecycle.ts';
import type { Db } from '../../persistence/database.ts';
import { markSilentNodes } from '../../persistence/nodes/heartbeat-repository.ts';
import { expireRegistrations } from '../../persistence/nodes/node-registration-repository.ts';
import { expireApplications, expireSealedTokens } from '../../persistence/nodes/node-repository.ts';

/** Sets silent nodes to offline. */
export async function sweepSilentNodes(deps: {
  readonly db: Db;
  readonly heartbeatTimeoutSec: number;
  readonly onNodeChange: (nodeId: string) => void;
}): Promise<void> {
  for (const nodeId of await markSilentNodes(deps.db, deps.heartbeatTimeoutSec)) deps.onNodeChange(nodeId);
}

/** Deletes applications and uncollected tokens that have expired. */
export async function expireNodeCredentials(deps: {
  readonly db: Db;
  readonly onNodeChange: (nodeId: string) => void;
}): Promise<void> {
  for (const nodeId of await expireApplications(deps.db, APPLICATION_SEC)) deps.onNodeChange(nodeId);
  await expireSealedTokens(deps.db);
  await expireRegistrations(deps.db, APPLICATION_SEC);
}
