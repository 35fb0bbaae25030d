import type { AssetOrder, FullTextType, ReadingState, TextQuality } from '@almagest/contracts/literature';
import { sql, type RawBuilder } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import type { PaperReference } from '../../domain/papers/paper-reference.ts';
import type { Db, Tx } from '../database.ts';
import { papersInside, papersTagged, searchTextHas } from '../library/library-filter.ts';
import { inLibraryOf, markOf } from '../people/paper-marks.ts';

export interface PaperRow {
  readonly id: number;
  readonly bibcode: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: string;
  readonly pub_journal: string;
  readonly keywords: readonly string[];
  readonly abstract: string;
  readonly doi: string;
  readonly preprint_id: string;
  readonly citation_count: number;
  readonly reference_count: number;
  readonly doctype: string;
  readonly in_library_since: Date | null;
  readonly pdf_location: string | null;
  readonly html_location: string | null;
  readonly pdf_uploaded: boolean;
  readonly html_uploaded: boolean;
  /** The type of the last upload. */
  readonly uploaded_last: FullTextType | null;
  readonly markdown_location: string | null;
  /** Location of the file from which the Markdown was parsed. */
  readonly markdown_source: string | null;
  /** True after the source file was replaced, until the next parse. */
  readonly markdown_outdated: boolean;
  readonly parse_error: string | null;
  /** Signs that the Markdown may be wrong. */
  readonly text_quality: TextQuality | null;
  /** Location of a PDF in which a parse found no text. */
  readonly scanned_pdf: string | null;
  readonly translation_location: string | null;
  /** The language of the translation, as a language tag. */
  readonly translation_language: string | null;
}

const ROW = [
  'id',
  'bibcode',
  'title',
  'authors',
  'year',
  'pub_journal',
  'keywords',
  'abstract',
  'doi',
  'preprint_id',
  'citation_count',
  'reference_count',
  'doctype',
  'in_library_since',
  'pdf_location',
  'html_location',
  'pdf_uploaded',
  'html_uploaded',
  'uploaded_last',
  'markdown_location',
  'markdown_source',
  'markdown_outdated',
  'parse_error',
  'text_quality',
  'scanned_pdf',
  'translation_location',
  'translation_language',
] as const;

const NAME_KINDS = { bibcode: 'bibcode', doi: 'doi', preprint_id: 'preprint' } as const;

/** Returns the row of `paper_name` for a reference. */
export function nameOf({ kind, value }: PaperReference): string {
  return `${NAME_KINDS[kind]}:${value}`;
}

/** Finds a paper by a reference. The reference may be a former bibcode. */
export async function findPaper(db: Db, reference: PaperReference): Promise<PaperRow | undefined> {
  return await db
    .selectFrom('paper_name')
    .innerJoin('paper', 'paper.id', 'paper_name.paper_id')
    .select(ROW)
    .where('paper_name.name', '=', nameOf(reference))
    .executeTakeFirst();
}

