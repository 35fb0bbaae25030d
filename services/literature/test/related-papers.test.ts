import type { RelatedPapers } from '@almagest/contracts/literature';
import { describe, expect, test } from '@jest/globals';
import { givenFound } from './papers.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

describe('related papers', () => {
  const related = async (bibcode: string) =>
    ((await world.call('get', '/api/papers/related').query({ bibcode }).expect(200)).body as RelatedPapers).papers;

  test('are listed with shared references, citations or words, without papers in the trash', async () => {
    const keys = ['okonkwo2014', 'okonkwo2005', 'nguyen2020'];
    const [first, second, third] = await Promise.all(keys.map(async (key) => await givenFound(world, key)));
    if (first === undefined || second === undefined || third === undefined) throw new Error('no papers');
    await world.sql(`update paper set in_library_since = now() where bibcode = any($1)`, [
      [first, second, third].map(({ bibcode }) => bibcode),
    ]);
    const links = (bibcode: string, codes: readonly string[]) =>
      world.sql(
        `insert into citation_network (paper_id, reference_codes, citation_codes, counts)
         select id, $2, '{}', '{}' from paper where bibcode = $1
         on conflict (paper_id) do update set reference_codes = excluded.reference_codes`,
        [bibcode, codes],
      );
    await links(first.bibcode, ['a', 'b', 'c']);
    await links(second.bibcode, ['b', 'c', 'd']);
    await links(third.bibcode, ['c']);
    const reasonOf = async () => (await related(first.bibcode)).find(({ paper }) => paper.bibcode === second.bibcode);
    expect(await reasonOf()).toMatchObject({ shared_references: 2, shared_citations: 0 });
    // One shared reference is not enough.
    const other = (await related(first.bibcode)).find(({ paper }) => paper.bibcode === third.bibcode);
    expect(other?.shared_references ?? 0).toBe(0);
    // Two papers cite both papers.
    await links(third.bibcode, [first.bibcode, second.bibcode]);
    const fourth = await givenFound(world, 'quist2017');
    await links(fourth.bibcode, [first.bibcode, second.bibcode]);
    expect(await reasonOf()).toMatchObject({ shared_references: 2, shared_citations: 2 });
    await world
      .call('post', '/api/library/trash')
      .send({ bibcodes: [second.bibcode] })
      .expect(200);
    expect(await reasonOf()).toBeUndefined();
    await world
      .call('post', '/api/library/restore')
      .send({ bibcodes: [second.bibcode] })
      .expect(200);
    await world.sql('delete from citation_network');
  });

  test('by words alone share two rare words of the title', async () => {
    for (const title of [
      'Praseodymium stratification in roAp stars',
      'Stratification of praseodymium',
      'Praseodymium alone',
    ])
      await world
        .call('post', '/api/papers')
        .send({ title, authors: ['Tester, A.'], year: '2001' })
        .expect(200);
    const [row] = await world.sql<{ bibcode: string }>(
      `select bibcode from paper where title like 'Stratification of%'`,
    );
    const papers = await related(row?.bibcode ?? '');
    expect(papers.map(({ paper, shared_words }) => [paper.title, shared_words.toSorted()])).toEqual([
      ['Praseodymium stratification in roAp stars', ['praseodymium', 'stratif']],
    ]);
  });
});
