import type { HighlightColor, LibraryNote, NoteAnchorState } from '@almagest/contracts/literature';
import { sql, type RawBuilder } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import type { SearchQuery } from '../../domain/library/parse-query.ts';
import type { Db } from '../database.ts';
import { papersInside, papersTagged } from '../library/library-filter.ts';
import { inLibraryOf } from '../people/paper-marks.ts';
import { visibleTo } from '../people/visibility.ts';
import { textQueryOf } from '../library/text-query.ts';
import { NOTE_RECORD, noteRecordOf, type OwnedNote } from './note-repository.ts';

/** Selects notes. All conditions must hold. */
export interface NoteFilter {
  readonly query: SearchQuery | undefined;
  readonly paperId: number | undefined;
  readonly highlight_color?: HighlightColor | undefined;
  readonly anchor?: NoteAnchorState | undefined;
  readonly collection?: number | undefined;
  readonly tag?: string | undefined;
}

/** Lists a page of the visible notes of papers in the library, latest first. */
export async function listLibraryNotes(
  db: Db,
  viewer: Viewer,
  filter: NoteFilter,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<(OwnedNote & Pick<LibraryNote, 'title' | 'authors' | 'year'>)[]> {
  const rows = await notesOf(db, viewer, filter)
    .select([...NOTE_RECORD, 'paper.title', 'paper.authors', 'paper.year'])
    .$if(before !== undefined, (query) => query.where('note.id', '<', before ?? 0))
    .orderBy('note.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ title, authors, year, ...note }) => ({ ...noteRecordOf(note), title, authors, year }));
}

export async function countNotes(db: Db, viewer: Viewer, filter: NoteFilter): Promise<number> {
  const { total } = await notesOf(db, viewer, filter)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function notesOf(db: Db, viewer: Viewer, { query, paperId, highlight_color, anchor, collection, tag }: NoteFilter) {
  const conditions: RawBuilder<unknown>[] = [inLibraryOf(viewer), visibleTo(viewer, 'note')];
  if (query !== undefined) conditions.push(sql`note.words @@ (${textQueryOf(query)})`);
  if (paperId !== undefined) conditions.push(sql`note.paper_id = ${paperId}`);
  if (highlight_color !== undefined) conditions.push(sql`note.highlight_color = ${highlight_color}`);
  if (anchor !== undefined) conditions.push(sql`note.anchor = ${anchor}`);
  if (collection !== undefined) conditions.push(sql`note.paper_id in (${papersInside(viewer, collection)})`);
  if (tag !== undefined) conditions.push(sql`note.paper_id in (${papersTagged(viewer, tag)})`);
  return db
    .selectFrom('note')
    .innerJoin('paper', 'paper.id', 'note.paper_id')
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`);
}