export async function findPapers(db: Db, ids: readonly number[]): Promise<Map<number, PaperRow>> {
  const rows = await db
    .selectFrom('paper')
    .select(ROW)
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the known preprints that have one of these bibcodes, by bibcode. */
export async function findPreprints(db: Db, bibcodes: readonly string[]): Promise<Map<string, PaperRow>> {
  const rows = await db
    .selectFrom('paper')
    .select(ROW)
    .where('bibcode', '=', sql<string>`any(${bibcodes}::text[])`)
    .where('preprint_id', '<>', '')
    .execute();
  return new Map(rows.map((row) => [row.bibcode, row]));
}

/** Locks a paper. Returns undefined if it was deleted or merged with another paper. */
export async function lockPaper(trx: Tx, id: number): Promise<PaperRow | undefined> {
  const columns = [...ROW, 'merged_into'] as const;
  const row = await trx.selectFrom('paper').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
  return row?.merged_into === null ? row : undefined;
}

/**
 * The place where a page of the library ends. The time is a text from PostgreSQL, because a `Date` would lose the
 * microseconds.
 */
export interface LibraryPlace {
  readonly since: string;
  readonly id: number;
}

export interface LibraryPart {
  readonly after?: LibraryPlace;
  readonly offset: number;
  readonly limit: number;
  /** Words or parts of words that a paper's names must all contain. Accents, apostrophes and case do not matter. */
  readonly words: string;
  readonly newestFirst: boolean;
}

/** Lists a page of the library, in the order in which papers were added. */
export async function listLibrary(db: Db, viewer: Viewer, part: LibraryPart): Promise<(PaperRow & LibraryPlace)[]> {
  const { after, offset, limit, words, newestFirst } = part;
  const [direction, behind] = newestFirst ? (['desc', sql`<`] as const) : (['asc', sql`>`] as const);
  let query = db
    .selectFrom('paper')
    .select([...ROW, sql<string>`in_library_since::text`.as('since')])
    .where(inLibraryOf(viewer));
  if (after !== undefined)
    query = query.where(sql<boolean>`(in_library_since, id) ${behind} (${after.since}::timestamptz, ${after.id}::int)`);
  if (words !== '') query = query.where(searchTextHas(words));
  return await query
    .orderBy('in_library_since', direction)
    .orderBy('id', direction)
    .offset(offset)
    .limit(limit)
    .execute();
}

const BATCH_AT_ONCE = 1_000;

/** Yields the whole library in pages, in the order that a batch requests. */
export async function* listForBatch(db: Db, order: AssetOrder): AsyncGenerator<PaperRow[]> {
  for (let offset = 0; ; offset += BATCH_AT_ONCE) {
    let query = db.selectFrom('paper').select(ROW).where('in_library_since', 'is not', null);
    if (order === 'pub_year_desc') query = query.orderBy('year', 'desc').orderBy('date', 'desc');
    if (order === 'created_at_desc') query = query.orderBy('in_library_since', 'desc');
    const rows = await query.orderBy('in_library_since').orderBy('id').offset(offset).limit(BATCH_AT_ONCE).execute();
    yield rows;
    if (rows.length < BATCH_AT_ONCE) return;
  }
}

/** Returns the current codes of papers, and whether this transaction has added them to the library. */
export async function listImported(
  trx: Tx,
  ids: readonly number[],
): Promise<Map<number, { readonly id: number; readonly bibcode: string; readonly isNew: boolean }>> {
  const rows = await trx
    .selectFrom('paper')
    .select(['id', 'bibcode', sql<boolean>`in_library_since >= now()`.as('isNew')])
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export interface ExportSelection {
  /** If omitted, selects all papers. */
  readonly ids?: readonly number[] | undefined;
  /** Selects the papers of this collection and its subcollections. */
  readonly collection?: number | undefined;
  readonly tag?: string | undefined;
}

/** A paper with the viewer's marks, and whether the catalog knows its code. */
export interface SelectedPaper extends PaperRow {
  readonly from_catalog: boolean;
  readonly reading_state: ReadingState;
  readonly is_starred: boolean;
}

/** Lists a page of the selected papers of the library, ordered by id. */
export async function listSelected(
  db: Db,
  viewer: Viewer,
  { ids, collection, tag }: ExportSelection,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<SelectedPaper[]> {
  let query = db
    .selectFrom('paper')
    .select(ROW)
    .select((markOf(viewer, 'reading_state') as RawBuilder<ReadingState>).as('reading_state'))
    .select((markOf(viewer, 'is_starred') as RawBuilder<boolean>).as('is_starred'))
    .select(sql<boolean>`coalesce(provenance ->> 'bibcode' = 'catalog', false)`.as('from_catalog'))
    .where('id', '>', after);
  query =
    ids === undefined ? query.where(inLibraryOf(viewer)) : query.where('id', '=', sql<number>`any(${ids}::int[])`);
  if (collection !== undefined) query = query.where(sql<boolean>`id in (${papersInside(viewer, collection)})`);
  if (tag !== undefined) query = query.where(sql<boolean>`id in (${papersTagged(viewer, tag)})`);
  return await query.orderBy('id').limit(limit).execute();
}

export type PaperChange = Partial<
  Pick<
    PaperRow,
    | 'pdf_location'
    | 'html_location'
    | 'pdf_uploaded'
    | 'html_uploaded'
    | 'uploaded_last'
    | 'markdown_location'
    | 'markdown_source'
    | 'markdown_outdated'
    | 'parse_error'
    | 'text_quality'
    | 'scanned_pdf'
    | 'translation_location'
    | 'translation_language'
  >
>;

/**
 * Updates a paper and adds it to the library. Does not restore a paper from the trash, because batches must not do
 * that.
 */
export async function saveToLibrary(db: Db, id: number, change: PaperChange = {}): Promise<void> {
  const { text_quality: quality, ...others } = change;
  await db
    .updateTable('paper')
    .set({
      ...others,
      ...(quality === undefined ? {} : { text_quality: quality === null ? null : JSON.stringify(quality) }),
      in_library_since: sql<Date>`coalesce(in_library_since, case when trashed_at is null then now() end)`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Returns the locations to which a paper or one of its files refers. */
export async function findLocations(db: Db, locations: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ location: string }>`
    select location from paper,
      lateral (values (pdf_location), (html_location), (markdown_location), (translation_location)) as file(location)
    where location = any(${locations}::text[])
    union
    select named from paper_file,
      lateral (values (location), (markdown_location), (translation_location)) as file(named)
    where named = any(${locations}::text[])`.execute(db);
  return new Set(rows.map(({ location }) => location));
}

/** Deletes papers from old searches that are not in the library and that no other row refers to. */
export async function deleteUnusedPapers(db: Db, ageSec: number): Promise<void> {
  await db
    .deleteFrom('paper')
    .where('in_library_since', 'is', null)
    .where('trashed_at', 'is', null)
    .where('updated_at', '<', sql<Date>`now() - make_interval(secs => ${ageSec})`)
    .where(sql<boolean>`not exists (select from active_paper where paper_id = paper.id)`)
    .where(sql<boolean>`not exists (select from person_active_paper where paper_id = paper.id)`)
    .where(sql<boolean>`not exists (select from alert_paper where paper_id = paper.id and seen_at is null)`)
    .execute();
}
