import type pg from 'pg';

/** The words of a passage, about as many as in the service's passages. */
const PASSAGE_WORDS = 250;

/** The shares of a passage's words: common words of the library, words of its subject, and rare words. */
const COMMON = 0.85;
const OF_SUBJECT = 0.1;

const SUBJECTS = 400;
const SUBJECT_WORDS = 60;
const RARE_WORDS = 60_000;
const PASSAGES_OF_PAPER = 50;
const PORTION = 500;

/**
 * Adds random passages directly to the tables until the tables have `total` passages. Their words are as frequent as in
 * the library, with subjects and rare words. Their vectors have random directions.
 */
export async function fillPassages(clients: readonly pg.Client[], total: number): Promise<void> {
  const [first] = clients;
  if (first === undefined) return;
  const { rows } = await first.query<{ text: string; held: number }>(
    `select string_agg(text, ' ') as text, count(*)::int as held from chunk`,
  );
  const { text = '', held = 0 } = rows[0] ?? {};
  const write = passageWriter(text.toLowerCase().match(/[a-z]{2,}/g) ?? []);
  await first.query('drop index chunk_words');
  let next = held;
  const work = async (client: pg.Client) => {
    while (next < total) {
      const start = next;
      next += PORTION;
      const texts = Array.from({ length: Math.min(PORTION, total - start) }, (_, place) => write(start + place));
      await client.query(INSERT, [start, PASSAGES_OF_PAPER, texts]);
    }
  };
  await Promise.all(clients.map(work));
  await first.query('create index chunk_words on chunk using gin (words) with (fastupdate = off)');
  await first.query('vacuum analyze chunk, chunk_vector');
}

const INSERT = `
  with given as (
    select place + $1 as n, ($1 + place) / $2 as of, text from unnest($3::text[]) with ordinality as t(text, place)
  ), paper as (
    insert into paper (bibcode, title, authors, year, date, pub_journal, keywords, abstract, doi, preprint_id,
                       citation_count, reference_count, doctype, provenance, title_key, surname_key)
    select distinct 'fill' || $1 || '-' || of, 'Paper ' || of, '{}'::text[], '', '', '', '{}'::text[], '', '', '', 0, 0, '',
           '{}'::jsonb, '', '' from given
    returning id, bibcode
  ), added as (
    insert into chunk (paper_id, position, first_block, last_block, headings, text, hash, words)
    select id, n % $2, 0, 0, '{Results}', text, sha256(text::bytea), to_tsvector('english', text)
    from given join paper on bibcode = 'fill' || $1 || '-' || of
    returning id)
  insert into chunk_vector (chunk_id, model, version, code, vector)
  select id, 'lab-embedding', nextval('chunk_vector_version'), sha512((id || 'a')::bytea) || sha512((id || 'b')::bytea),
         (select string_agg(sha512((id || '-' || part)::bytea), '') from generate_series(1, 8) as part)
  from added`;

/** Returns a writer of random texts that are the same in every run. */
function passageWriter(common: readonly string[]): (number: number) => string {
  let state = 1;
  // A linear congruential generator (Press et al., Numerical Recipes, 2nd ed., sect. 7.1).
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const rare = Array.from({ length: RARE_WORDS }, (_, word) => `qz${word.toString(36)}x`);
  const subjects = Array.from({ length: SUBJECTS }, () =>
    Array.from({ length: SUBJECT_WORDS }, () => pick(random() < 0.5 ? common : rare)),
  );
  return (number) => {
    const subject = subjects[Math.floor(number / PASSAGES_OF_PAPER) % SUBJECTS] ?? [];
    const words = Array.from({ length: PASSAGE_WORDS }, () => {
      const kind = random();
      return pick(kind < COMMON ? common : kind < COMMON + OF_SUBJECT ? subject : rare);
    });
    return words.join(' ');
  };
}
