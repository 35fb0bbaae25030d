import { Refusal } from '@almagest/service-kit/refusal';
import { isAssetPath } from '../../domain/asset-list.ts';
import type { AssetFolder } from '../../files/asset-folder.ts';
import type { AssetStore } from '../../files/asset-store.ts';
import { isPinned } from '../../persistence/asset-repository.ts';
import type { Db } from '../../persistence/database.ts';

export interface AssetFileDeps {
  readonly db: Db;
  readonly assets: AssetFolder;
  readonly assetStore: AssetStore;
}

/** A file to send. */
interface AssetToSend {
  /** Where it stands on the disk. */
  readonly path: string;
  readonly size: number;
  readonly etag: string;
}

/** The file of an asset: what the assets folder has now, or a version that a workflow was started with. */
export async function findAssetFile(
  { db, assets, assetStore }: AssetFileDeps,
  { path, version }: { readonly path: string; readonly version?: string | undefined },
): Promise<AssetToSend> {
  if (!isAssetPath(path)) throw new Refusal('malformed', 'invalid file name');
  if (version === undefined) {
    const found = await assets.find(path);
    if (found === undefined) throw new Refusal('unknown', `no file ${path.split('/').at(-1)}`);
    return { path: found.file, size: found.sizeBytes, etag: etagOf(found) };
  }
  const size = (await isPinned(db, path, version)) ? await assetStore.contents.sizeOf(version) : undefined;
  if (size === undefined)
    throw new Refusal('unknown', `no version ${version} of ${path} is kept: versions are kept of workflows' starts`);
  return { path: assetStore.contents.pathOf(version), size, etag: `"${version}"` };
}

/** Line lists are too large to hash for each request. A replaced file has another time or size. */
function etagOf({ sizeBytes, mtimeMs }: { readonly sizeBytes: number; readonly mtimeMs: number }): string {
  return `"${sizeBytes.toString(16)}-${Math.round(mtimeMs * 1_000).toString(16)}"`;
}
