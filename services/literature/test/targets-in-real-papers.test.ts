import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePaper } from '@almagest/latexml-markdown';
import { parseInProcess } from '@almagest/pdf-markdown';
import { expect, test } from '@jest/globals';
import { paperText } from '../src/domain/targets/bibliography.ts';
import { extractDesignations } from '../src/domain/targets/extract-designations.ts';

const folder = join(import.meta.dirname, '../../../../shared/data');
const ifThere = existsSync(folder) ? test : test.skip;

type Counts = Readonly<Record<string, number>>;

async function countsIn(path: string): Promise<Counts> {
  const file = join(folder, path);
  const { blocks } = path.endsWith('.pdf') ? await parseInProcess(file) : parsePaper(readFileSync(file, 'utf8'));
  return Object.fromEntries(
    extractDesignations(paperText(blocks)).map(({ designation, count }) => [designation, count]),
  );
}

/** Names as they stand in the text of a planet's paper; running heads and drawings have more of them. */
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

ifThere.each(['papers/html/latexml087-timmy.html', 'papers/pdf/timmy.pdf'])(
  'the targets of a paper on a planet in a cluster are found in %s (skipped without it)',
  async (path) => {
    const counts = await countsIn(path);
    expect(counts).toMatchObject(TOI_837);
    expect(counts['TOI 837']).toBeGreaterThanOrEqual(88);
    expect(counts['IC 2602']).toBe(27);
    expect(Object.keys(counts)).not.toContain('TIC 8');
  },
);

ifThere.each(['papers/html/latexml087-gfeiden.html', 'papers/pdf/gfeiden.pdf'])(
  'the targets of a paper on eclipsing binaries, and no others, are found in %s (skipped without it)',
  async (path) => {
    expect(await countsIn(path)).toEqual(UPPER_SCORPIUS);
  },
);

ifThere.each([
  'pdf/1111.2011v2_condmat_twocolumn.pdf',
  'papers/html/arxiv_2510_14164.html',
  'papers/html/arxiv_2510_14523.html',
  'papers/html/arxiv_2510_14033.html',
  'papers/html/latexml087-lgkin.html',
])('no target is found in %s, which names none (skipped without it)', async (path) => {
  expect(await countsIn(path)).toEqual({});
});
