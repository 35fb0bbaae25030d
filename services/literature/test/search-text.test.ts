import { expect, test } from '@jest/globals';
import { openEarlier } from './databases.ts';

const PAPERS = 1_203;
const LATER = ['0010-search-text-trigger', '0011-fill-search-text'];

test.each([
  ['has no value yet', 'alter table paper add search_text text'],
  [
    'has it as a generated column',
    `alter table paper add search_text text
       generated always as (paper_search_text(title, authors, bibcode, doi, preprint_id)) stored`,
  ],
])('the migration gives papers of a database that %s a search text that stays up to date', async (_, column) => {
  await using earlier = await openEarlier('0009');
  await earlier.client.query(`alter table paper drop search_text; ${column}`);
  await earlier.client.query(
    `insert into paper (bibcode, title, authors, year, date, pub_journal, keywords, abstract, doi, preprint_id,
                        citation_count, reference_count, doctype, provenance, title_key, surname_key)
     select 'code' || n, 'Étoiles', array['O’Neill, A.'], '', '', '', '{}', '', '', '', 0, 0, '', '{}', '', ''
     from generate_series(1, $1::int) n`,
    [PAPERS],
  );
  expect(await earlier.migrateTo('0011')).toEqual(LATER);
  const search = (text: string) =>
    earlier.client.query<{ n: number }>('select count(*)::int as n from paper where search_text like $1', [
      `%${text}%`,
    ]);
  expect((await search('etoiles oneill, a. code')).rows).toEqual([{ n: PAPERS }]);
  await earlier.client.query(`update paper set title = 'Naïve' where bibcode = 'code7'`);
  expect((await search('naive oneill')).rows).toEqual([{ n: 1 }]);
});
