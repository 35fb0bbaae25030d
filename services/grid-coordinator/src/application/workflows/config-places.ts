import type { ConfigNode, ParsedText } from './config-nodes.ts';

/** The position of a key or value in a text. Lines and columns count from 1, and the end is exclusive. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Documents above this size get no places, because one check may look for hundreds of places. */
const LONGEST = 200_000;

/**
 * Finds a configuration key by its path as in messages, such as `grid.teff[2]`. For a missing key, returns the mapping
 * that should contain it, or undefined if this mapping is the whole document.
 */
export function configPlaces({ yaml, root }: ParsedText): (path: string) => Place | undefined {
  if (yaml.length > LONGEST) return () => undefined;
  const lineStarts = [0, ...Array.from(yaml.matchAll(/\n/g), ({ index }) => index + 1)];
  return (path) => {
    const range = rangeOf(root, path);
    if (range === undefined) return undefined;
    const [start, end] = [positionAt(lineStarts, range.start), positionAt(lineStarts, range.end)];
    return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  };
}

function positionAt(lineStarts: readonly number[], offset: number) {
  let [line, end] = [0, lineStarts.length];
  while (end - line > 1) {
    const middle = (line + end) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) line = middle;
    else end = middle;
  }
  return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
}

type Range = Pick<ConfigNode, 'start' | 'end'>;

/** Returns the range of the deepest node on the path. The range of a mapping's value includes its key. */
function rangeOf(root: ConfigNode, path: string): Range | undefined {
  let node = root;
  let rest = path;
  let range: Range | undefined;
  while (rest !== '') {
    const step = node.kind === 'mapping' ? keyIn(node, rest) : node.kind === 'list' ? itemIn(node, rest) : undefined;
    if (step === undefined) return range;
    ({ node, rest, range } = step);
  }
  return range;
}

interface Step {
  readonly node: ConfigNode;
  readonly rest: string;
  readonly range: Range;
}

type Mapping = Extract<ConfigNode, { kind: 'mapping' }>;
type Pair = { readonly key: Extract<ConfigNode, { kind: 'scalar' }>; readonly value: ConfigNode };

/** The keys of a mapping, and the distinct lengths of these keys, longest first. */
interface Keys {
  readonly pairs: ReadonlyMap<string, Pair>;
  readonly lengths: readonly number[];
}

const indexes = new WeakMap<Mapping, Keys>();

/** Indexes a mapping once, because a configuration with many keys may have many faults. */
function keysOf(mapping: Mapping): Keys {
  const known = indexes.get(mapping);
  if (known !== undefined) return known;
  const pairs = new Map<string, Pair>();
  for (const { key, value } of mapping.entries) if (key.kind === 'scalar') pairs.set(key.text, { key, value });
  const lengths = [...new Set([...pairs.keys()].map((text) => text.length))].toSorted((a, b) => b - a);
  const keys = { pairs, lengths };
  indexes.set(mapping, keys);
  return keys;
}

/** Keys may contain dots, so the longest key that matches the start of the path wins. */
function keyIn(mapping: Mapping, path: string): Step | undefined {
  const { pairs, lengths } = keysOf(mapping);
  const ends = lengths.filter((length) => length <= path.length && ['', '.', '['].includes(path.charAt(length)));
  const found = ends.map((length) => pairs.get(path.slice(0, length))).find((pair) => pair !== undefined);
  if (found === undefined) return undefined;
  const { key, value } = found;
  // A mapping or list begins after its key and may be very long, so only the key is marked.
  const { end } = value.kind === 'scalar' ? value : key;
  return { node: value, rest: path.slice(key.text.length).replace(/^\./, ''), range: { start: key.start, end } };
}

function itemIn({ items }: Extract<ConfigNode, { kind: 'list' }>, path: string): Step | undefined {
  const close = path.indexOf(']');
  const node = path.startsWith('[') && close > 0 ? items[Number(path.slice(1, close))] : undefined;
  return node && { node, rest: path.slice(close + 1).replace(/^\./, ''), range: node };
}
