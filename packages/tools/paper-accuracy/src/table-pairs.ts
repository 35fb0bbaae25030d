/** A cell of a table with the rows and columns that it fills. */
export interface PairCell {
  readonly row: number;
  readonly column: number;
  readonly lastRow: number;
  readonly lastColumn: number;
  readonly text: string;
}

/** Recall and precision of the pairs of one document, from 0 to 1. */
export interface PairShares {
  readonly recall: number;
  readonly precision: number;
}

/** Compares tables by the rule of the ICDAR 2013 competition: pairs of neighbouring filled cells. */
export function comparePairs(
  expected: readonly (readonly PairCell[])[],
  found: readonly (readonly PairCell[])[],
): PairShares {
  const [wanted, own] = [countOf(expected.flatMap(pairsOf)), countOf(found.flatMap(pairsOf))];
  let hits = 0;
  for (const [pair, count] of wanted) hits += Math.min(count, own.get(pair) ?? 0);
  const share = (all: ReadonlyMap<string, number>) => {
    const total = [...all.values()].reduce((sum, count) => sum + count, 0);
    return total === 0 ? 0 : hits / total;
  };
  return { recall: share(wanted), precision: share(own) };
}

function countOf(pairs: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const pair of pairs) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  return counts;
}

/** Returns the pairs of each filled cell with the next filled cells to its right and below it, as text. */
export function pairsOf(cells: readonly PairCell[]): string[] {
  const at = new Map<string, PairCell>();
  let [bottom, right] = [0, 0];
  for (const cell of cells) {
    for (let row = cell.row; row <= cell.lastRow; row++)
      for (let column = cell.column; column <= cell.lastColumn; column++) at.set(`${row},${column}`, cell);
    bottom = Math.max(bottom, cell.lastRow);
    right = Math.max(right, cell.lastColumn);
  }
  return cells.flatMap((cell) => {
    if (cell.text === '') return [];
    const beside = new Set<PairCell>();
    for (let row = cell.row; row <= cell.lastRow; row++)
      add(
        beside,
        firstFilled(right - cell.lastColumn, (step) => at.get(`${row},${cell.lastColumn + step}`)),
      );
    const below = new Set<PairCell>();
    for (let column = cell.column; column <= cell.lastColumn; column++)
      add(
        below,
        firstFilled(bottom - cell.lastRow, (step) => at.get(`${cell.lastRow + step},${column}`)),
      );
    return [
      ...[...beside].map((other) => `right|${cell.text}|${other.text}`),
      ...[...below].map((other) => `below|${cell.text}|${other.text}`),
    ];
  });
}

function firstFilled(steps: number, cellAt: (step: number) => PairCell | undefined): PairCell | undefined {
  for (let step = 1; step <= steps; step++) {
    const cell = cellAt(step);
    if (cell !== undefined && cell.text !== '') return cell;
  }
  return undefined;
}

function add(cells: Set<PairCell>, cell: PairCell | undefined): void {
  if (cell) cells.add(cell);
}

/** Returns the letters and digits of a cell, without markup. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\\[a-z]+/gi, '')
    .replaceAll(/<[^<>]{1,200}>/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
}

export function tablesOfMarkdown(markdown: string): PairCell[][] {
  return markdown.split(/\n\s*\n/).flatMap((block) => {
    const lines = block.split('\n').filter((line) => line.startsWith('|') && !/^\|[\s\-|:]+$/.test(line));
    if (lines.length === 0) return [];
    const cellsOf = (line: string) => line.replaceAll(/^\||\|\s*$/g, '').split(/(?<!\\)\|/);
    return [
      lines.flatMap((line, row) =>
        cellsOf(line).map((cell, column) => ({ row, column, lastRow: row, lastColumn: column, text: lettersOf(cell) })),
      ),
    ];
  });
}

/** The rows of each region of a table come after the rows of earlier regions. */
const REGION_ROWS = 1000;

/** Returns the tables of a file of the competition. */
export function tablesOfXml(xml: string): PairCell[][] {
  return elementsOf(xml, 'table').map(({ content }) =>
    elementsOf(content, 'region').flatMap(({ attributes: region, content: own }, index) =>
      elementsOf(own, 'cell').map(({ attributes, content: cell }) => {
        const down = Number(region.get('row-increment') ?? 0) + REGION_ROWS * index;
        const over = Number(region.get('col-increment') ?? 0);
        const [row, column] = [Number(attributes.get('start-row')), Number(attributes.get('start-col'))];
        const [text = ''] = elementsOf(cell, 'content').map((one) => one.content);
        return {
          row: row + down,
          column: column + over,
          lastRow: Number(attributes.get('end-row') ?? row) + down,
          lastColumn: Number(attributes.get('end-col') ?? column) + over,
          text: lettersOf(unescaped(text)),
        };
      }),
    ),
  );
}

interface XmlElement {
  readonly attributes: ReadonlyMap<string, string>;
  readonly content: string;
}

/** Returns the elements with a name. In these files, no element contains an element of the same name. */
function elementsOf(xml: string, name: string): XmlElement[] {
  const found = xml.matchAll(new RegExp(`<${name}\\b([^>]*)>(.*?)</${name}>`, 'gs'));
  return [...found].map(([, attributes = '', content = '']) => ({
    attributes: new Map(
      [...attributes.matchAll(/\b([\w-]{1,40})=["']([^"']*)["']/g)].map(([, key = '', value = '']) => [key, value]),
    ),
    content,
  }));
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(\w+);/g, (all, name: string) => ENTITIES[name] ?? all);
}
