import { APPLICATION_SEC } from '../../domain/node-lifecycle.ts';
import type { Db } from '../../persistence/database.ts';
import { markSilentNodes } from '../../persistence/heartbeat-repository.ts';
import { expireRegistrations } from '../../persistence/node-registration-repository.ts';
import { expireApplications, expireSealedTokens } from '../../persistence/node-repository.ts';

/** Declares silent nodes offline. */
export async function sweepSilentNodes(deps: {
  readonly db: Db;
  readonly heartbeatTimeoutSec: number;
  readonly onNodeChange: (nodeId: string) => void;
}): Promise<void> {
  for (const nodeId of await markSilentNodes(deps.db, deps.heartbeatTimeoutSec)) deps.onNodeChange(nodeId);
}

/** Drops applications with their entries, and uncollected tokens, whose day has passed. */
export async function expireNodeCredentials(deps: {
  readonly db: Db;
  readonly onNodeChange: (nodeId: string) => void;
}): Promise<void> {
  for (const nodeId of await expireApplications(deps.db, APPLICATION_SEC)) deps.onNodeChange(nodeId);
  await expireSealedTokens(deps.db);
  await expireRegistrations(deps.db, APPLICATION_SEC);
}
