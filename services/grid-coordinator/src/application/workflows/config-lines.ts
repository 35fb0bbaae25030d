import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';

/** Documents beyond this size are answered without a line: they are read a second time to find it. */
const LONGEST = 200_000;

/**
 * The line of a configuration, from 1 on, in which a key stands, by its path as messages have it: `grid.teff[2]`. Of a
 * key that is missing, the line of the mapping that should have it. Undefined if that is the whole document.
 */
export function lineOf(yaml: string, path: string): number | undefined {
  if (yaml.length > LONGEST) return undefined;
  const lineCounter = new LineCounter();
  const { contents } = parseDocument(yaml, { lineCounter, schema: 'failsafe' });
  const offset = offsetOf(contents, path);
  return offset === undefined ? undefined : lineCounter.linePos(offset).line;
}

/** Where the deepest node on the path begins; of a value in a mapping, where its key does. */
function offsetOf(root: Node | null, path: string): number | undefined {
  let node: unknown = root;
  let rest = path;
  let offset: number | undefined;
  while (rest !== '') {
    const step = isMap(node) ? keyIn(node.items, rest) : isSeq(node) ? itemIn(node.items, rest) : undefined;
    if (step === undefined) return offset;
    ({ node, rest } = step);
    offset = step.offset;
  }
  return offset;
}

interface Step {
  readonly node: unknown;
  readonly rest: string;
  readonly offset: number | undefined;
}

/** A key may itself contain dots, so the longest one that the path begins with is taken. */
function keyIn(items: readonly { readonly key: unknown; readonly value: unknown }[], path: string): Step | undefined {
  const found = items
    .flatMap(({ key, value }) => (isScalar(key) ? [{ key, text: String(key.value), value }] : []))
    .filter(({ text }) => path.startsWith(text) && ['', '.', '['].includes(path.charAt(text.length)))
    .toSorted((a, b) => b.text.length - a.text.length)[0];
  if (found === undefined) return undefined;
  const { key, text, value } = found;
  return { node: value, rest: path.slice(text.length).replace(/^\./, ''), offset: key.range?.[0] };
}

function itemIn(items: readonly unknown[], path: string): Step | undefined {
  const end = path.indexOf(']');
  if (!path.startsWith('[') || end < 0) return undefined;
  const node = items[Number(path.slice(1, end))] as Node | undefined;
  if (node === undefined) return undefined;
  return { node, rest: path.slice(end + 1).replace(/^\./, ''), offset: node.range?.[0] };
}
