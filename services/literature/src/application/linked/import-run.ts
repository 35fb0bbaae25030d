import type { ImportCounts } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import type { Lease } from '@almagest/service-kit/lease';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { lockTree } from '../../persistence/library/collection-repository.ts';
import { addCounts, lockLink, storeExtent, type DueLink } from '../../persistence/linked/linked-library-repository.ts';

/** Counts the objects that one step has stored. */
export interface StepResult {
  /** The number of entries from the other library. */
  readonly done?: number;
  readonly counts?: Partial<ImportCounts>;
}

/** An import of a linked library. The worker that runs the import has the lease of the library. */
export class ImportRun {
  readonly link: DueLink;
  readonly viewer: Viewer;
  readonly #db: Db;
  readonly #lease: Lease<'lost' | 'shutdown'>;

  constructor(db: Db, link: DueLink, viewer: Viewer, lease: Lease<'lost' | 'shutdown'>) {
    this.#db = db;
    this.link = link;
    this.viewer = viewer;
    this.#lease = lease;
  }

  get signal(): AbortSignal {
    return this.#lease.signal;
  }

  /**
   * Runs one step in a transaction. Throws if the lease is lost. `collectionId` is null if a user deleted the
   * collection.
   */
  async step(work: (trx: Tx, collectionId: number | null) => Promise<StepResult>): Promise<void> {
    this.signal.throwIfAborted();
    await inTransaction(this.#db, async (trx) => {
      // Lock the tree before the row of the library, in the same order as deletions of collections.
      await lockTree(trx);
      const locked = await lockLink(trx, this.link.id, this.#lease.holder);
      if (locked === undefined) {
        this.#lease.end('lost');
        this.signal.throwIfAborted();
      }
      const { done = 0, counts = {} } = await work(trx, locked?.collection_id ?? null);
      await addCounts(trx, this.link.id, done, counts);
    });
  }

  async announce(total: number): Promise<void> {
    await this.step(async (trx) => {
      await storeExtent(trx, this.link.id, { done: 0, total });
      return {};
    });
  }
}
