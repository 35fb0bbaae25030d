import type pg from 'pg';
import { passageWriter } from './write-passages.ts';

export const PAPERS = 50_000;
export const PASSAGES_OF_PAPER = 6;
const PORTION = 250;
const SURNAMES = 5_000;
const TITLE_WORDS = 10;
const ABSTRACT_WORDS = 150;

/**
 * Adds papers with random texts directly to the tables until the library has fifty thousand papers. The benchmark does
 * not measure reading their files.
 */
export async function fillLibrary(clients: readonly pg.Client[]): Promise<void> {
  const [first] = clients;
  if (first === undefined) return;
  const { rows } = await first.query<{ text: string }>(`select string_agg(text, ' ') as text from chunk`);
  const write = passageWriter(rows[0]?.text ?? '', PASSAGES_OF_PAPER);
  const { rows: held } = await first.query<{ papers: number }>(
    `select count(*)::int as papers from paper where in_library_since is not null`,
  );
  let next = held[0]?.papers ?? 0;
  await first.query('drop index chunk_words, chunk_word_pairs');
  const work = async (client: pg.Client) => {
    while (next < PAPERS) {
      const start = next;
      next += PORTION;
      await client.query(INSERT, textsOf(start, Math.min(PORTION, PAPERS - start), write));
    }
  };
  await Promise.all(clients.map(work));
  await first.query(`set maintenance_work_mem = '1GB'`);
  await first.query('create index chunk_words on chunk using gin (words) with (fastupdate = off)');
  await first.query('create index chunk_word_pairs on chunk using gin (word_pairs(words)) with (fastupdate = off)');
  await first.query('alter index chunk_word_pairs alter column 1 set statistics 0');
  await first.query('vacuum analyze paper, chunk, block');
}

/** Returns the parameters of `INSERT`: numbers, titles, authors, abstracts, and the passages of all these papers. */
function textsOf(start: number, count: number, write: (number: number) => string): unknown[] {
  const numbers = Array.from({ length: count }, (_, place) => start + place);
  const passages = numbers.flatMap((paper) =>
    Array.from({ length: PASSAGES_OF_PAPER }, (_, place) => write(paper * PASSAGES_OF_PAPER + place)),
  );
  const records = numbers.map((_, place) => (passages[place * PASSAGES_OF_PAPER] ?? '').split(' '));
  return [
    numbers,
    records.map((words) => words.slice(0, TITLE_WORDS).join(' ')),
    numbers.map((paper) => `Surname${paper % SURNAMES}, A. B.`),
    records.map((words) => words.slice(TITLE_WORDS, TITLE_WORDS + ABSTRACT_WORDS).join(' ')),
    passages,
  ];
}

const INSERT = `
  with given as (select * from unnest($1::int[], $2::text[], $3::text[], $4::text[]) as t(n, title, author, abstract)),
  paper as (
    insert into paper (bibcode, title, authors, year, date, pub_journal, keywords, abstract, doi, preprint_id,
                       citation_count, reference_count, doctype, provenance, title_key, surname_key, in_library_since, words)
    select '2001Fil...' || lpad(n::text, 9, '0'), title, array[author, 'Other, C.'], (1960 + n % 60)::text,
           1960 + n % 60 || '-01-00', 'The Astrophysical Journal', array['stars'], abstract, '', '', n % 500, 0, 'article',
           '{}', replace(title, ' ', ''), lower(author), now() - n * interval '1 minute',
           setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('simple', author), 'B')
             || setweight(to_tsvector('english', abstract), 'D')
    from given returning id, bibcode
  ), named as (
    insert into paper_name (name, paper_id) select 'bibcode:' || bibcode, id from paper
  ), passage as (
    select id, text, (place - 1) % ${PASSAGES_OF_PAPER} as position
    from unnest($5::text[]) with ordinality as t(text, place)
    join paper on bibcode = '2001Fil...' || lpad(($1::int[])[1 + (place - 1) / ${PASSAGES_OF_PAPER}]::text, 9, '0')
  ), shown as (
    insert into block (paper_id, position, id, kind, text, text_hash, markdown)
    select id, position, 'b-' || position, 'paragraph', text, md5(text), text from passage
  )
  insert into chunk (paper_id, position, first_block, last_block, headings, text, hash, words)
  select id, position, position, position, '{Results}', text, sha256(text::bytea), to_tsvector('english', text)
  from passage`;
