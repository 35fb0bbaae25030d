import type { SearchHit } from '@almagest/contracts/literature';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Db } from '../database.ts';
import type { FoundPlace } from './library-search.ts';
import { findPapers } from '../papers/paper-repository.ts';

/** A text from which a snippet may be shown, and its place. */
export interface SearchedText extends Omit<SearchHit, 'kind' | 'snippet'> {
  readonly text: string;
}

/** Number of characters at the beginning of a text that are searched. */
const MAX_CHARS = 20_000;

const NOWHERE = { field: null, paragraph_index: null, note_id: null, section: null } as const;

/**
 * Returns the texts of each place, from which the caller chooses the best snippet. Places that were removed have no
 * texts.
 */
export async function listSearchedTexts(
  db: Db,
  places: readonly FoundPlace[],
): Promise<(place: FoundPlace) => readonly SearchedText[]> {
  const of = (kind: FoundPlace['kind']) => places.filter((place) => place.kind === kind);
  const [records, notes, passages, translations] = await Promise.all([
    recordTexts(db, of('record')),
    noteTexts(db, of('note')),
    passageTexts(db, of('text')),
    translationTexts(db, of('translation')),
  ]);
  return ({ kind, paper_id, place }) => {
    if (kind === 'record') return records(paper_id);
    if (kind === 'note') return notes.get(place) ?? [];
    if (kind === 'text') return passages.get(place) ?? [];
    return translations.get(`${paper_id} ${place}`) ?? [];
  };
}

async function recordTexts(db: Db, places: readonly FoundPlace[]) {
  const papers = await findPapers(
    db,
    places.map(({ paper_id }) => paper_id),
  );
  return (paperId: number): SearchedText[] => {
    const paper = papers.get(paperId);
    if (paper === undefined) return [];
    const { title, authors, keywords, pub_journal, abstract } = paper;
    return [
      { ...NOWHERE, field: 'title', text: title },
      { ...NOWHERE, field: 'authors', text: authors.join('; ').slice(0, MAX_CHARS) },
      { ...NOWHERE, field: 'abstract', text: abstract.slice(0, MAX_CHARS) },
      { ...NOWHERE, field: 'keywords', text: [...keywords, pub_journal].join('; ').slice(0, MAX_CHARS) },
    ];
  };
}

async function noteTexts(db: Db, places: readonly FoundPlace[]): Promise<ReadonlyMap<number, SearchedText[]>> {
  const rows = await db
    .selectFrom('note')
    .select(['id', 'note_text', 'selected_text', 'position'])
    .where('id', '=', sql<number>`any(${places.map(({ place }) => place)}::int[])`)
    .execute();
  return new Map(
    rows.map(({ id, note_text, selected_text, position }) => {
      const where = { ...NOWHERE, note_id: id, paragraph_index: position };
      return [id, [note_text, selected_text].map((text) => ({ ...where, text: text.slice(0, MAX_CHARS) }))];
    }),
  );
}

/** Returns the blocks of passages and then their headings, because sometimes only a heading contains a match. */
async function passageTexts(db: Db, places: readonly FoundPlace[]): Promise<ReadonlyMap<number, SearchedText[]>> {
  const ids = places.map(({ place }) => place);
  const { rows } = await sql<{ id: number; paragraph_index: number; text: string; section: string | null }>`
    select chunk.id, block.position as paragraph_index, left(block.text, ${MAX_CHARS}) as text,
           headings[cardinality(headings)] as section
    from chunk join block on block.paper_id = chunk.paper_id and block.position between first_block and last_block
    where chunk.id = any(${ids}::int[])
    union all
    select id, first_block, array_to_string(headings, ' · '), headings[cardinality(headings)]
    from chunk where id = any(${ids}::int[])`.execute(db);
  return Map.groupBy(
    rows.map((row) => ({ ...NOWHERE, ...row })),
    ({ id }) => id,
  );
}

async function translationTexts(db: Db, places: readonly FoundPlace[]): Promise<ReadonlyMap<string, SearchedText[]>> {
  if (places.length === 0) return new Map();
  const { rows } = await sql<{ paper_id: number; paragraph_index: number; text: string }>`
    select paper_id, position as paragraph_index, left(text, ${MAX_CHARS}) as text
    from ${recordset(places, { paper_id: 'int4', place: 'int4' }, 'p')}
    join translated_block using (paper_id) where position = place`.execute(db);
  return Map.groupBy(
    rows.map((row) => ({ ...NOWHERE, ...row })),
    ({ paper_id, paragraph_index }) => `${paper_id} ${paragraph_index}`,
  );
}
