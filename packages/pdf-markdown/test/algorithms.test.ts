import { writePdf, type Page, type Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import { extractTables } from '../src/layout/tables/tables.ts';
import { parsePdf } from '../src/parse-pdf.ts';
import { LEFT, prose, read, RIGHT, setLines, widthOf } from './paper.ts';
import { pageOf, rowOf, run } from './runs.ts';

const rules = (...heights: readonly number[]) => heights.map((y) => ({ left: 50, right: 300, y }));

test('separates a table from an algorithm below it with rules of the same width', () => {
  const table = ['HD 1', 'HD 22', 'HD 333', 'HD 4'].map((name, i) =>
    rowOf(run(name, 55, 112 + 12 * i), run(`3${i}.2`, 150, 112 + 12 * i)),
  );
  const steps = ['draw a model', 'compute its spectrum', 'accept it'].map((step, i) =>
    rowOf(run(`${i + 1}:`, 55, 202 + 12 * i), run(step, 70, 202 + 12 * i)),
  );
  const rows = [
    rowOf(run('Table 1. Stars', 50, 90)),
    ...table,
    rowOf(run('Algorithm 1', 52, 186), run('Sampling', 110, 186)),
    ...steps,
  ];
  const { tables } = extractTables(pageOf(1, rows, { rules: rules(100, 155, 175, 190, 235) }));
  expect(tables[0]?.ruleHeights).toEqual([100, 155]);
  expect(tables[0]?.rows).toHaveLength(table.length);
});

/** Prints an algorithm between rules as wide as the column. */
function algorithm(y: number, steps: readonly (readonly [indent: number, text: string])[]): Page {
  const shapes = [y - 12, y + 4, y + 8 + 12 * steps.length].map((top) => ({
    left: LEFT.x,
    top,
    width: LEFT.width,
    height: 0.5,
  }));
  return {
    texts: [
      { text: 'Algorithm 1:', x: LEFT.x + 4, y, font: 'Times-Bold' },
      { text: 'Sampling of the winds', x: LEFT.x + 64, y },
      ...steps.map(([indent, text], i) => ({ text, x: LEFT.x + 10 + indent, y: y + 15 + 12 * i })),
    ],
    shapes,
  };
}

async function blocksOf(...pages: Page[]) {
  const { blocks } = await parsePdf(writePdf(pages));
  return blocks.map(({ kind, text }) => [kind, text]);
}

const TITLE: Text = { text: 'Winds of Hot Subdwarfs and their Abundances', x: 160, y: 50, size: 17 };
const NARROW = 'words of a paragraph that an algorithm interrupts';

test.each<[string, (readonly [number, string])[], string]>([
  [
    'without numbers',
    [
      [0, 'Input: the model'],
      [0, 'for all stars do'],
      [12, 'draw a wind;'],
      [0, 'return the winds'],
    ],
    'Input: the model\nfor all stars do\n  draw a wind;\nreturn the winds',
  ],
  [
    'with numbers, which look like cells',
    [
      [0, '1:   draw a model'],
      [0, '2:   compute its wind'],
      [0, '3:   accept it'],
    ],
    '1: draw a model\n2: compute its wind\n3: accept it',
  ],
])('reads the steps of an algorithm as code below its title, %s', async (_, steps, code) => {
  const page = algorithm(420, steps);
  const before = setLines(`${prose(6)} ${NARROW}`, { ...LEFT, y: 90 });
  const after = setLines(`and that goes on beside it. ${prose(14)}`, { ...RIGHT, y: 90 });
  const blocks = await blocksOf({ ...page, texts: [TITLE, ...before, ...(page.texts ?? []), ...after] });
  expect(blocks).toContainEqual(['figure', 'Algorithm 1: Sampling of the winds']);
  expect(blocks).toContainEqual(['code', code]);
  expect(blocks.filter(([kind]) => kind === 'paragraph').map(([, text]) => text)).toContainEqual(
    `${read(prose(6))} ${NARROW} and that goes on beside it. ${read(prose(14))}`,
  );
});

test('writes the steps of an algorithm as lines of text with formulas', async () => {
  const page = algorithm(420, [
    [0, '1: draw a mass m'],
    [12, '2: accept it'],
  ]);
  const script: Text = { text: '0', x: LEFT.x + 10 + widthOf('1: draw a mass m', 10), y: 437, size: 7 };
  const texts = [TITLE, ...setLines(prose(6), { ...LEFT, y: 90 }), ...(page.texts ?? []), script];
  const { blocks } = await parsePdf(writePdf([{ ...page, texts }]));
  expect(blocks.map(({ markdown }) => markdown)).toContain(
    '1: draw a mass $\\mathrm{m}_0$\\\n\u00a0\u00a02: accept it',
  );
});

test('keeps consecutive algorithms in separate code blocks', async () => {
  const [first, second] = [algorithm(120, [[0, 'draw a wind']]), algorithm(200, [[0, 'accept it']])];
  const texts = [TITLE, ...(first.texts ?? []), ...(second.texts ?? []), ...setLines(prose(14), { ...RIGHT, y: 90 })];
  const shapes = [...(first.shapes ?? []), ...(second.shapes ?? [])];
  const code = (await blocksOf({ texts, shapes })).filter(([kind]) => kind === 'code');
  expect(code.map(([, text]) => text)).toEqual(['draw a wind', 'accept it']);
});
