import type { Logger } from '@almagest/service-kit/log';
import type { AssetStore } from '../../files/asset-store.ts';
import { findPinnedContents, whileUnpinned } from '../../persistence/assets/asset-repository.ts';
import type { Db } from '../../persistence/database.ts';

export interface SweepAssetsDeps {
  readonly db: Db;
  readonly log: Logger;
  readonly assetStore: AssetStore;
}

/** Unfinished copies of this age are removed. Copying one piece of a file never takes this long. */
const LEFTOVER_MS = 3_600_000;

/** Removes unfinished copies, and contents that no workflow was started with. */
export async function sweepAssets({ db, log, assetStore }: SweepAssetsDeps): Promise<void> {
  await assetStore.sweepIncoming(LEFTOVER_MS);
  const removed = await assetStore.contents.sweep(
    (contents) => findPinnedContents(db, contents),
    (contents, remove) => whileUnpinned(db, contents, remove),
  );
  if (removed > 0) log.info({ contents: removed }, 'removed copies of assets that no workflow was started with');
}
