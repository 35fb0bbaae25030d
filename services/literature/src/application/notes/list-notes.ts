import type { LibraryNotes, NoteListing } from '@almagest/contracts/literature';
import { Refusal } from '@almagest/service-kit/refusal';
import { parseSearchQuery } from '../../domain/library/parse-query.ts';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db } from '../../persistence/database.ts';
import { countNotes, listLibraryNotes } from '../../persistence/notes/note-listing.ts';
import { requireCollection } from '../library/require-collection.ts';
import { withOwnership } from '../people/with-ownership.ts';
import { requirePaper } from '../papers/require-paper.ts';

const DEFAULT_LIMIT = 100;

export async function readLibraryNotes(
  { db }: { readonly db: Db },
  viewer: Viewer,
  { q, bibcode, before, limit = DEFAULT_LIMIT, ...conditions }: NoteListing,
): Promise<LibraryNotes> {
  if (conditions.collection !== undefined) await requireCollection(db, viewer, conditions.collection);
  const query = q === undefined ? undefined : parseSearchQuery(q);
  if (query?.wanted.length === 0)
    throw new Refusal('malformed', 'q: there is no word to search for. Add at least one word without a minus');
  const paperId = bibcode === undefined ? undefined : (await requirePaper(db, bibcode)).id;
  const filter = { ...conditions, query, paperId };
  const [found, total] = await Promise.all([
    listLibraryNotes(db, viewer, filter, { before, limit: limit + 1 }),
    countNotes(db, viewer, filter),
  ]);
  const notes = await withOwnership(db, viewer, found.slice(0, limit));
  return { notes, total, next_before: found.length > limit ? (notes.at(-1)?.id ?? null) : null };
}
