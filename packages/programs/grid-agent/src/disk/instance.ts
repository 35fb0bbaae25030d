import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { NodeInstance } from '@almagest/contracts/grid';
import { ownBootId } from '../engine/process-table.ts';

/**
 * Returns the identity of this work dir on this machine. The identity stays the same when the agent or its container is
 * restarted. A copy of the work dir, here or on another machine, has a different identity.
 */
export async function instanceOf(workDir: string): Promise<NodeInstance> {
  const { dev, ino } = await stat(workDir, { bigint: true });
  const id = createHash('sha256').update(`${ownBootId()} ${dev} ${ino}`).digest('hex').slice(0, 32);
  return { id, host: hostname() };
}
