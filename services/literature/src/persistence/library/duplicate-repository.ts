import type { DuplicateReason } from '@almagest/contracts/literature';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

export interface DuplicateRow {
  readonly a: number;
  readonly b: number;
  readonly reasons: DuplicateReason[];
  readonly total: number;
}

/** Number of letters and digits of two titles to compare. Shorter titles must be equal. */
const TITLE_BEGINNING = 20;
const LEAST_TITLE = 8;

const DIFFERENT_DOIS = sql`(a.doi <> '' and b.doi <> '' and a.doi <> b.doi)`;
const YEARS_APART = sql`
  case when a.year ~ '^[0-9]{4}$' and b.year ~ '^[0-9]{4}$' then abs(a.year::int - b.year::int) > 1 else false end`;

/** Lists pairs of papers of the library that may be the same paper. Omits pairs that the user keeps separate. */
export async function listDuplicates(db: Db, start: number, limit: number): Promise<readonly DuplicateRow[]> {
  const beginning = sql.lit(TITLE_BEGINNING);
  const { rows } = await sql<DuplicateRow>`
    with lib as materialized (
      select id, title_key, surname_key, year, doi, preprint_id,
             array_remove(array[substring(pdf_location from '[0-9a-f]{16}[.]pdf$'),
                                substring(html_location from '[0-9a-f]{16}[.]html$')], null) as files
      from paper where in_library_since is not null
    ), file as materialized (select id, unnest(files) as name from lib), pair as (
      select a.id as a, b.id as b, 'identifier' as reason from lib a join lib b on a.doi = b.doi and a.id < b.id where a.doi <> ''
      union all
      select a.id, b.id, 'identifier' from lib a join lib b on a.preprint_id = b.preprint_id and a.id < b.id
      where a.preprint_id <> ''
      union all
      select a.id, b.id, 'file' from file a join file b on a.name = b.name and a.id < b.id
      union all
      select a.id, b.id, 'title'
      from lib a join lib b on a.surname_key = b.surname_key and a.id < b.id
        and left(a.title_key, ${beginning}) = left(b.title_key, ${beginning})
      where length(a.title_key) >= ${sql.lit(LEAST_TITLE)}
        and (a.title_key = b.title_key or least(length(a.title_key), length(b.title_key)) >= ${beginning}
             and (starts_with(a.title_key, b.title_key) or starts_with(b.title_key, a.title_key)))
        and not ${DIFFERENT_DOIS} and not (${YEARS_APART}))
    select a, b, array_agg(distinct reason order by reason) as reasons, (count(*) over ())::int as total
    from pair where not exists (select from kept_apart where paper_a = a and paper_b = b)
    group by a, b order by a, b offset ${start} limit ${limit}`.execute(db);
  return rows;
}

/** Marks papers as separate, or removes the mark. Returns how many pairs changed. */
export async function setApart(trx: Tx, ids: readonly number[], apart: boolean): Promise<number> {
  const sorted = ids.toSorted((a, b) => a - b);
  const pairs = sorted.flatMap((a, place) => sorted.slice(place + 1).map((b) => ({ a, b })));
  const given = recordset(pairs, { a: 'int4', b: 'int4' }, 'p');
  const { numAffectedRows = 0n } = await (
    apart
      ? sql`insert into kept_apart (paper_a, paper_b) select a, b from ${given} on conflict do nothing`
      : sql`delete from kept_apart using ${given} where paper_a = p.a and paper_b = p.b`
  ).execute(trx);
  return Number(numAffectedRows);
}

/** Marks the paper `to` as separate from every paper that is separate from one of the papers `from`. */
export async function inheritApart(trx: Tx, from: readonly number[], to: number): Promise<void> {
  const of = sql`any(${from}::int[])`;
  await sql`
    insert into kept_apart (paper_a, paper_b)
    select distinct least(other, ${to}::int), greatest(other, ${to}::int)
    from (select case when paper_a = ${of} then paper_b else paper_a end as other
          from kept_apart where paper_a = ${of} or paper_b = ${of}) as pair
    where other <> ${to} and other <> all(${from}::int[]) on conflict do nothing`.execute(trx);
}

/** Returns a function that says whether two of these papers are kept separate. */
export async function listApart(trx: Tx, ids: readonly number[]): Promise<(a: number, b: number) => boolean> {
  if (ids.length < 2) return () => false;
  const { rows } = await sql<{ paper_a: number; paper_b: number }>`
    select paper_a, paper_b from kept_apart
    where paper_a = any(${ids}::int[]) and paper_b = any(${ids}::int[])`.execute(trx);
  const pairs = new Set(rows.map(({ paper_a, paper_b }) => `${paper_a} ${paper_b}`));
  return (a, b) => pairs.has(`${Math.min(a, b)} ${Math.max(a, b)}`);
}
