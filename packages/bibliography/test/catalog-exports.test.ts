// One article and one thesis in each export format of ADS.
import { describe, expect, test } from '@jest/globals';
import { nameText, readLibrary, type ReadEntry, type Reference } from '../src/index.ts';

const entriesOf = (text: string): readonly ReadEntry[] => readLibrary(Buffer.from(text)).entries;

function referencesOf(text: string): Reference[] {
  return entriesOf(text).map(({ outcome }) => {
    if ('fault' in outcome) throw new Error(outcome.fault);
    return outcome.reference;
  });
}

const SOURCE = 'Dust and Stars, Volume 650, Issue 2, id.A12, 14 pp.';
const ADDRESS = 'https://ui.adsabs.harvard.edu/abs/2021D&S...650A..12B';
const records = (schema: string, content: string) =>
  `<?xml version='1.0' encoding='utf8'?>\n<records xmlns="https://ads.harvard.edu/schema/abs/1.1/${schema}" retrieved="2" start="1" selected="2">\n${content}\n</records>`;
const XML_ADDRESS = ADDRESS.replace('&', '&amp;');

const EXPORTS: Readonly<Record<string, readonly [format: string, text: string]>> = {
  fielded: [
    'endnote',
    `%R 2021D&S...650A..12B\n%T Winds of twelve giants\n%A Brandt, Åsa; van der Meer, J. K.\n%F AA(Institute of Dust)\n%J ${SOURCE}\n%V 650\n%D 06/2021\n%P A12\n%K stars: winds, stars:\nlate-type, outflows\n%G ADS\n%C (c) 2021\n%I ABSTRACT: Abstract;\n%U ${ADDRESS}\n%B We measure\nthem.\n%Y DOI: 10.5555/dust.1\n%Y eprintid: arXiv:2101.01234\n\n\n%R 2017PhDT........14Q\n%T Resolving dust\n%A Quist, David\n%J PhD Thesis, Leiden University, 2017\n%D 06/2017\n`,
  ],
  EndNote: [
    'endnote',
    `%0 Journal Article\n%T Winds of twelve giants\n%A Brandt, Åsa\n%A van der Meer, J. K.\n%+ AA(Institute of Dust)\n%B Dust and Stars\n%V 650\n%D 2021\n%8 June 1, 2021\n%P A12\n%K stars: winds, stars: late-type, outflows\n%U ${ADDRESS}\n%X We measure them.\n%3 10.5555/dust.1\n%= eprint: arXiv:2101.01234\n\n\n%0 Thesis\n%T Resolving dust\n%A Quist, David\n%B Ph.D. Thesis\n%D 2017\n`,
  ],
  ProCite: [
    'ris',
    `TY  - Journal\nT1  - Winds of twelve giants\nA1  - Brandt, Åsa\nA1  - van der Meer, J. K.\nJO  - ${SOURCE}\nVL  - 650\nY1  - 2021/06/1\nSP  - A12\nKW  - stars: winds\nKW  - stars: late-type\nKW  - outflows\nUR  - ${ADDRESS}\nN2  - We measure them.\nDO  - 10.5555/dust.1\nC1  - eprint: arXiv:2101.01234\nER  -\n\n\nTY  - Thesis/Dissertation\nT1  - Resolving dust\nA1  - Quist, David\nJO  - PhD Thesis, Leiden University, 2017\nY1  - 2017/06/1\nER  -\n`,
  ],
  RefWorks: [
    'refworks',
    `RT Journal\nT1 Winds of twelve giants\nA1 Brandt, Åsa\nA1 van der Meer, J. K.\nAD AA(Institute of Dust)\nJF ${SOURCE}\nVO 650\nYR 2021\nFD 2021/06/1\nSP A12\nK1 stars: winds\nK1 stars: late-type\nK1 outflows\nLK ${ADDRESS}\nAB We measure them.\nDO DOI:10.5555/dust.1; eprintid:arXiv:2101.01234\n\n\nRT Thesis/Dissertation\nT1 Resolving dust\nA1 Quist, David\nJF PhD Thesis, Leiden University, 2017\nYR 2017\n`,
  ],
  MEDLARS: [
    'medline',
    `PT  - Journal Article\nTI  - Winds of twelve giants\nAU  - Brandt, Åsa\nAU  - van der Meer, J. K.\nTA  - Dust and Stars\nSO  - ${SOURCE}\nVI  - 650\nDP  - 2021 Jun 01\nPG  - A12\n4099- ${ADDRESS}\nAB  - We measure them.\nIS  - 0004-6361\n\n\nPT  - Thesis\nTI  - Resolving dust\nAU  - Quist, David\nSO  - PhD Thesis, Leiden University, 2017\nDP  - 2017 Jun 01\n4099- https://ui.adsabs.harvard.edu/abs/2017PhDT........14Q\n`,
  ],
  'XML of abstracts': [
    'ads-xml',
    records(
      'abstracts',
      `<record refereed="true" type="article"><bibcode>2021D&amp;S...650A..12B</bibcode><title>Winds of twelve giants</title><author>Brandt, Åsa</author><author>van der Meer, J. K.</author><affiliation>AA(Institute of Dust)</affiliation><journal>${SOURCE}</journal><volume>650</volume><pubdate>Jun 2021</pubdate><page>A12</page><keywords><keyword>stars: winds</keyword><keyword>stars: late-type</keyword><keyword>outflows</keyword></keywords><link type="abstract"><name>abstract</name><url>https://x.example</url></link><url>${XML_ADDRESS}</url><abstract>We measure &lt;P /&gt;them.</abstract><DOI>10.5555/dust.1</DOI><eprintid>arXiv:2101.01234</eprintid></record>
       <record type="phdthesis"><bibcode>2017PhDT........14Q</bibcode><title>Resolving dust</title><author>Quist, David</author><journal>PhD Thesis, Leiden University, 2017</journal><pubdate>Jun 2017</pubdate></record>`,
    ),
  ],
  'XML of references': [
    'ads-xml',
    records(
      'references',
      `<record><bibcode>2021D&amp;S...650A..12B</bibcode><title>Winds of twelve giants</title><author>Brandt, Åsa</author><author>van der Meer, J. K.</author><journal>${SOURCE}</journal><pubdate>Jun 2021</pubdate><DOI>10.5555/dust.1</DOI><eprintid>arXiv:2101.01234</eprintid></record>
       <record><bibcode>2017PhDT........14Q</bibcode><title>Resolving dust</title><author>Quist, David</author><journal>PhD Thesis, Leiden University, 2017</journal><pubdate>Jun 2017</pubdate></record>`,
    ),
  ],
  'XML of Dublin Core': [
    'ads-xml',
    records(
      'dc',
      `<record><dc:identifier>2021D&amp;S...650A..12B</dc:identifier><dc:title>Winds of twelve giants</dc:title><dc:creator>Brandt, Åsa</dc:creator><dc:creator>van der Meer, J. K.</dc:creator><dc:source>${SOURCE}</dc:source><dc:date>2021-06-01</dc:date><dc:subject>stars: winds, stars: late-type, outflows</dc:subject><dc:relation>${XML_ADDRESS}</dc:relation><dc:relation>citations:3</dc:relation><dc:description>Not Available &lt;P /&gt;</dc:description><dc:identifier>doi:10.5555/dust.1</dc:identifier></record>
       <record><dc:identifier>2017PhDT........14Q</dc:identifier><dc:title>Resolving dust</dc:title><dc:creator>Quist, David</dc:creator><dc:source>PhD Thesis, Leiden University, 2017</dc:source><dc:date>2017-06-01</dc:date></record>`,
    ),
  ],
  'XML of JATS': [
    'ads-xml',
    records(
      'jats',
      `<article article-type="research-article"><front><journal-meta><journal-id journal-id-type="publisher">Dust and Stars</journal-id><issn>0004-6361</issn></journal-meta><article-meta><article-id pub-id-type="archive">2021D&amp;S...650A..12B</article-id><article-id pub-id-type="doi">10.5555/dust.1</article-id><title-group><article-title>Winds of <italic>twelve</italic> giants</article-title></title-group><contrib-group><contrib contrib-type="author"><name><surname>Brandt</surname><given-names>Åsa</given-names></name></contrib><contrib contrib-type="author"><name><surname>van der Meer</surname><given-names>J. K.</given-names></name></contrib></contrib-group><pub-date iso-8601-date="2021-06-00"/><volume>650</volume><issue>2</issue><fpage>A12</fpage><abstract><p>We measure them.</p></abstract></article-meta></front></article>
       <article article-type="dissertation"><front><article-meta><article-id pub-id-type="archive">2017PhDT........14Q</article-id><title-group><article-title>Resolving dust</article-title></title-group><contrib-group><contrib><name><surname>Quist</surname><given-names>David</given-names></name></contrib></contrib-group><pub-date><year>2017</year></pub-date></article-meta></front></article>`,
    ),
  ],
  VOTable: [
    'votable',
    `<?xml version='1.0'?>\n<!DOCTYPE VOTABLE SYSTEM "http://cdsweb.u-strasbg.fr/xml/VOTable.dtd" >\n<VOTABLE version="1.1"><RESOURCE type="results"><TABLE>${['bibcode', 'title', 'creator', 'source', 'date', 'url'].map((id) => `<FIELD ID="${id}" datatype="char"/>`).join('')}<DATA><TABLEDATA>
      <TR><TD>2021D&amp;S...650A..12B</TD><TD>Winds of twelve giants</TD><TD>Brandt, Åsa; van der Meer, J. K.</TD><TD>${SOURCE}</TD><TD>2021-06-1</TD><TD>${XML_ADDRESS}</TD></TR>
      <TR><TD>2017PhDT........14Q</TD><TD>Resolving dust</TD><TD>Quist, David</TD><TD>PhD Thesis, Leiden University, 2017</TD><TD>2017-06-1</TD><TD /></TR></TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>`,
  ],
  'a search response': [
    'ads-json',
    JSON.stringify({
      responseHeader: { status: 0 },
      response: {
        docs: [
          {
            bibcode: '2021D&S...650A..12B',
            title: ['Winds of twelve giants'],
            author: ['Brandt, Åsa', 'van der Meer, J. K.'],
            pub: 'Dust and Stars',
            pubdate: '2021-06-00',
            volume: '650',
            page: ['A12'],
            doi: ['10.5555/dust.1'],
            identifier: ['arXiv:2101.01234', '2021D&S...650A..12B'],
            abstract: 'We measure them.',
            keyword: ['stars: winds', 'stars: late-type', 'outflows'],
            doctype: 'article',
          },
          {
            bibcode: '2017PhDT........14Q',
            title: ['Resolving dust'],
            author: ['Quist, David'],
            doctype: 'phdthesis',
            year: '2017',
          },
        ],
      },
    }),
  ],
};

