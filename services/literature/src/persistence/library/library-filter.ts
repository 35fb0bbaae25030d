import type { ReadingState } from '@almagest/contracts/literature';
import { sql, type RawBuilder } from 'kysely';
import { parseSearchQuery } from '../../domain/library/parse-query.ts';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db } from '../database.ts';
import { hasMark, inLibraryOf, inTrashOf } from '../people/paper-marks.ts';
import { personalTo, visibleTo } from '../people/visibility.ts';

/** Selects papers of the library. All conditions must hold. The contract describes each condition. */
export interface LibraryFilter {
  /** Selects papers in the trash instead of the library. */
  readonly in_trash?: boolean | undefined;
  readonly bibcode?: string | undefined;
  readonly collection?: number | undefined;
  readonly directly_in?: number | undefined;
  readonly has_collections?: boolean | undefined;
  readonly has_tags?: boolean | undefined;
  readonly tag?: string | undefined;
  readonly year_from?: number | undefined;
  readonly year_to?: number | undefined;
  readonly reading_state?: ReadingState | undefined;
  readonly is_starred?: boolean | undefined;
  readonly has_full_text?: boolean | undefined;
  readonly has_failed?: boolean | undefined;
  readonly has_notes?: boolean | undefined;
  readonly has_doi?: boolean | undefined;
  readonly has_preprint_id?: boolean | undefined;
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly journal?: string | undefined;
  readonly words?: string | undefined;
}

type Conditions = {
  readonly [Name in keyof Omit<LibraryFilter, 'in_trash'>]-?: (
    value: NonNullable<LibraryFilter[Name]>,
    viewer: Viewer,
  ) => RawBuilder<unknown>;
};

/** Matches papers with a file. If a file is missing, its location column has the reason. */
export const HAS_FILE = sql`coalesce(paper.pdf_location not like 'error:%', false) or coalesce(paper.html_location not like 'error:%', false)`;

const MARKED = 'error:no_resource';

/**
 * Matches papers whose last attempt failed. Either the file could not be parsed, or it is missing and may still become
 * available.
 */
const HAS_FAILED = sql`paper.parse_error is not null or not (${HAS_FILE})
  and (coalesce(paper.pdf_location not like ${MARKED}, false) or coalesce(paper.html_location not like ${MARKED}, false))`;

const CONDITIONS: Conditions = {
  bibcode: (codes) => sql`paper.id in (select paper_id from paper_name where name = any(${namesIn(codes)}::text[]))`,
  collection: (id, viewer) => sql`paper.id in (${papersInside(viewer, id)})`,
  directly_in: (id, viewer) => sql`
    paper.id in (
      select paper_id from collection_paper join collection on collection.id = collection_id
      where collection_id = ${id} and ${visibleTo(viewer, 'collection')})`,
  has_collections: (has, viewer) => sql`
    exists (
      select from collection_paper join collection on collection.id = collection_id
      where collection_paper.paper_id = paper.id and ${visibleTo(viewer, 'collection')}) = ${has}`,
  has_tags: (has, viewer) => sql`
    exists (select from tag where tag.paper_id = paper.id and ${personalTo(viewer, 'tag')}) = ${has}`,
  tag: (name, viewer) => sql`paper.id in (${papersTagged(viewer, name)})`,
  year_from: (year) => sql`paper.year >= ${yearText(year)}`,
  // A paper without a year matches no range.
  year_to: (year) => sql`paper.year <= ${yearText(year)} and paper.year <> ''`,
  reading_state: (state, viewer) => hasMark(viewer, 'reading_state', state),
  is_starred: (is, viewer) => hasMark(viewer, 'is_starred', is),
  has_full_text: (has) => sql`(${HAS_FILE}) = ${has}`,
  has_failed: (has) => sql`(${HAS_FAILED}) = ${has}`,
  has_notes: (has, viewer) => sql`
    exists (select from note where note.paper_id = paper.id and ${visibleTo(viewer, 'note')}) = ${has}`,
  has_doi: (has) => sql`(paper.doi <> '') = ${has}`,
  has_preprint_id: (has) => sql`(paper.preprint_id <> '') = ${has}`,
  title: (text) => wordsOfClass(text, 'A'),
  author: (text) => wordsOfClass(text, 'B'),
  journal: (name) => sql`lower(paper.pub_journal) = lower(${name})`,
  words: (text) => searchTextHas(text),
};

