// JSON and YAML of other programs and of literature indexes.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nameText, readLibrary, type Reference } from '../src/index.ts';
import { readJson } from '../src/json-values.ts';

const read = (text: string) => readLibrary(Buffer.from(text));

function referencesOf(text: string): Reference[] {
  return read(text).entries.flatMap(({ outcome }) => ('reference' in outcome ? outcome.reference : []));
}

test('Paperpile: reads labels, folders, notes, files and stars, and refuses papers in the trash', () => {
  const text = JSON.stringify([
    {
      pubtype: 'ARTICLE',
      title: 'Winds of giants',
      author: [
        { first: 'Åsa', last: 'Brandt', formatted: 'Brandt Å' },
        { first: 'J K', last: 'van der Meer' },
        { collective: 'Survey Team' },
      ],
      journal: 'D&S',
      journalfull: 'Dust and Stars',
      published: { year: '2021', month: '06', day: '01' },
      volume: '650',
      pages: '57-71',
      doi: '10.5555/dust.1',
      arxivid: '2101.01234',
      citekey: 'Brandt2021-ab',
      labelsNamed: ['winds', 'late stars'],
      foldersNamed: ['Thesis/Chapter 1'],
      url: ['http://a.example/1', 'http://a.example/2'],
      starred: 1,
      notes: '<p>My <i>note</i></p>',
      attachments: [{ filename: 'All Papers/B/Brandt.pdf', mimeType: 'application/pdf' }],
      keywords: 'k1, k2',
      trashed: 0,
    },
    { pubtype: 'PP_THESIS', kind: 'Thesis', title: 'Dust', published: { year: '2017' }, school: 'Leiden' },
    { pubtype: 'ARTICLE', title: 'Thrown away', trashed: 1 },
  ]);
  const { format, entries } = read(text);
  expect(format).toBe('paperpile-json');
  expect(referencesOf(text)).toMatchObject([
    {
      key: 'Brandt2021-ab',
      type: 'article-journal',
      authors: [
        { family: 'Brandt', given: 'Åsa' },
        { family: 'van der Meer', given: 'J K' },
        { literal: 'Survey Team' },
      ],
      container: 'Dust and Stars',
      date: '2021-06-01',
      preprintId: '2101.01234',
      url: 'http://a.example/1',
      tags: ['winds', 'late stars'],
      keywords: ['k1', 'k2'],
      collections: [['Thesis', 'Chapter 1']],
      notes: ['My note'],
      files: [{ path: 'All Papers/B/Brandt.pdf', type: 'application/pdf' }],
      isStarred: true,
      extra: { 'paperpile:url': 'http://a.example/2' },
    },
    { type: 'thesis', title: 'Dust', publisher: 'Leiden', date: '2017' },
  ]);
  expect(entries[2]?.outcome).toEqual({ fault: "it is in Paperpile's trash" });
});

const work = {
  title: 'Winds of giants',
  container: 'Dust and Stars',
  volume: '650',
  pages: '57-71',
  doi: '10.5555/dust.1',
  preprintId: '2101.01234',
};

