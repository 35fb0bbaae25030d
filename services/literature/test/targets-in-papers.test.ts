import { parsePaper } from '@almagest/latexml-markdown/parse-paper';
import { parseInProcess } from '@almagest/pdf-markdown';
import { parsePdf } from '@almagest/pdf-markdown/parse-pdf';
import { readRecorded, recordedPath } from '@almagest/test-kit/recorded-data';
import { testRecorded } from '@almagest/test-kit/recorded-tests';
import { corpusPages, corpusPrints } from '@almagest/upstream-lab/corpus';
import { expect, test } from '@jest/globals';
import { paperText } from '../src/domain/targets/bibliography.ts';
import { extractDesignations } from '../src/domain/targets/extract-designations.ts';

type Counts = Readonly<Record<string, number>>;

function countsOf(blocks: Parameters<typeof paperText>[0]): Counts {
  return Object.fromEntries(
    extractDesignations(paperText(blocks)).map(({ designation, count }) => [designation, count]),
  );
}

async function countsIn(path: string): Promise<Counts> {
  const { blocks } = path.endsWith('.pdf') ? await parseInProcess(recordedPath(path)) : parsePaper(readRecorded(path));
  return countsOf(blocks);
}

/** The stars in the texts of the corpus, with their counts. */
const IN_CORPUS: Readonly<Record<string, Counts>> = {
  delacruz2001: {},
  gutierrez2018: { '10 Lac': 1, 'HD 93250': 1 },
  jorgensen2015: { 'G 191-B2B': 1, 'HD 149382': 1, 'Feige 110': 1, 'BD+28 4211': 1 },
  marchetti2016: { '10 Lac': 11, 'tau Sco': 11 },
  nguyen2020: {},
  okonkwo2005: { '10 Lac': 1, 'tau Sco': 1 },
  okonkwo2014: { 'HD 93250': 2, '10 Lac': 1 },
  ozdemir2016: { '53 Cam': 5, 'tau Sco': 1, 'HD 65339': 1 },
  petrov2018: { 'G 191-B2B': 1, 'GD 153': 1 },
  quist2017: {},
  tanaka2012: { 'HD 84937': 2, 'HD 140283': 1 },
  tanaka2020: {},
  zhao2023: {},
};

test('the targets of each page of the corpus are found, and no others', () => {
  const pages = corpusPages();
  const found = pages.map(({ name, html }) => [name, countsOf(parsePaper(html).blocks)]);
  expect(found).toEqual(pages.map(({ name }) => [name, IN_CORPUS[name.split('-')[0] ?? '']]));
});

// Line numbers between columns split names.
test('the targets of each PDF of the corpus without line numbers are found, and no others', async () => {
  const found: Record<string, Counts> = {};
  const named: Record<string, Counts | undefined> = {};
  for (const { name, style, pdf } of corpusPrints()) {
    const [, key = ''] = name.split('-');
    if (style === 'aastex' || key === 'review') continue;
    found[name] = countsOf((await parsePdf(pdf)).blocks);
    named[name] = IN_CORPUS[key];
  }
  expect(found).toEqual(named);
});

/** Names in the text of a paper about a planet. Running heads and drawings contain more. */
const TOI_837 = {
  'TOI 837b': 10,
  'TIC 460205581': 3,
  'TIC 847769574': 2,
  'TIC 847769581': 1,
  'TIC 460205587': 1,
  'NGC 2423': 1,
  'NGC 2547': 1,
  'NGC 6811': 2,
  'Kepler-66b': 1,
  'K2-100b': 1,
  'V1298 Tau': 1,
  'V830 Tau': 1,
  'CI Tau': 1,
  'DS Tuc': 1,
  'Gaia DR2 5251470948229949568': 1,
};

const UPPER_SCORPIUS = {
  'HD 144548': 23,
  'UScoCTIO 5': 18,
  'HIP 78977': 1,
  'EPIC 203710387': 1,
  'tau Sco': 1,
  'ome Sco': 1,
  'AD Leo': 1,
  'bet Pic': 1,
};

testRecorded.each(['papers/html/latexml087-timmy.html', 'papers/pdf/timmy.pdf'])(
  'the targets of a paper on a planet in a cluster are found in %s',
  async (path) => {
    const counts = await countsIn(path);
    expect(counts).toMatchObject(TOI_837);
    expect(counts['TOI 837']).toBeGreaterThanOrEqual(88);
    expect(counts['IC 2602']).toBe(27);
    expect(Object.keys(counts)).not.toContain('TIC 8');
  },
);

testRecorded.each(['papers/html/latexml087-gfeiden.html', 'papers/pdf/gfeiden.pdf'])(
  'the targets of a paper on eclipsing binaries, and no others, are found in %s',
  async (path) => {
    expect(await countsIn(path)).toEqual(UPPER_SCORPIUS);
  },
);

testRecorded.each([
  'pdf/1111.2011v2_condmat_twocolumn.pdf',
  'papers/html/arxiv_2510_14164.html',
  'papers/html/arxiv_2510_14523.html',
  'papers/html/arxiv_2510_14033.html',
  'papers/html/latexml087-lgkin.html',
])('no target is found in %s, which contains none', async (path) => {
  expect(await countsIn(path)).toEqual({});
});
