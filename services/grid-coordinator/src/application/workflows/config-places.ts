import type { ConfigNode, ParsedText } from './config-nodes.ts';

/** The position of a key or value in a text. Lines and columns count from 1, and the end is exclusive. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Larger documents get no places, because one check may look for hundreds of them. */
const LONGEST = 200_000;

/**
 * Finds a configuration key by its path as in messages, such as `grid.teff[2]`. For a missing key, returns the mapping
 * that should contain it, or undefined if that is the whole document.
 */
export function configPlaces({ yaml, root }: ParsedText): (path: string) => Place | undefined {
  if (yaml.length > LONGEST) return () => undefined;
  return (path) => {
    const range = rangeOf(root, path);
    if (range === undefined) return undefined;
    const [start, end] = [positionAt(yaml, range.start), positionAt(yaml, range.end)];
    return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  };
}

function positionAt(yaml: string, offset: number) {
  const before = yaml.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
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

/** Keys may contain dots, so the longest key that matches the start of the path wins. */
function keyIn({ entries }: Extract<ConfigNode, { kind: 'mapping' }>, path: string): Step | undefined {
  const found = entries
    .flatMap(({ key, value }) => (key.kind === 'scalar' ? [{ key, value }] : []))
    .filter(({ key: { text } }) => path.startsWith(text) && ['', '.', '['].includes(path.charAt(text.length)))
    .toSorted((a, b) => b.key.text.length - a.key.text.length)[0];
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
