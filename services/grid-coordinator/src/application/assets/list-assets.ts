import type { AssetsPage, AssetsQuery } from '@almagest/contracts/grid';
import { listVersions } from '../../persistence/assets/asset-repository.ts';
import type { Db } from '../../persistence/database.ts';

const MAX_LIMIT = 500;

/** Returns a page of the assets with all recorded versions. */
export async function listAssets({ db }: { readonly db: Db }, query: AssetsQuery): Promise<AssetsPage> {
  const limit = Math.min(MAX_LIMIT, Math.max(1, query.limit ?? 100));
  const rows = await listVersions(db, { path: query.path, after: query.after ?? '', limit });
  const assets = [...Map.groupBy(rows, (row) => row.path)].map(([name, versions]) => {
    const current = versions[0]?.current_sha256 ?? null;
    return {
      path: name,
      sha256: current,
      versions: versions.map(({ sha256, size_bytes, first_seen_at, workflows }) => ({
        sha256,
        size_bytes,
        first_seen_at: first_seen_at.toISOString(),
        current: sha256 === current,
        workflows,
      })),
    };
  });
  return { assets, next: assets.length < limit ? null : (assets.at(-1)?.path ?? null) };
}
