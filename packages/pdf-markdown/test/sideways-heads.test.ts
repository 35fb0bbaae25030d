import { widthOfText, type Drawing, type Page, type Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { uprightHeads } from '../src/reading/sideways-heads.ts';
import type { Strip } from '../src/reading/strip-builder.ts';
import { blocksOf, FULL, prose, setLines, textsOf } from './paper.ts';

const SIZE = 9;
const BODY = 220; // points
const width = (text: string) => widthOfText(text, 'Times-Roman', SIZE);
const columnAt = (i: number) => 200 + 45 * (i - 1);

/** Prints heads that end above their columns and are read upwards (3 turns) or downwards (1 turn). */
function headsAt(heads: readonly string[], turns: 1 | 3): Text[] {
  return heads.map((text, i) =>
    turns === 3
      ? { text, x: columnAt(i + 1) + 10, y: BODY - 4, size: SIZE, turns }
      : { text, x: columnAt(i + 1) + 2, y: BODY - 4 - width(text), size: SIZE, turns },
  );
}

function tablePage(heads: readonly Text[], rows: readonly (readonly string[])[], isLined: boolean): Page {
  const cells = rows.flatMap((row, r) =>
    row.map((text, i) => ({ text, x: i === 0 ? 100 : columnAt(i), y: BODY + 14 + 12 * r, size: SIZE })),
  );
  const right = columnAt(heads.length + 1);
  const end = BODY + 6 + 12 * rows.length + 4;
  const across = [140, BODY, end].map((top) => ({ left: 98, top, width: right - 98, height: 0.5 }));
  const sides = [98, ...heads.map((_, i) => columnAt(i + 1) - 2), right];
  const upright = isLined ? sides.map((left) => ({ left, top: 140, width: 0.5, height: end - 140 })) : [];
  const star = { text: 'Star', x: 100, y: BODY - 4, size: SIZE };
  const around = [...setLines(prose(2), { ...FULL, y: 80 }), ...setLines(prose(4), { ...FULL, y: 400 })];
  return { texts: [...around, star, ...heads, ...cells], shapes: [...across, ...upright] };
}

const head = fc.stringMatching(/^[A-Z][a-z]{2,7}( [a-z]{3,6})?$/);
const printed = fc.record({
  heads: fc.array(head, { minLength: 2, maxLength: 5 }),
  count: fc.integer({ min: 4, max: 8 }),
  turns: fc.constantFrom(1 as const, 3 as const),
  isLined: fc.boolean(),
});

test('reads sideways heads of a table as the heads of their columns', async () => {
  await fc.assert(
    fc.asyncProperty(printed, async ({ heads, count, turns, isLined }) => {
      const rows = Array.from({ length: count }, (_, r) => [`HD ${r}`, ...heads.map((__, i) => `${i}${r}.5`)]);
      const [table] = textsOf(await blocksOf(tablePage(headsAt(heads, turns), rows, isLined)), 'table');
      expect(table?.split('\n').map((row) => row.split('\t'))).toEqual([['Star', ...heads], ...rows]);
    }),
    { numRuns: 20 },
  );
});

test('does not turn axis labels, a single line, or labels next to a drawing', async () => {
  const rows = [0, 1, 2, 3].map((r) => [`HD ${r}`, `1${r}.5`, `2${r}.5`]);
  const textOf = async (page: Page) => (await blocksOf(page)).map(({ text }) => text).join(' ');
  const heads = headsAt(['Radius', 'Distance'], 3);
  expect(await textOf(tablePage(heads, rows, false))).toContain('Distance');
  expect(await textOf(tablePage(heads.slice(0, 1), rows, false))).not.toContain('Radius');
  expect(await textOf(tablePage(heads, [], false))).not.toContain('Distance');
  const drawing: Drawing = { width: 40, height: 60, shapes: [{ left: 0, top: 0, width: 40, height: 60 }] };
  const page = { ...tablePage(heads, rows, false), drawings: [{ drawing, left: 268, top: 150 }] };
  expect(await textOf(page)).not.toContain('Distance');
  const long = rows.map(([name]) => [`${name} is a star with a very long description in its only line`]);
  expect(await textOf(tablePage(heads, long, false))).not.toContain('Distance');
});

function strip(text: string, x: number, y: number, more: Partial<Strip> & { length?: number } = {}): Strip {
  const { length = 20, ...other } = more;
  const words = [{ text, from: 0, to: length }];
  return { fontName: 'f', size: 10, ux: 1, uy: 0, x, y, words, glyphs: [], ...other };
}

const up = { ux: 0, uy: -1 };
const cellsAt = (...heights: readonly number[]) => heights.flatMap((y) => [strip('1.5', 100, y), strip('2.5', 140, y)]);
const pairOf = (second: number) => [strip('Mass', 110, 200, up), strip('Age', 150, second, up)];
const turnedIn = (strips: readonly Strip[], drawings: () => [] = () => []) =>
  uprightHeads(strips, drawings).filter(({ ux }, i) => ux === 1 && strips[i]?.ux === 0);

test('turns lines at one height with two rows of cells near their lower ends', () => {
  expect(turnedIn([...pairOf(200), ...cellsAt(215, 227)]).map(({ y }) => y)).toEqual([200, 200]);
  expect(turnedIn([...pairOf(200), ...cellsAt(215)])).toEqual([]);
  expect(turnedIn([...pairOf(200), ...cellsAt(215, 290)])).toEqual([]);
  // Numbers next to the lines belong to axes.
  const beside = (text: string) => [
    strip(text, 80, 185),
    strip(text, 80, 195),
    strip(text, 165, 185),
    strip(text, 165, 195),
  ];
  expect(turnedIn([...pairOf(200), ...beside('0.5'), ...cellsAt(215, 227)])).toEqual([]);
  expect(turnedIn([...pairOf(200), ...beside('Star'), ...cellsAt(215, 227)])).toHaveLength(2);
  const never = () => {
    throw new Error('the drawings are not needed');
  };
  expect(turnedIn([...pairOf(300), ...cellsAt(215, 227, 315, 327)], never)).toEqual([]);
});

test('keeps the parts of a line in order, with their scripts', () => {
  const script = strip('eff', 112, 178, { ...up, size: 7, length: 10 });
  const [base, sub] = turnedIn([strip('T', 110, 200, up), script, strip('Age', 150, 200, up), ...cellsAt(215, 227)]);
  expect(base?.x).toBeCloseTo(102.5);
  expect([sub?.y, (sub?.x ?? 0) > (base?.x ?? 0) + 5]).toEqual([202, true]);
});

test('reads lines above each other as separate heads', () => {
  const upper = pairOf(200).map((one) => ({ ...one, y: 120 }));
  const cells = [...cellsAt(132, 144), ...cellsAt(215, 227)];
  const turned = turnedIn([...upper.slice(0, 1), ...pairOf(200), ...upper.slice(1), ...cells]);
  expect(turned.map(({ words: [word] }) => (word?.to ?? 0) > 8)).toEqual([true, true, true, true]);
});