/** Builds the conditions on a row of `paper`, according to what the viewer may see. */
export function isInLibrary(viewer: Viewer, { in_trash = false, ...filter }: LibraryFilter): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [in_trash ? inTrashOf(viewer) : inLibraryOf(viewer)];
  for (const [name, value] of Object.entries(filter)) {
    const condition = CONDITIONS[name as keyof Conditions] as (value: unknown, viewer: Viewer) => RawBuilder<unknown>;
    if (value !== undefined) conditions.push(sql`(${condition(value, viewer)})`);
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Returns whether a paper is in the library and matches the filter. */
export async function satisfies(db: Db, viewer: Viewer, paperId: number, filter: LibraryFilter): Promise<boolean> {
  const { rows } = await sql`select from paper where id = ${paperId} and ${isInLibrary(viewer, filter)}`.execute(db);
  return rows.length > 0;
}

export interface ViewedCollection {
  readonly viewer: Viewer;
  readonly id: number;
}

/**
 * Selects the papers of a collection and its subcollections. Selects no papers if the viewer may not see the
 * collection.
 */
export function papersInside(viewer: Viewer, collection: number): RawBuilder<unknown> {
  return sql`
    with recursive inside as (
      select id from collection where id = ${collection} and ${visibleTo(viewer, 'collection')}
      union
      select collection.id from collection join inside on collection.parent_id = inside.id
      where ${visibleTo(viewer, 'collection')})
    select paper_id from collection_paper where collection_id in (select id from inside)`;
}

/** Selects the papers that have this tag from the viewer or the built-in account. */
export function papersTagged(viewer: Viewer, tag: string): RawBuilder<unknown> {
  return sql`select paper_id from tag where name = ${tag} and ${personalTo(viewer, 'tag')}`;
}

/**
 * Matches papers whose names contain all these words or parts of words, ignoring accents, apostrophes and case. In
 * titles, words also match other forms of the same word, as in the full-text search: `galaxies` finds `galaxy`.
 */
export function searchTextHas(text: string): RawBuilder<boolean> {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const conditions = words.map((word) => {
    const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    const isThere = sql`search_text like fold_text(${pattern})`;
    return INFLECTED.test(word) ? sql`(${isThere} or paper.words @@ ${wordOfClass(word, 'A')})` : isThere;
  });
  return sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`;
}

/** Matches a text that may be a whole English word. Shorter texts are names, parts of words or numbers. */
const INFLECTED = /^[a-z]{4,40}$/i;

/** Matches words of one part of a record with the full-text index. Finds nothing if no word is indexed. */
function wordsOfClass(text: string, weight: 'A' | 'B'): RawBuilder<unknown> {
  const words = parseSearchQuery(text).wanted.flatMap((part) =>
    part.kind === 'run' ? (part.pairs.length === 0 ? [part.text] : part.pairs) : part.text.split(/[^\p{L}\p{N}]+/u),
  );
  const asked = words.filter((word) => word !== '').map((word) => wordOfClass(word, weight));
  return sql`paper.words @@ (${sql.join([sql`''::tsquery`, ...asked], sql` && `)})`;
}

/** Words in a list of authors that do not belong to a name. */
const BETWEEN_NAMES = new Set(['and', 'with']);

/** Matches a word. Names such as He, which English searches ignore, have their own index entries. */
function wordOfClass(word: string, weight: 'A' | 'B'): RawBuilder<unknown> {
  const asked = `'${word}':${weight}`;
  const english = sql`to_tsquery('english', ${asked})`;
  const isName = weight === 'B' && word.length > 1 && !BETWEEN_NAMES.has(word.toLowerCase());
  return isName
    ? sql`(case when numnode(${english}) = 0 then to_tsquery('simple', ${asked}) else ${english} end)`
    : english;
}

/** Returns these codes in the form of rows of `paper_name`. */
function namesIn(codes: string): string[] {
  return codes
    .split(/[\s,]+/)
    .filter((code) => code !== '')
    .map((code) => `bibcode:${code}`);
}

function yearText(year: number): string {
  return String(year).padStart(4, '0');
}
