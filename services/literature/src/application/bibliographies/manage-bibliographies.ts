import { randomBytes } from 'node:crypto';
import { recordAudit } from '@almagest/accounts';
import type { Bibliography, BibliographyList, NewBibliography } from '@almagest/contracts/literature';
import { digestOf } from '@almagest/service-kit/credentials';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { DEFAULT_PATTERN, faultOfPattern } from '../../domain/bibliographies/citation-keys.ts';
import type { Viewer } from '../../domain/people/access.ts';
import {
  countBibliographies,
  deleteBibliography,
  insertBibliography,
  listBibliographies,
  type BibliographyRow,
} from '../../persistence/bibliographies/bibliography-repository.ts';
import { findPattern, storePattern } from '../../persistence/bibliographies/citation-key-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { listSearches } from '../../persistence/library/search-repository.ts';
import { requireCollection } from '../library/require-collection.ts';

interface Deps {
  readonly db: Db;
}

const KEY_BYTES = 32;
const MAX_BIBLIOGRAPHIES = 200;

export async function readBibliographies({ db }: Deps, viewer: Viewer): Promise<BibliographyList> {
  const rows = await listBibliographies(db, viewer);
  return {
    key_pattern: (await findPattern(db, viewer)) ?? DEFAULT_PATTERN,
    bibliographies: rows.map(described),
  };
}

function described({ id, collection_id, search_id, tag, name, created_at }: BibliographyRow): Bibliography {
  return { id, collection: collection_id, search: search_id, tag, name, created_at: created_at.toISOString() };
}

/** Creates a bibliography and its address. The key in the address is shown once, because only its digest is stored. */
export async function createBibliography(
  { db }: Deps,
  viewer: Viewer,
  { collection, search, tag }: NewBibliography,
): Promise<{ bibliography: Bibliography; path: string }> {
  const given = [collection, search, tag].filter((one) => one !== undefined);
  if (given.length > 1) throw new Refusal('malformed', 'give only one of collection, search and tag');
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const row = await inTransaction(db, async (trx) => {
    if (collection !== undefined) await requireCollection(trx, viewer, collection);
    if (search !== undefined && !(await listSearches(trx, viewer)).some(({ id }) => id === search))
      throw new Refusal('unknown', `there is no saved search ${search}`);
    if ((await countBibliographies(trx, viewer)) >= MAX_BIBLIOGRAPHIES)
      throw new Refusal('conflict', `there are ${MAX_BIBLIOGRAPHIES} live bibliographies. Revoke one first`);
    const source = { collection_id: collection ?? null, search_id: search ?? null, tag: tag ?? null };
    const created = await insertBibliography(trx, viewer, source, digestOf(key));
    await recordAudit(trx, { object: `bibliography ${created.id}`, detail: contentOf(source) });
    return created;
  });
  // The key is in the query string, because the log contains paths.
  return { bibliography: described(row), path: `/api/bibliographies/${row.id}.bib?key=${key}` };
}

/** Describes the content for the audit log. Omits the names of tags, because tags are private. */
function contentOf({ collection_id, search_id, tag }: Pick<BibliographyRow, 'collection_id' | 'search_id' | 'tag'>) {
  if (tag !== null) return { of: 'tag' };
  if (collection_id !== null) return { of: `collection ${collection_id}` };
  return { of: search_id === null ? 'library' : `saved search ${search_id}` };
}

export async function revokeBibliography({ db }: Deps, viewer: Viewer, id: number): Promise<BibliographyList> {
  await inTransaction(db, async (trx) => {
    const revoked = await deleteBibliography(trx, viewer, id);
    if (revoked === undefined) throw new Refusal('unknown', `there is no bibliography ${id}`);
    await recordAudit(trx, { object: `bibliography ${id}`, detail: contentOf(revoked) });
  });
  return await readBibliographies({ db }, viewer);
}

export async function changeKeyPattern({ db }: Deps, viewer: Viewer, pattern: string): Promise<BibliographyList> {
  const fault = faultOfPattern(pattern);
  if (fault !== undefined) throw new Refusal('malformed', `key_pattern: ${fault}`);
  await inTransaction(db, async (trx) => {
    await storePattern(trx, viewer, pattern);
    await recordAudit(trx, { object: 'citation key pattern', detail: { pattern } });
  });
  return await readBibliographies({ db }, viewer);
}
