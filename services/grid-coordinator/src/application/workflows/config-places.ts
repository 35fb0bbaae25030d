import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';

/** Where a key or a value stands in a text: lines and columns from 1 on, the end not included. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Documents beyond this size are answered without places: they are read a second time to find them. */
const LONGEST = 200_000;

/**
 * Finds where a key of a configuration stands, by its path as messages have it: `grid.teff[2]`. Of a key that is
 * missing, where the mapping stands that should have it. Undefined if that is the whole document.
 */
export function configPlaces(yaml: string): (path: string) => Place | undefined {
  if (yaml.length > LONGEST) return () => undefined;
  const lineCounter = new LineCounter();
  const { contents } = parseDocument(yaml, { lineCounter, schema: 'failsafe' });
  return (path) => {
    const range = rangeOf(contents, path);
    if (range === undefined) return undefined;
    const [start, end] = range.map((offset) => lineCounter.linePos(offset)) as [Position, Position];
    return { line: start.line, column: start.col, endLine: end.line, endColumn: end.col };
  };
}

interface Position {
  readonly line: number;
  readonly col: number;
}

type Range = readonly [from: number, to: number];

/** The range of the deepest node on the path; of a value in a mapping, with its key. */
function rangeOf(root: Node | null, path: string): Range | undefined {
  let node: unknown = root;
  let rest = path;
  let range: Range | undefined;
  while (rest !== '') {
    const step = isMap(node) ? keyIn(node.items, rest) : isSeq(node) ? itemIn(node.items, rest) : undefined;
    if (step === undefined) return range;
    ({ node, rest } = step);
    range = step.range;
  }
  return range;
}

interface Step {
  readonly node: unknown;
  readonly rest: string;
  readonly range: Range | undefined;
}

/** A key may itself contain dots, so the longest one that the path begins with is taken. */
function keyIn(items: readonly { readonly key: unknown; readonly value: unknown }[], path: string): Step | undefined {
  const found = items
    .flatMap(({ key, value }) => (isScalar(key) ? [{ key, text: String(key.value), value }] : []))
    .filter(({ text }) => path.startsWith(text) && ['', '.', '['].includes(path.charAt(text.length)))
    .toSorted((a, b) => b.text.length - a.text.length)[0];
  if (found === undefined) return undefined;
  const { key, text, value } = found;
  const from = key.range?.[0];
  // A mapping or a list begins behind its key and may go on for pages: then only the key is meant.
  const to = isScalar(value) ? value.range?.[1] : key.range?.[1];
  const range = from === undefined || to === undefined ? undefined : ([from, to] as const);
  return { node: value, rest: path.slice(text.length).replace(/^\./, ''), range };
}

function itemIn(items: readonly unknown[], path: string): Step | undefined {
  const end = path.indexOf(']');
  if (!path.startsWith('[') || end < 0) return undefined;
  const node = items[Number(path.slice(1, end))] as Node | undefined;
  if (node === undefined) return undefined;
  const range = node.range == null ? undefined : ([node.range[0], node.range[1]] as const);
  return { node, rest: path.slice(end + 1).replace(/^\./, ''), range };
}
