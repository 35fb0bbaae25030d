import { sql } from 'kysely';
import type { SharedReferences, SharedWords } from '../../domain/citations/related-papers.ts';
import type { Db } from '../database.ts';

/** Maximum number of papers for each kind of relation. */
const MOST = 100;

/** Words that occur in more records than this are ignored. */
const COMMON = 500;

/**
 * Selects papers of the library that cite papers which this paper also cites. The citations come from reference lists
 * or from the catalog.
 */
export async function listSharedReferences(db: Db, paperId: number): Promise<SharedReferences[]> {
  const { rows } = await sql<SharedReferences>`
    with printed as (
      select other.paper_id, count(distinct mine.position) as count
      from bibliography_item mine join bibliography_item other
        on other.paper_id <> mine.paper_id and (other.names && mine.names or other.keys && mine.keys)
      where mine.paper_id = ${paperId} group by other.paper_id
    ), listed as (
      select other.paper_id, count(distinct code) as count
      from citation_network mine join citation_network other on other.paper_id <> mine.paper_id
          and other.reference_codes && mine.reference_codes,
        unnest(other.reference_codes) as code
      where mine.paper_id = ${paperId} and code = any(mine.reference_codes) group by other.paper_id)
    select paper_id as id, max(count)::int as count
    from (select * from printed union all select * from listed) as shared join paper on paper.id = paper_id
    where trashed_at is null group by paper_id order by count desc, id limit ${MOST}`.execute(db);
  return rows;
}

/**
 * Selects known papers that other papers cite together with this paper. The known papers need not be in the library.
 */
export async function listCitedTogether(db: Db, paperId: number): Promise<SharedReferences[]> {
  const { rows } = await sql<SharedReferences>`
    with name as materialized (select name from paper_name where paper_id = ${paperId}),
    citing as materialized (
      select paper_id from citation_network
      where reference_codes && array(select substr(name, 9) from name where starts_with(name, 'bibcode:'))
      union select paper_id from bibliography_item where names && array(select name from name)
    ), cited as (
      select citing.paper_id, 'bibcode:' || code as name
      from citing join citation_network using (paper_id), unnest(reference_codes) as code
      union select citing.paper_id, printed from citing join bibliography_item using (paper_id), unnest(names) as printed)
    select paper_name.paper_id as id, count(distinct cited.paper_id)::int as count
    from cited join paper_name using (name) join paper on paper.id = paper_name.paper_id
    where paper_name.paper_id <> ${paperId} and trashed_at is null
    group by paper_name.paper_id order by count desc, id limit ${MOST}`.execute(db);
  return rows;
}

/**
 * Selects papers of the library whose title, keywords or abstract share rare words with this paper's title and
 * keywords.
 */
export async function listSharedWords(db: Db, paperId: number): Promise<SharedWords[]> {
  const { rows } = await sql<SharedWords>`
    with mine as materialized (
      select lexeme, ('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || ''':ACD')::tsquery as query
      from paper, unnest(words) where id = ${paperId} and weights && array['A', 'C']
    ), hit as materialized (
      select lexeme, id from mine, lateral (
        select id from paper where words @@ query and in_library_since is not null limit ${COMMON}) as found
    ), weight as (
      select lexeme, ln(1 + (select count(*) from paper where in_library_since is not null) / count(*)::float8) as weight
      from hit group by lexeme having count(*) between 2 and ${COMMON - 1})
    select id, array_agg(lexeme order by weight desc, lexeme) as words, sum(weight) as weight
    from hit join weight using (lexeme) where id <> ${paperId}
    group by id order by weight desc, id limit ${MOST}`.execute(db);
  return rows;
}
