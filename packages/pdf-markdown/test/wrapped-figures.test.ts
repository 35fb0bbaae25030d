import { expect, test } from '@jest/globals';
import { writePdf, type Drawing } from '@almagest/upstream-lab/pdf-writer';
import { parsePdf } from '../src/parse-pdf.ts';
import { groupLines } from '../src/layout/groups.ts';
import { makeLine } from '../src/layout/line.ts';
import { measure } from '../src/layout/metrics.ts';
import { below, FULL, LEFT, prose, read, RIGHT, setLines, type Setting } from './paper.ts';
import { run } from './runs.ts';

const CAPTION = 'Figure 1: A spectrum that is printed beside the text of its own column.';

function drawingOf(width: number): Drawing {
  return { width, height: 90, shapes: [{ left: 0, top: 0, width, height: 90 }] };
}

/** A paragraph, then two that flow around a figure at a side of their column, then one below it. */
function wrappedColumn({ x, width }: Pick<Setting, 'x' | 'width'>, side: 'left' | 'right', from: number) {
  const half = 0.46 * width;
  const beside = { x: side === 'left' ? x + width - half : x, width: half };
  const figure = { x: side === 'left' ? x : x + width - half, width: half };
  const above = setLines(prose(2, from), { x, width, y: 80, indent: 12 });
  const first = setLines(prose(2, from + 2), { ...beside, y: below(above), indent: 12 });
  const second = setLines(prose(width < 300 ? 1 : 3, from + 4), { ...beside, y: below(first), indent: 12 });
  const last = setLines(prose(4, from + 1), { x, width, y: below(second), indent: 12 });
  const top = (first[0]?.y ?? 0) + 4;
  // Half a line below those of the text.
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
] as const)('reads a caption beside text of %s apart from it, at its %s', async (columns, side) => {
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

test('begins paragraphs at indents beside a figure, also after full lines', () => {
  const lefts = [50, 50, 50, 262, 250, 250, 250, 262, 250, 250, 62, 50, 50];
  const lines = lefts.map((left, i) =>
    makeLine(1, 'full', [run(`words of line ${i} that goes on`, left, 80 + 12 * i, { right: 400 })]),
  );
  const groups = groupLines(lines, measure(lines));
  expect(groups.map((group) => lines.indexOf(group.lines[0] as (typeof lines)[number]))).toEqual([0, 3, 7, 10]);
});
