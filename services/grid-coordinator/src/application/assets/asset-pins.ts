import type { AssetVersions } from '@almagest/contracts/grid';
import { listPins } from '../../persistence/assets/asset-repository.ts';
import type { Db } from '../../persistence/database.ts';

/** Caches the assets that each start has pinned. Pins are complete before the first task of a start is claimed. */
export class AssetPins {
  readonly #kept = new Map<number, { expansion: number; versions: AssetVersions }>();

  /**
   * Returns the versions that a start's tasks use. Returns no versions for tasks that were claimed before starts were
   * recorded.
   */
  async of(db: Db, workflowId: number, expansion: number | null): Promise<AssetVersions> {
    if (expansion === null) return {};
    const kept = this.#kept.get(workflowId);
    if (kept?.expansion === expansion) return kept.versions;
    const versions = Object.fromEntries(await listPins(db, workflowId, expansion));
    // A late report of an earlier start must not evict the entry that every claim needs.
    if (kept === undefined || kept.expansion < expansion) this.#kept.set(workflowId, { expansion, versions });
    return versions;
  }
}