test.each([
  [
    'openalex-json',
    {
      meta: { count: 1 },
      results: [
        {
          id: 'https://openalex.org/W1',
          doi: 'https://doi.org/10.5555/dust.1',
          title: 'Winds of giants',
          publication_date: '2021-06-01',
          type: 'article',
          primary_location: { source: { display_name: 'Dust and Stars', issn: ['0004-6361'] } },
          authorships: [{ author: { display_name: 'Åsa Brandt' } }, { author: { display_name: 'Jan van der Meer' } }],
          biblio: { volume: '650', first_page: '57', last_page: '71' },
          abstract_inverted_index: { We: [0], winds: [2], measure: [1, 1e9] },
          locations: [{ landing_page_url: 'http://arxiv.org/abs/2101.01234' }],
        },
      ],
    },
    { ...work, date: '2021-06-01', issn: '0004-6361', abstract: 'We measure winds' },
  ],
  [
    'inspire-json',
    {
      hits: {
        hits: [
          {
            metadata: {
              titles: [{ title: 'Winds of giants' }],
              authors: [{ full_name: 'Brandt, Åsa' }, { full_name: 'van der Meer, Jan' }],
              publication_info: [
                {
                  journal_title: 'Dust and Stars',
                  journal_volume: '650',
                  page_start: '57',
                  page_end: '71',
                  year: 2021,
                },
              ],
              dois: [{ value: '10.5555/dust.1' }],
              arxiv_eprints: [{ value: '2101.01234', categories: ['astro-ph.SR'] }],
              texkeys: ['Brandt:2021abc'],
              document_type: ['conference paper'],
              abstracts: [{ value: 'One' }, { value: 'The same from elsewhere' }],
            },
          },
        ],
      },
    },
    { ...work, key: 'Brandt:2021abc', type: 'paper-conference', preprintClass: 'astro-ph.SR', abstract: 'One' },
  ],
  [
    'semantic-scholar-json',
    {
      total: 1,
      data: [
        {
          paperId: 'abc',
          externalIds: { ArXiv: '2101.01234', DOI: '10.5555/dust.1' },
          title: 'Winds of giants',
          journal: { name: 'Dust and Stars', volume: '650', pages: '57-71' },
          authors: [{ name: 'Åsa Brandt' }, { name: 'Jan van der Meer' }],
          year: 2021,
        },
      ],
    },
    { ...work, date: '2021' },
  ],
])('reads %s as a search response and as separate works', (format, answer, parts) => {
  const lists = [answer, Object.values(answer).find(Array.isArray)].filter((value) => value !== undefined);
  for (const value of lists) {
    const text = JSON.stringify(value);
    expect(read(text).format).toBe(format);
    const [entry] = referencesOf(text);
    expect(entry).toMatchObject(parts);
    expect(entry?.authors.map(nameText)).toEqual(['Brandt, Åsa', 'van der Meer, Jan']);
  }
});

test('names of object properties are not types', () => {
  const text = JSON.stringify([{ id: 'https://openalex.org/W1', title: 'T', type: 'constructor' }]);
  expect(referencesOf(text)[0]?.type).toBe('article-journal');
});

describe('handwritten JSON', () => {
  /** Serialises a value with a comma after the last item of every list and object. */
  const withLastCommas = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map((one) => `${withLastCommas(one)},\n`).join('')}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    return `{${Object.entries(value)
      .map(([name, one]) => `${JSON.stringify(name)} : ${withLastCommas(one)} ,`)
      .join(' ')}\n}`;
  };

  test('trailing commas are ignored, and commas in texts are kept', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom(',]', 'a,}', '",]', '\\",}', ', \n]'));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(
          text.filter((name) => name !== '__proto__'),
          tie('value'),
          { maxKeys: 4 },
        ),
      ),
    }));
    fc.assert(
      fc.property(value, (given) => {
        expect(readJson(withLastCommas(given))).toEqual(JSON.parse(JSON.stringify(given)));
      }),
    );
  });

  test('one object per line is a list', () => {
    const lines = ['{"title": "One", "type": "book"}', '', '{"title": "Two", "type": "book"}'].join('\n');
    expect(referencesOf(lines).map(({ title }) => title)).toEqual(['One', 'Two']);
  });

  test.each(['[1,,2]', '{"a": 1,, }', '[,]x', '{"a":1}\n{"b":', '["a" "b",]'])('%s is refused', (text) => {
    expect(() => readJson(text)).toThrow(/not JSON/);
  });
});

describe('CSL-YAML', () => {
  test("reads pandoc's references, followed by another document", () => {
    const text = `---
references:
- id: brandt21
  type: article-journal
  title: 'Winds of giants: part I'
  author:
  - family: Brandt
    given: Åsa
  - family: Meer
    given: Jan
    non-dropping-particle: van der
  issued:
  - year: 2021
    month: 6
  volume: 650
  DOI: 10.5555/dust.1
...
---
title: A manuscript
`;
    expect(read(text).format).toBe('csl-yaml');
    expect(referencesOf(text)).toMatchObject([
      {
        key: 'brandt21',
        title: 'Winds of giants: part I',
        date: '2021-06',
        volume: '650',
        authors: [
          { family: 'Brandt', given: 'Åsa' },
          { family: 'van der Meer', given: 'Jan' },
        ],
      },
    ]);
  });

  test('a file that expands without bound, and one that is not YAML, are refused', () => {
    const bomb = [
      'references:',
      '- &a0 {title: T}',
      ...Array.from({ length: 30 }, (_, n) => `- &a${n + 1} {id: x, note: [${`*a${n},`.repeat(9)}]}`),
    ].join('\n');
    expect(() => read(bomb)).toThrow(/not YAML/);
    expect(() => read('references:\n- id: [\n')).toThrow(/not YAML/);
  });
});
