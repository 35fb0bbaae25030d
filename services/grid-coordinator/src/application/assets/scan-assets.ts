import type { AssetFolder } from '../../files/asset-folder.ts';
import { contentOf } from '../../files/asset-store.ts';
import { forgetFiles, listIdentities, storeFile } from '../../persistence/assets/asset-repository.ts';
import type { Db } from '../../persistence/database.ts';

export interface ScanAssetsDeps {
  readonly db: Db;
  readonly assets: AssetFolder;
}

/** A file that changed less than this time ago may be written to again without getting a different change time. */
const STILL_MS = 1_000;

/** The number of bytes to hash in one run. The next run hashes the rest. */
const MOST_BYTES = 8e9;

/** Finds files of the assets folder that were added, changed or removed, and hashes the new files. */
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
    // If the file has changed during hashing, the next run hashes it again.
    if (after?.identity === identity) await storeFile(db, { path, identity, ...content });
  }
}
