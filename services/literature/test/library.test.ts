import type { StandardPaper } from '@almagest/contracts/literature';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import './until.ts';
import { openWorld, type World } from './world.ts';

/** Some 25 MB of JSON: several times what lies on its way between two processes. */
const PAPERS = 15_000;

let world: World;
beforeAll(async () => {
  world = await openWorld({ worker: false });
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
afterAll(async () => {
  await world.close();
});

test('a long library is read as it is sent, and not faster than it is taken', async () => {
  const answer = await fetch(`${world.url}/api/library`);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let { value } = await reader.read();
  // Nobody reads on for a moment; what goes from the library meanwhile was not read yet, or it would be in the list.
  await world.sql('delete from paper where bibcode > $1', ['2001Tst...000014000']);
  let text = '';
  for (; value !== undefined; { value } = await reader.read()) text += decoder.decode(value, { stream: true });
  const papers = JSON.parse(text) as StandardPaper[];
  expect(papers.map(({ bibcode }) => bibcode)).toEqual(
    Array.from({ length: 14_000 }, (_, index) => `2001Tst...${String(index + 1).padStart(9, '0')}`),
  );
});

test('a list whose reader goes away is read no further, and the next is whole', async () => {
  const answer = await fetch(`${world.url}/api/library`);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await reader.cancel();
  const { body } = await world.call('get', '/api/library').query({ limit: 13_000, offset: 500 }).expect(200);
  expect(body).toHaveLength(13_000);
});

test('a library that cannot be read is answered in words, not with an answer that breaks off', async () => {
  await world.sql('alter table paper rename to gone');
  const { status, type, text } = await world.call('get', '/api/library');
  await world.sql('alter table gone rename to paper');
  expect({ status, type }).toEqual({ status: 500, type: 'text/plain' });
  expect(text).toMatch(/internal error/);
});
