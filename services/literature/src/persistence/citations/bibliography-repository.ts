import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { BibliographyItem } from '../../domain/citations/bibliography-item.ts';
import type { Db, Tx } from '../database.ts';

type PlacedItem = BibliographyItem & { readonly position: number };

/** An entry of a paper's reference list, with its text. */
export interface BibliographyItemRow extends PlacedItem {
  readonly paper_id: number;
  readonly text: string;
}

export async function replaceBibliography(trx: Tx, paperId: number, items: readonly PlacedItem[]): Promise<void> {
  await trx.deleteFrom('bibliography_item').where('paper_id', '=', paperId).execute();
  if (items.length === 0) return;
  const texts = (column: string) => sql`array(select jsonb_array_elements_text(${sql.ref(column)}))`;
  await sql`
    insert into bibliography_item (paper_id, position, names, keys)
    select ${paperId}, position, ${texts('names')}, ${texts('keys')}
    from ${recordset(items, { position: 'int4', names: 'jsonb', keys: 'jsonb' }, 'i')}`.execute(trx);
}

const ITEM = sql`i.paper_id, i.position, i.names, i.keys, block.text`;
const WITH_TEXT = sql`bibliography_item i join block using (paper_id, position)`;

export async function listBibliographies(db: Db, paperIds: readonly number[]): Promise<BibliographyItemRow[]> {
  const { rows } = await sql<BibliographyItemRow>`
    select ${ITEM} from ${WITH_TEXT} where paper_id = any(${paperIds}::int[]) order by paper_id, position`.execute(db);
  return rows;
}

/** Lists bibliography entries that contain one of these names or keys, from papers of the library. */
export async function listItemsFor(
  db: Db,
  { names, keys }: { readonly names: readonly string[]; readonly keys: readonly string[] },
  limit: number,
): Promise<BibliographyItemRow[]> {
  const { rows } = await sql<BibliographyItemRow>`
    select ${ITEM} from ${WITH_TEXT} join paper on paper.id = paper_id
    where (i.names && ${names}::text[] or i.keys && ${keys}::text[]) and paper.in_library_since is not null
    order by paper_id desc, position limit ${limit}`.execute(db);
  return rows;
}

/** Lists the names of papers, in the form of the table `paper_name`. */
export async function listNames(db: Db, paperIds: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('paper_name')
    .select(['paper_id', 'name'])
    .where('paper_id', '=', sql<number>`any(${paperIds}::int[])`)
    .execute();
  const names = Map.groupBy(rows, ({ paper_id }) => paper_id);
  return new Map([...names].map(([id, rows]) => [id, rows.map(({ name }) => name)]));
}

/** Finds the papers with these names. */
export async function findNamed(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('paper_name')
    .select(['name', 'paper_id'])
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .execute();
  return new Map(rows.map(({ name, paper_id }) => [name, paper_id]));
}

/** Lists known papers by surname and year. The keys have the form that `itemKeys` returns. */
export async function listByKeys(db: Db, keys: readonly string[], limit: number): Promise<number[]> {
  if (keys.length === 0) return [];
  const pairs = keys.map((key) => ({ surname: key.slice(0, -5), year: key.slice(-4) }));
  const { rows } = await sql<{ id: number }>`
    select distinct paper.id
    from ${recordset(pairs, { surname: 'text', year: 'text' }, 'k')}
    join paper on paper.surname_key = k.surname and (paper.year = k.year or left(paper.bibcode, 4) = k.year)
    where paper.merged_into is null
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists the stored links between these papers, from the catalog's lists of references and citations. */
export async function listStoredLinks(
  db: Db,
  paperIds: readonly number[],
): Promise<{ readonly citing: number; readonly cited: number }[]> {
  const of = sql`any(${paperIds}::int[])`;
  const { rows } = await sql<{ citing: number; cited: number }>`
    select n.paper_id as citing, p.paper_id as cited
    from citation_network n, unnest(reference_codes) as code join paper_name p on p.name = 'bibcode:' || code
    where n.paper_id = ${of} and p.paper_id = ${of}
    union
    select p.paper_id, n.paper_id
    from citation_network n, unnest(citation_codes) as code join paper_name p on p.name = 'bibcode:' || code
    where n.paper_id = ${of} and p.paper_id = ${of}`.execute(db);
  return rows;
}

/** Returns which of these papers have a known reference list. The list may come from the text or from the catalog. */
export async function listWithReferences(db: Db, paperIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${paperIds}::int[]) as id
    where exists (select from bibliography_item where paper_id = id)
       or exists (select from citation_network where paper_id = id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
