import { expect, test } from '@jest/globals';
import { openEarlier } from './databases.ts';

test('entries of earlier versions get volume, pages and number from the imported entry', async () => {
  await using earlier = await openEarlier('0037');
  const items = [
    { volume: '7', issue: '2', pages: 'abs/1302.6362', edition: '', number: '' },
    { volume: '1302.6362', issue: '', pages: '10-12', edition: '2nd', number: 'TN 4' },
    undefined,
  ];
  for (const [n, item] of items.entries()) {
    const { rows } = await earlier.client.query<{ id: number }>(
      `insert into paper (bibcode, title, authors, year, date, pub_journal, keywords, abstract, doi, preprint_id,
                          citation_count, reference_count, doctype, provenance, title_key, surname_key)
       values ($1, 'One', '{}', '', '', '', '{}', '', '', '', 0, 0, '', '{}', '', '') returning id`,
      [`code${n}`],
    );
    const id = rows[0]?.id;
    await earlier.client.query(
      `insert into source_record (paper_id, source, record) values ($1, 'user', '{"title": "One"}')`,
      [id],
    );
    if (item !== undefined)
      await earlier.client.query('insert into reference (paper_id, item) values ($1, $2)', [id, item]);
  }
  await earlier.migrateTo();
  const { rows } = await earlier.client.query<{ record: unknown }>(
    'select record from source_record order by paper_id',
  );
  expect(rows.map(({ record }) => record)).toEqual([
    { title: 'One', details: { volume: '7', issue: '2', pages: '', edition: '', number: '' } },
    { title: 'One', details: { volume: '', issue: '', pages: '10-12', edition: '2nd', number: 'TN 4' } },
    { title: 'One' },
  ]);
});