/** Fields that a format cannot express. */
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  MEDLARS: ['doi', 'preprintId', 'keywords'],
  'XML of references': ['abstract', 'keywords'],
  'XML of Dublin Core': ['abstract', 'preprintId'],
  'XML of JATS': ['preprintId', 'keywords'],
  VOTable: ['doi', 'preprintId', 'keywords', 'abstract'],
};

test.each(Object.keys(EXPORTS))('%s of the catalog is read as an article and a thesis', (kind) => {
  const [format = '', text = ''] = EXPORTS[kind] ?? [];
  expect(readLibrary(Buffer.from(text)).format).toBe(format);
  const [article, thesis] = referencesOf(text);
  const said = {
    type: 'article-journal',
    bibcode: '2021D&S...650A..12B',
    title: 'Winds of twelve giants',
    container: 'Dust and Stars',
    volume: '650',
    pages: 'A12',
    doi: '10.5555/dust.1',
    preprintId: '2101.01234',
    abstract: 'We measure them.',
    keywords: ['stars: winds', 'stars: late-type', 'outflows'],
  };
  expect(article).toMatchObject(
    Object.fromEntries(Object.entries(said).filter(([name]) => !(WITHOUT[kind] ?? []).includes(name))),
  );
  expect(article?.authors.map(nameText)).toEqual(['Brandt, Åsa', 'van der Meer, J. K.']);
  expect(article?.date.slice(0, 7)).toBe('2021-06');
  expect(thesis).toMatchObject({ type: 'thesis', title: 'Resolving dust' });
  expect(thesis?.date.slice(0, 4)).toBe('2017');
});

