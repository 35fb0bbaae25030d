import { expect, test } from '@jest/globals';
import { writePdf, type Drawing } from '@almagest/upstream-lab/pdf-writer';
import { parsePdf } from '../src/parse-pdf.ts';
import { groupLines } from '../src/layout/paragraphs/groups.ts';
import { makeLine } from '../src/layout/lines/line.ts';
import { measure } from '../src/layout/lines/metrics.ts';
import type { Row } from '../src/layout/rows/page-rows.ts';
import type { PlacedRun } from '../src/text/placed-run.ts';
import { findWrappedCaptions } from '../src/layout/captions/wrapped-captions.ts';
import { below, FULL, LEFT, prose, read, RIGHT, setLines, type Setting } from './paper.ts';
import { BOLD, rowOf, run } from './runs.ts';

const CAPTION = 'Figure 1: A spectrum that is printed beside the text of its own column.';

function drawingOf(width: number): Drawing {
  return { width, height: 90, shapes: [{ left: 0, top: 0, width, height: 90 }] };
}

/**
 * Sets four paragraphs: one above a figure, two that flow around the figure at one side of the column, and one below
 * the figure.
 */
function wrappedColumn({ x, width }: Pick<Setting, 'x' | 'width'>, side: 'left' | 'right', from: number) {
  const half = 0.46 * width;
  const beside = { x: side === 'left' ? x + width - half : x, width: half };
  const figure = { x: side === 'left' ? x : x + width - half, width: half };
  const above = setLines(prose(2, from), { x, width, y: 80, indent: 12 });
  const first = setLines(prose(2, from + 2), { ...beside, y: below(above), indent: 12 });
  const second = setLines(prose(width < 300 ? 1 : 3, from + 4), { ...beside, y: below(first), indent: 12 });
  const last = setLines(prose(4, from + 1), { x, width, y: below(second), indent: 12 });
  const top = (first[0]?.y ?? 0) + 4;
  // The caption is half a line below the lines of the text.
  const caption = setLines(CAPTION, { ...figure, y: top + 110 });
  return {
    texts: [...above, ...first, ...second, ...last, ...caption],
    drawings: [{ drawing: drawingOf(figure.width), left: figure.x, top }],
    paragraphs: [prose(2, from), prose(2, from + 2), prose(width < 300 ? 1 : 3, from + 4), prose(4, from + 1)].map(
      read,
    ),
  };
}

test.each([
  ['one column', 'left'],
  ['one column', 'right'],
  ['two columns', 'left'],
  ['two columns', 'right'],
] as const)('separates a caption from %s text next to it, at its %s', async (columns, side) => {
  const wrapped = wrappedColumn(columns === 'one column' ? FULL : LEFT, side, 0);
  const right = setLines(prose(20), { ...RIGHT, y: 80, indent: 12 });
  const page = { texts: [...wrapped.texts, ...(columns === 'one column' ? [] : right)], drawings: wrapped.drawings };
  const rest = {
    texts:
      columns === 'one column'
        ? setLines(prose(20, 3), { ...FULL, y: 80 })
        : [...setLines(prose(20, 3), { ...LEFT, y: 80 }), ...setLines(prose(20, 4), { ...RIGHT, y: 85 })],
  };
  const { blocks } = await parsePdf(writePdf([page, rest]));
  const textsOf = (kind: string) =>
    blocks.filter((block) => block.kind === kind && block.page === 1).map(({ text }) => text);
  expect(textsOf('figure')).toEqual([CAPTION]);
  expect(textsOf('paragraph').slice(0, 4)).toEqual(wrapped.paragraphs);
});

test('does not mistake a caption that continues below a second drawing for a caption next to text', () => {
  const drawings = [60, 320].map((left) => ({ left, top: 70, right: left + 200, bottom: 160 }));
  const runs = [
    run('Figure 1: Three stars', 100, 180, { right: 255 }),
    run('(80', 258, 180, { font: BOLD, right: 275 }),
  ];
  const rows = [
    rowOf(...runs, run('with', 279, 180, { right: 300 }), run('models of them', 304, 180, { right: 540 })),
    rowOf(run('and their errors', 60, 192, { right: 550 })),
  ];
  expect(findWrappedCaptions(rows, drawings, undefined)).toEqual([]);
  // Text further away from the caption is separate text next to the caption.
  const apart = [rowOf(runs[0] as PlacedRun, run('with models of them', 279, 180, { right: 540 })), rows[1] as Row];
  expect(findWrappedCaptions(apart, drawings, undefined)).toHaveLength(1);
});

test('begins paragraphs at indents next to a figure, also after full lines', () => {
  const lefts = [50, 50, 50, 262, 250, 250, 250, 262, 250, 250, 62, 50, 50];
  const lines = lefts.map((left, i) =>
    makeLine(1, 'full', [run(`words of line ${i} that goes on`, left, 80 + 12 * i, { right: 400 })]),
  );
  const groups = groupLines(lines, measure(lines));
  expect(groups.map((group) => lines.indexOf(group.lines[0] as (typeof lines)[number]))).toEqual([0, 3, 7, 10]);
});
