import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node, type Scalar, type YAMLMap } from 'yaml';

/** The position of a key or value in a text. Lines and columns count from 1, and the end is exclusive. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Larger documents get no places, because finding them requires a second parse. */
const LONGEST = 200_000;

/**
 * Finds a configuration key by its path as in messages, such as `grid.teff[2]`. For a missing key, returns the mapping
 * that should contain it, or undefined if that is the whole document.
 */
export function configPlaces(yaml: string): (path: string) => Place | undefined {
  if (yaml.length > LONGEST) return () => undefined;
  const lineCounter = new LineCounter();
  // The text has been parsed before, so its keys are unique. Comparing each with all others would take quadratic time.
  const { contents } = parseDocument(yaml, { lineCounter, schema: 'failsafe', uniqueKeys: false });
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

/** Returns the range of the deepest node on the path. The range of a mapping's value includes its key. */
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

type Pair = Pick<YAMLMap['items'][number], 'key' | 'value'>;

/** The keys of a mapping, with their different lengths, longest first. */
interface Keys {
  readonly pairs: ReadonlyMap<string, Pair & { readonly key: Scalar }>;
  readonly lengths: readonly number[];
}

const indexes = new WeakMap<readonly Pair[], Keys>();

/** Indexes a mapping once, because a configuration with many keys may have many faults. */
function keysOf(items: readonly Pair[]): Keys {
  const known = indexes.get(items);
  if (known !== undefined) return known;
  const pairs = new Map(
    items.flatMap(({ key, value }) => (isScalar(key) ? [[String(key.value), { key, value }]] : [])),
  );
  const lengths = [...new Set([...pairs.keys()].map((text) => text.length))].toSorted((a, b) => b - a);
  indexes.set(items, { pairs, lengths });
  return { pairs, lengths };
}

/** Keys may contain dots, so the longest key that matches the start of the path wins. */
function keyIn(items: readonly Pair[], path: string): Step | undefined {
  const { pairs, lengths } = keysOf(items);
  const ends = lengths.filter((length) => length <= path.length && ['', '.', '['].includes(path.charAt(length)));
  const text = ends.map((length) => path.slice(0, length)).find((start) => pairs.has(start));
  const found = text === undefined ? undefined : pairs.get(text);
  if (text === undefined || found === undefined) return undefined;
  const { key, value } = found;
  const from = key.range?.[0];
  // A mapping or list begins after its key and may be very long, so only the key is marked.
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
