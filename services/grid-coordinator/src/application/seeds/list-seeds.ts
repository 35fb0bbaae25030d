import type { SeedsPage, SeedsQuery, SeedVersion } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Db } from '../../persistence/database.ts';
import { listSeeds as listPage, listSeedVersions, type SeedVersionRow } from '../../persistence/seeds/seed-listing.ts';

const MAX_LIMIT = 500;

export async function listSeeds(db: Db, { prefix = '', after, limit = 100 }: SeedsQuery): Promise<SeedsPage> {
  const size = Math.min(MAX_LIMIT, Math.max(1, limit));
  const rows = await listPage(db, { prefix, after }, size + 1);
  const seeds = rows
    .slice(0, size)
    .map(({ name, versions, ...newest }) => ({ name, versions, newest: toVersion(newest) }));
  return { seeds, next: rows.length > size ? (seeds.at(-1)?.name ?? null) : null };
}

/** Returns the versions of one seed, newest first. */
export async function readSeedVersions(db: Db, name: string): Promise<SeedVersion[]> {
  const versions = await listSeedVersions(db, name, MAX_LIMIT);
  if (versions.length === 0) throw new Refusal('unknown', `no seed is stored for ${name}`);
  return versions.map(toVersion);
}

function toVersion({ stored_at, ...version }: SeedVersionRow): SeedVersion {
  return { ...version, stored_at: stored_at.toISOString() };
}
