import type { StandardPaper } from '@almagest/contracts/literature';
import { beforeAll, expect, test } from '@jest/globals';
import { useWorld } from './world.ts';

/** About 25 MB of JSON, several times the buffers between two processes. */
const PAPERS = 15_000;

const world = useWorld({ worker: false });
beforeAll(async () => {
  await world.sql(
    `insert into paper (bibcode, title, authors, year, date, pub_journal, keywords, abstract, doi, preprint_id,
       citation_count, reference_count, doctype, provenance, title_key, surname_key, in_library_since)
     select '2001Tst...' || lpad(n::text, 9, '0'), 'Paper ' || n, array['Author, A.'], '2001', '2001-01-00', 'Journal',
       array['stars'], repeat('An abstract. ', 100), '', '', 0, 0, 'article', '{}', 'paper' || n, 'author',
       now() + n * interval '1 microsecond'
     from generate_series(1, $1::int) as n`,
    [PAPERS],
  );
});

test('a large library is streamed at the pace of the client', async () => {
  const answer = await fetch(`${world.url}/api/library`);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let { value } = await reader.read();
  // The client pauses. Papers removed now are missing from the list, which shows that they had not been read yet.
  await world.sql('delete from paper where bibcode > $1', ['2001Tst...000014000']);
  let text = '';
  for (; value !== undefined; { value } = await reader.read()) text += decoder.decode(value, { stream: true });
  const papers = JSON.parse(text) as StandardPaper[];
  expect(papers.map(({ bibcode }) => bibcode)).toEqual(
    Array.from({ length: 14_000 }, (_, index) => `2001Tst...${String(index + 1).padStart(9, '0')}`),
  );
});

test('a list stops when its client disconnects, and the next list is complete', async () => {
  const answer = await fetch(`${world.url}/api/library`);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await reader.cancel();
  const { body } = await world.call('get', '/api/library').query({ limit: 13_000, offset: 500 }).expect(200);
  expect(body).toHaveLength(13_000);
});

const AUTHORS = ['Böhm-Vitense, E.', "O'Brien, K.", 'Ślusarz, Łucja', 'Østensen, R.', 'D’Antona, F.', 'Großmann, A.'];

test.each([
  ['bohm-vitense', 0],
  ['BÖHM‐VITENSE', 0],
  ['Bo\u0308hm', 0],
  ['O’Brien', 1],
  ['obrien', 1],
  ['slusarz lucja', 2],
  ['Ślusarz', 2],
  ['ostensen', 3],
  ["d'antona", 4],
  ['grossmann', 5],
  ['GROẞMANN', 5],
  ['etude rayonnement', 5],
] as const)('a library search for %s finds text with accents and apostrophes', async (q, place) => {
  await world.sql(`delete from paper where bibcode like '2002%'`);
  await world.sql(
    `insert into paper (bibcode, title, authors, year, date, pub_journal, keywords, abstract, doi, preprint_id,
       citation_count, reference_count, doctype, provenance, title_key, surname_key, in_library_since)
     select '2002Tst...' || lpad(n::text, 9, '0'), 'Étude du rayonnement', array[name], '2002', '2002-01-00', '', '{}', '', '', '',
       0, 0, 'article', '{}', '', '', now() from unnest($1::text[]) with ordinality as a(name, n)
     where n = $2 + 1`,
    [AUTHORS, place],
  );
  const found = async (words: string) =>
    ((await world.call('get', '/api/library').query({ q: words }).expect(200)).body as StandardPaper[]).map(
      ({ authors }) => authors[0],
    );
  expect(await found(q)).toEqual([AUTHORS[place]]);
  // Wildcards are ordinary characters, so they don't match everything.
  expect(await found(`${q}x`)).toEqual([]);
  expect(await found('%')).toEqual([]);
});

test('a failure to read the library returns an error message, not a truncated response', async () => {
  await world.sql('alter table paper rename to gone');
  const { status, type, text } = await world.call('get', '/api/library');
  await world.sql('alter table gone rename to paper');
  expect({ status, type }).toEqual({ status: 500, type: 'text/plain' });
  expect(text).toMatch(/internal error/);
});