test('a feed of the catalog has the first author before the title, and the entry says that the others are missing', () => {
  const item = (title: string, code: string) =>
    `<item><title>${title}</title><link>https://ui.adsabs.harvard.edu/abs/${code}</link><description>We measure. &lt;P /&gt;</description></item>`;
  const text = `<?xml version='1.0'?><rss version="2.0"><channel><title>ADS</title>${item('Brandt, Åsa: Winds: part I', '2021D&amp;S...650A..12B')}${item('Reviews: a list', '2018D&amp;S....73Q..35.')}</channel></rss>`;
  expect(readLibrary(Buffer.from(text)).format).toBe('feed');
  expect(entriesOf(text)).toMatchObject([
    {
      warnings: ['the feed names only the first author'],
      outcome: {
        reference: {
          title: 'Winds: part I',
          authors: [{ family: 'Brandt', given: 'Åsa' }],
          bibcode: '2021D&S...650A..12B',
          date: '2021',
          abstract: 'We measure.',
        },
      },
    },
    { warnings: [], outcome: { reference: { title: 'Reviews: a list', authors: [] } } },
  ]);
});

test('the preprint server’s Atom: reads identifiers, class, journal and comment', () => {
  const text = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>ArXiv Query</title><entry><id>http://arxiv.org/abs/2101.01234v2</id><published>2021-01-03T10:00:00Z</published><title>Winds of
  giants</title><summary>  We measure. </summary><author><name>Åsa Brandt</name></author><author><name>Jan van der Meer</name></author><arxiv:doi>10.5555/dust.1</arxiv:doi><arxiv:comment>12 pages</arxiv:comment><arxiv:journal_ref>Dust 650, A12</arxiv:journal_ref><arxiv:primary_category term="astro-ph.SR"/></entry></feed>`;
  const [paper] = referencesOf(text);
  expect(paper).toMatchObject({
    type: 'article',
    title: 'Winds of giants',
    date: '2021-01-03',
    doi: '10.5555/dust.1',
    preprintId: '2101.01234',
    preprintClass: 'astro-ph.SR',
    abstract: 'We measure.',
    remark: 'Dust 650, A12; 12 pages',
  });
  expect(paper?.authors.map(nameText)).toEqual(['Brandt, Åsa', 'van der Meer, Jan']);
});

test('an export in a response of the catalog’s API is detected and read', () => {
  const answer = { msg: 'Retrieved 1 abstracts', export: '@ARTICLE{a, title = {Winds}, year = 2021}\n' };
  const library = readLibrary(Buffer.from(JSON.stringify(answer)));
  expect([library.format, library.entries.length]).toEqual(['bibtex', 1]);
});

describe('the line that says where a paper appeared', () => {
  const read = (source: string) =>
    referencesOf(records('references', `<record><title>T</title><journal>${source}</journal></record>`))[0];
  test.each([
    ['Weather, vol. 73, issue 1, pp. 35-36', { container: 'Weather', volume: '73', issue: '1', pages: '35-36' }],
    [
      '2D Materials, Volume 5, Issue 1, article id. 010201 (2018).',
      { container: '2D Materials', volume: '5', pages: '010201' },
    ],
    ['Masters thesis, University of X, March 2017, 120 pages', { type: 'thesis', genre: "Master's thesis" }],
    ['eprint arXiv:hep-th/9108028', { type: 'article', container: '', preprintId: 'hep-th/9108028' }],
    ['Bulletin 4403, 2 (2017). Edited by Green', { container: 'Bulletin 4403, 2 (2017). Edited by Green', volume: '' }],
  ])('%s', (source, parts) => {
    expect(read(source)).toMatchObject(parts);
  });
});
