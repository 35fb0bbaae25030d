import { Refusal } from '@almagest/service-kit/refusal';
import { isAssetPath } from '../../domain/assets/asset-list.ts';
import type { AssetFolder } from '../../files/asset-folder.ts';
import type { AssetStore } from '../../files/asset-store.ts';
import { isPinned } from '../../persistence/assets/asset-repository.ts';
import type { Db } from '../../persistence/database.ts';

export interface AssetFileDeps {
  readonly db: Db;
  readonly assets: AssetFolder;
  readonly assetStore: AssetStore;
}

interface AssetToSend {
  /** Path on disk. */
  readonly path: string;
  readonly size: number;
  readonly etag: string;
}

/** Returns an asset's file: the current version in the assets folder, or a version that a start has pinned. */
export async function findAssetFile(
  { db, assets, assetStore }: AssetFileDeps,
  { path, version }: { readonly path: string; readonly version?: string | undefined },
): Promise<AssetToSend> {
  if (!isAssetPath(path)) throw new Refusal('malformed', 'invalid file name');
  if (version === undefined) {
    const found = await assets.find(path);
    if (found === undefined) throw new Refusal('unknown', `no file named ${path.split('/').at(-1)}`);
    return { path: found.file, size: found.sizeBytes, etag: etagOf(found) };
  }
  const size = (await isPinned(db, path, version)) ? await assetStore.contents.sizeOf(version) : undefined;
  if (size === undefined)
    throw new Refusal(
      'unknown',
      `version ${version} of ${path} is not kept: only versions that a workflow was started with are kept`,
    );
  return { path: assetStore.contents.pathOf(version), size, etag: `"${version}"` };
}

/**
 * Computes an ETag from size and modification time, because line lists are too large to hash for each request. A
 * replaced file has another size or modification time.
 */
function etagOf({ sizeBytes, mtimeMs }: { readonly sizeBytes: number; readonly mtimeMs: number }): string {
  return `"${sizeBytes.toString(16)}-${Math.round(mtimeMs * 1_000).toString(16)}"`;
}
