import type { AssetFolder } from '../../files/asset-folder.ts';
import { contentOf } from '../../files/asset-store.ts';
import { forgetFiles, listIdentities, storeFile } from '../../persistence/asset-repository.ts';
import type { Db } from '../../persistence/database.ts';

export interface ScanAssetsDeps {
  readonly db: Db;
  readonly assets: AssetFolder;
}

/** A file that was changed within this time is still being written to, or may be without its time telling it. */
const STILL_MS = 1_000;

/** What one run hashes before it leaves the rest to the next one. */
const MOST_BYTES = 8e9;

/** Looks which files of the assets folder were added, changed or removed, and hashes those that are new. */
export async function scanAssets({ db, assets }: ScanAssetsDeps, signal?: AbortSignal): Promise<void> {
  const known = await listIdentities(db);
  const files = await assets.list();
  const there = new Set(files.map(({ path }) => path));
  await forgetFiles(
    db,
    [...known.keys()].filter((path) => !there.has(path)),
  );
  let hashed = 0;
  for (const asset of files) {
    const { path, identity, changedMs } = asset;
    if (known.get(path) === identity || Date.now() - changedMs < STILL_MS) continue;
    if (signal?.aborted === true || hashed > MOST_BYTES) return;
    const content = await contentOf(asset, signal);
    hashed += content.sizeBytes;
    const after = await assets.find(path);
    // It is hashed by the next run, when it stands still.
    if (after?.identity === identity) await storeFile(db, { path, identity, ...content });
  }
}
