import type { Db } from '../../persistence/database.ts';
import { findIdentity, type NodeIdentity } from '../../persistence/node-repository.ts';

export type { NodeIdentity };

const KEEP_MS = 30_000;

/**
 * Tells whose token it is without asking the database each time.
 *
 * What is known is dropped when a node changes, here or, by notification, in another process; while notifications
 * cannot be heard nothing is kept. Claims check once more in their own transaction. Reports do not: what a node had
 * begun to send with a token that ends meanwhile is taken, for the task is its own.
 */
export class NodeAuthCache {
  readonly #db: Db;
  readonly #known = new Map<string, { identity: NodeIdentity; until: number }>();
  #listening = false;
  /** Counts invalidations: a lookup that was running meanwhile may be out of date and is not cached. */
  #forgotten = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Whether changes by other processes are being received. */
  set listening(listening: boolean) {
    this.#listening = listening;
    this.#forgotten += 1;
    this.#known.clear();
  }

  /** The node whose token has this digest. */
  async find(tokenHash: Buffer): Promise<NodeIdentity | undefined> {
    const key = tokenHash.toString('base64');
    const known = this.#known.get(key);
    if (known !== undefined && known.until > performance.now()) return known.identity;
    const before = this.#forgotten;
    const identity = await findIdentity(this.#db, tokenHash);
    if (identity === undefined) return undefined;
    if (this.#listening && this.#forgotten === before)
      this.#known.set(key, { identity, until: performance.now() + KEEP_MS });
    return identity;
  }

  forget(nodeId: string): void {
    this.#forgotten += 1;
    for (const [key, { identity }] of this.#known) if (identity.nodeId === nodeId) this.#known.delete(key);
  }
}
