import type { Reference } from '@almagest/bibliography';
import { sql, type RawBuilder } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';
import { isInLibrary, type LibraryFilter } from '../library/library-filter.ts';
import type { PaperRow } from '../papers/paper-repository.ts';
import { createdBy, ownedBy } from '../people/visibility.ts';

/** The source of a bibliography. If all three fields are null, the bibliography contains the whole library. */
export interface BibliographySource {
  readonly collection_id: number | null;
  readonly search_id: number | null;
  readonly tag: string | null;
}

export interface BibliographyRow extends BibliographySource {
  readonly id: number;
  readonly owner_id: string | null;
  /** The name of the collection, search or tag. */
  readonly name: string;
  readonly created_at: Date;
}

/** Lists the bibliographies that the viewer owns. */
export async function listBibliographies(db: Db, viewer: Viewer): Promise<BibliographyRow[]> {
  return await described(db).where(ownedBy(viewer, 'bibliography')).orderBy('bibliography.id').execute();
}

export async function countBibliographies(db: Db, viewer: Viewer): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from bibliography where ${createdBy(viewer, 'bibliography')}`.execute(db);
  return rows[0]?.total ?? 0;
}

function described(db: Db) {
  return db
    .selectFrom('bibliography')
    .leftJoin('collection', 'collection.id', 'collection_id')
    .leftJoin('saved_search', 'saved_search.id', 'search_id')
    .select(['bibliography.id', 'bibliography.owner_id', 'collection_id', 'search_id', 'tag'])
    .select('bibliography.created_at')
    .select(sql<string>`coalesce(collection.name, saved_search.name, tag, '')`.as('name'));
}

export async function insertBibliography(
  trx: Tx,
  { ownerId }: Viewer,
  source: BibliographySource,
  digest: Buffer,
): Promise<BibliographyRow> {
  const { id } = await trx
    .insertInto('bibliography')
    .values({ ...source, owner_id: ownerId, key_digest: digest })
    .returning('id')
    .executeTakeFirstOrThrow();
  return await described(trx).where('bibliography.id', '=', id).executeTakeFirstOrThrow();
}

/** Deletes a bibliography of the viewer. Returns undefined if the viewer has no such bibliography. */
export async function deleteBibliography(trx: Tx, viewer: Viewer, id: number): Promise<BibliographySource | undefined> {
  return await trx
    .deleteFrom('bibliography')
    .where('id', '=', id)
    .where(ownedBy(viewer, 'bibliography'))
    .returning(['collection_id', 'search_id', 'tag'])
    .executeTakeFirst();
}

export async function findBibliography(db: Db, id: number, digest: Buffer): Promise<BibliographyRow | undefined> {
  return await described(db).where('bibliography.id', '=', id).where('key_digest', '=', digest).executeTakeFirst();
}

/** Renames a tag in the bibliographies that use the tag, so that the bibliographies keep their papers. */
export async function renameListedTag(trx: Tx, viewer: Viewer, name: string, newName: string): Promise<void> {
  await sql`
    update bibliography set tag = ${newName} where tag = ${name} and ${ownedBy(viewer, 'bibliography')}`.execute(trx);
}

/** The columns of an entry except the imported entry. Leaves out the abstract. */
const ENTRY = sql`
  paper.id, paper.bibcode, paper.title, paper.authors, paper.year, paper.pub_journal, paper.keywords, paper.doi,
  paper.preprint_id, paper.doctype, current.key, alias.keys as aliases`;

/** The parts of an imported entry that a bibliography omits. They make up most of the entry's length. */
const LEFT_OUT = sql`'{abstract,keywords,tags,notes,files,collections}'::text[]`;

function entriesOf(viewer: Viewer): RawBuilder<unknown> {
  return sql`
    left join reference on reference.paper_id = paper.id
    left join citation_key as current
      on current.paper_id = paper.id and not current.is_alias and ${createdBy(viewer, 'current')}
    left join (
      select array_agg(key order by key) as keys, paper_id from citation_key
      where is_alias and ${createdBy(viewer, 'citation_key')} group by paper_id) as alias
      on alias.paper_id = paper.id`;
}

export type BibliographyEntry = Omit<EntryRow, 'aliases' | 'key'> & {
  readonly key: string;
  readonly aliases: readonly string[];
};

/** The columns of a paper that its bibliography entry uses. */
export type CitedPaper = Pick<
  PaperRow,
  'bibcode' | 'title' | 'authors' | 'year' | 'pub_journal' | 'keywords' | 'abstract' | 'doi' | 'preprint_id' | 'doctype'
>;

interface EntryRow extends Omit<CitedPaper, 'abstract'> {
  readonly id: number;
  readonly item: Omit<Reference, 'abstract' | 'keywords' | 'tags' | 'notes' | 'files' | 'collections'> | null;
  readonly key: string | null;
  readonly aliases: readonly string[] | null;
}

/** Returns the entries of papers that have a citation key, sorted by the id of the paper. */
export async function listEntries(db: Db, viewer: Viewer, paperIds: readonly number[]): Promise<BibliographyEntry[]> {
  const { rows } = await sql<EntryRow>`
    select ${ENTRY}, reference.item - ${LEFT_OUT} as item
    from unnest(${paperIds}::int[]) as chosen (id) join paper on paper.id = chosen.id ${entriesOf(viewer)}
    order by paper.id`.execute(db);
  return rows.flatMap(({ key, aliases, ...row }) => (key === null ? [] : [{ ...row, key, aliases: aliases ?? [] }]));
}

/** Entries of papers with adjacent ids. */
export interface EntryGroup {
  readonly paperIds: readonly number[];
  /** Changes whenever the set of entries or the content of an entry changes. */
  readonly digest: string;
  /** Whether all papers have a citation key. */
  readonly hasKeys: boolean;
}

/** Number of ids in a group. A change to an entry changes only the digest of its group. */
const IDS_IN_GROUP = 256;

/** Returns the entries of a bibliography in groups, sorted by the id of the paper. */
export async function digestEntries(db: Db, viewer: Viewer, filter: LibraryFilter): Promise<EntryGroup[]> {
  const { rows } = await sql<EntryGroup>`
    select array_agg(id order by id) as "paperIds", md5(string_agg(entry::text, '' order by id)) as digest,
      bool_and(key is not null) as "hasKeys"
    from (select ${ENTRY}, item_digest from paper ${entriesOf(viewer)} where ${isInLibrary(viewer, filter)}) as entry
    group by id / ${sql.lit(IDS_IN_GROUP)} order by min(id)`.execute(db);
  return rows;
}
