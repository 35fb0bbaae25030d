import { describe, expect, test } from '@jest/globals';
import { readFeed } from '../../../src/sources/preprint/atom-feed.ts';
import { recordOfEntry } from '../../../src/sources/preprint/entries.ts';
import { readRecorded } from '@almagest/test-kit/recorded-data';
import { testRecorded } from '@almagest/test-kit/recorded-tests';
import { complaint, entry, feed } from './stand-in.ts';

const recordsOf = (xml: string) => readFeed(xml)?.entries.map(recordOfEntry);

test('an entry becomes a record', () => {
  const xml = feed(1, [
    `<entry><id>http://preprints.example.org/abs/astro-ph/9710182v3</id>
     <title>On winds,
       and $\\Gamma$ &lt; 1</title><summary>  We find
     that.  </summary>
     <updated>1999-01-01T00:00:00Z</updated><published>1997-10-16T12:00:00Z</published>
     <author><name>E. P. J. van den Heuvel</name><arxiv:affiliation>Nowhere</arxiv:affiliation></author>
     <author><name>XYZ Collaboration</name></author>
     <category term="astro-ph"/><category term="astro-ph.SR"/>
     <arxiv:journal_ref>Tst 1 (1998)
       1</arxiv:journal_ref><arxiv:doi>10.1234/ABC 10.48550/arXiv.astro-ph/9710182 10.1234/def</arxiv:doi></entry>`,
  ]);
  expect(recordsOf(xml)).toEqual([
    {
      source: 'preprint',
      bibcode: '1997astro.ph.10182V',
      formerBibcodes: [],
      title: 'On winds, and $\\Gamma$ < 1',
      authors: ['van den Heuvel, E. P. J.', 'XYZ Collaboration'],
      year: '1997',
      date: '1997-10-16',
      pubJournal: 'Tst 1 (1998) 1',
      keywords: ['astro-ph', 'astro-ph.SR'],
      abstract: 'We find that.',
      dois: ['10.1234/abc', '10.1234/def'],
      preprintId: 'astro-ph/9710182',
      citationCount: 0,
      referenceCount: 0,
      doctype: 'eprint',
    },
  ]);
});

test('prefixes and the order of elements are ignored', () => {
  const xml = `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:author><a:name>A. Bee</a:name></a:author>
    <a:published>2020-02-01</a:published><link title="doi" href="http://dx.doi.org/10.1234/X"/><a:title><![CDATA[A < b & c]]></a:title>
    <a:id>https://preprints.example.org/abs/2002.00001</a:id></a:entry><o:totalResults xmlns:o="x">1</o:totalResults></a:feed>`;
  expect(recordsOf(xml)).toMatchObject([
    { preprintId: '2002.00001', bibcode: '2020arXiv200200001B', title: 'A < b & c', dois: ['10.1234/x'] },
  ]);
});

test('entries without authors or without a preprint identifier are accepted', () => {
  const xml = feed(2, ['<entry><id>http://x/abs/2002.00002v1</id><published>2020</published></entry>', entry('none')]);
  expect(recordsOf(xml)).toMatchObject([{ bibcode: '2020arXiv200200002.', authors: [], title: '' }, undefined]);
});

test('a paper may have the title Error, and an error message is not a paper', () => {
  const paper = feed(1, ['<entry><id>http://x/abs/2002.00002v1</id><title>Error</title></entry>']);
  expect(readFeed(paper)).toMatchObject({ error: undefined, entries: { length: 1 } });
  expect(readFeed(complaint('incorrect id'))).toMatchObject({ error: 'incorrect id', entries: [] });
});

describe('recorded feeds', () => {
  const read = (name: string) => recordsOf(readRecorded(`arxiv-atom/${name}.xml`));

  testRecorded('of both formats become the same kind of records', () => {
    expect(read('2012_legacy_two_astro')).toMatchObject([
      { preprintId: '1205.1001', authors: ['Fischer, Timo', 'Risselada, H. Jelger', 'Vink, Richard L. C.'] },
      { preprintId: '1001.1001', bibcode: '2010arXiv1001.1001J', year: '2010', pubJournal: 'arXiv e-prints' },
    ]);
    expect(read('2016_legacy_single_1111.2011v2')).toMatchObject([{ dois: ['10.1103/physrevb.85.115117'] }]);
    expect(read('2026_single_astro-ph_0601001')).toMatchObject([
      { bibcode: '2006astro.ph..1001G', preprintId: 'astro-ph/0601001', pubJournal: 'ActaAstron.56:1-50,2006' },
    ]);
    expect(read('2026_two_ids_one_unknown')).toHaveLength(1);
    expect(read('2026_zero_results_id_0000.0000')).toEqual([]);
    const ten = read('2026_multi_testing_10') ?? [];
    expect(ten).toHaveLength(10);
    expect(ten.filter((record) => (record?.dois.length ?? 0) > 0)).toHaveLength(6);
    expect(ten.every((record) => record !== undefined && !/\s\s|\n/.test(record.title + record.abstract))).toBe(true);
  });

  testRecorded('with an error entry have its message', () => {
    expect(readFeed(readRecorded('arxiv-atom/2026_error_400_incorrect_id.xml'))?.error).toBe(
      'incorrect id format for abc',
    );
  });
});
