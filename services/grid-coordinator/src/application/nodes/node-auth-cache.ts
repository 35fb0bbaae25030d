import type { Db } from '../../persistence/database.ts';
import { findIdentity, type NodeIdentity } from '../../persistence/nodes/node-identity.ts';

export type { NodeIdentity };

const KEEP_MS = 30_000;

/**
 * Finds the node of a token without querying the database each time.
 *
 * An entry is dropped when this process changes the node, or when a notification says that another process has changed
 * it. Caching stops while the connection for notifications is down. Claims check the node again in their own
 * transaction. Reports don't check the node again. If a token is revoked during a report, the report is accepted,
 * because the task belongs to the node.
 */
export class NodeAuthCache {
  readonly #db: Db;
  readonly #known = new Map<string, { identity: NodeIdentity; until: number }>();
  #listening = false;
  /** If this number of invalidations changes during a lookup, the result may be stale and is not cached. */
  #invalidations = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Whether this process receives notifications of changes by other processes. */
  set listening(listening: boolean) {
    this.#listening = listening;
    this.#invalidations += 1;
    this.#known.clear();
  }

  async find(tokenHash: Buffer): Promise<NodeIdentity | undefined> {
    const key = tokenHash.toString('base64');
    const known = this.#known.get(key);
    if (known !== undefined && known.until > performance.now()) return known.identity;
    const before = this.#invalidations;
    const identity = await findIdentity(this.#db, tokenHash);
    if (identity === undefined) return undefined;
    if (this.#listening && this.#invalidations === before)
      this.#known.set(key, { identity, until: performance.now() + KEEP_MS });
    return identity;
  }

  forget(nodeId: string): void {
    this.#invalidations += 1;
    for (const [key, { identity }] of this.#known) if (identity.nodeId === nodeId) this.#known.delete(key);
  }
}
