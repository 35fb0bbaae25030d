import { writePdf, type Page, type Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import { addFootnote } from '../src/blocks/add-footnote.ts';
import type { Draft } from '../src/blocks/draft.ts';
import { makeLine } from '../src/layout/lines/line.ts';
import { parsePdf } from '../src/parse-pdf.ts';
import { FULL, prose, read, setLines } from './paper.ts';
import { run } from './runs.ts';
import type { TableRegion } from '../src/layout/tables/table-region.ts';

const RULE = { left: FULL.x, top: 690, width: 120, height: 0.4 };
const small = (lines: readonly Text[]) => lines.map((line, i) => ({ ...line, size: 8, x: FULL.x, y: 704 + 10 * i }));

/** Prints a page with the lines of a note at its foot. */
function pageWith(note: readonly Text[]): Page {
  return { texts: [...setLines(prose(24), { ...FULL, y: 80 }), ...note], shapes: [RULE] };
}

const notesOf = async (...pages: Page[]) => {
  const { blocks } = await parsePdf(writePdf(pages));
  return blocks.flatMap(({ kind, text }) => (kind === 'footnote' ? [text] : []));
};

test('joins a note that continues at the foot of the next page', async () => {
  const lines = small(setLines(prose(4), { ...FULL, y: 704, size: 8 }));
  const mark: Text = { text: '1', x: FULL.x - 4, y: 701, size: 5 };
  const rest = lines.slice(2).map((line, i) => ({ ...line, y: 704 + 10 * i }));
  expect(await notesOf(pageWith([mark, ...lines.slice(0, 2)]), pageWith(rest))).toEqual([read(prose(4))]);
});

const lineOf = (page: number, text: string, baseline: number, right: number) =>
  makeLine(page, 'full', [run(text, 50, baseline, { right, size: 8 })]);
const cutNote = (end: string, right = 400): Draft => ({
  kind: 'footnote',
  lines: [lineOf(1, 'The archive has all spectra of the', 700, 400), lineOf(1, end, 710, right)],
});
const TABLE: TableRegion = { page: 2, box: { left: 50, top: 80, right: 400, bottom: 200 }, rows: [], ruleHeights: [] };

test.each<[string, readonly Draft[], number]>([
  ['joins a note that continues', [cutNote('stars that were observed until')], 1],
  ['does not join a note that has ended', [cutNote('stars that were observed until then.')], 2],
  ['does not join a note with a short last line', [cutNote('www.example.org/archive', 150)], 2],
  [
    'reads small print below a table as its note',
    [cutNote('stars that were seen'), { kind: 'table', table: TABLE }],
    3,
  ],
])('a note at the foot of one page, and small print on the next: %s', (_, before, count) => {
  const drafts = [...before];
  addFootnote(drafts, { kind: 'text', lines: [lineOf(2, 'the end of the survey.', 700, 200)], indented: false });
  expect(drafts).toHaveLength(count);
});
