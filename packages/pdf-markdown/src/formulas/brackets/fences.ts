import type { Doubts } from '../doubts.ts';
import type { Item, Node, Spaced } from '../node.ts';
import { isTall } from './brackets.ts';
import { textOf } from '../items.ts';
import { classOf, closingOf, isDelimiter } from '../../tex/signs.ts';

/** Marks delimiters that are taller than one line, before they become part of rows. */
export function markTall(items: readonly Item[]): Item[] {
  return items.map((item) => {
    const text = textOf(item);
    if (!isDelimiter(text) || !isTall(item)) return item;
    const steps = Math.max(1, Math.min(4, Math.round((item.bottom - item.top) / item.size / 0.6 - 1)));
    return { ...item, node: { kind: 'delimiter', text, steps } };
  });
}

/** Converts tall delimiters with a partner in their row into `\left … \right`. */
export function matchFences(node: Node, doubts: Doubts): Node {
  if (node.kind !== 'row') return node;
  const open: { at: number; text: string }[] = [];
  const pairs = new Map<number, number>();
  node.items.forEach(({ node: one }, i) => {
    const base = baseOf(one);
    if (base.kind !== 'delimiter') return;
    const { text } = base;
    const at = open.findLastIndex(
      (other) => closingOf(other.text) === text || (classOf(text) === 'close' && classOf(other.text) === 'open'),
    );
    const isSelfClosing = closingOf(text) === text;
    if (isSelfClosing && isWithinAngles(open.at(-1)?.text, node.items, i)) return;
    if (at >= 0 && (isSelfClosing || closingOf(text) === undefined)) {
      pairs.set(open[at]?.at ?? 0, i);
      open.length = at;
    } else if (closingOf(text) !== undefined && base === one) open.push({ at: i, text });
  });
  if (open.length > 0) doubts.add('unbalanced');
  return fenced(node.items, 0, node.items.length, pairs);
}

/** Returns the base of the scripts, or the node itself. */
function baseOf(node: Node): Node {
  return node.kind === 'scripts' && node.base && !node.limits ? node.base : node;
}

/**
 * Returns whether a bar is between two angle brackets as in `⟨n|r|m⟩`. In `⟨n|`, the bar closes the bracket instead.
 */
function isWithinAngles(opened: string | undefined, items: readonly Spaced[], at: number): boolean {
  if (opened !== '⟨') return false;
  return items.slice(at + 1).some(({ node }) => {
    const base = baseOf(node);
    return base.kind === 'delimiter' && base.text === '⟩';
  });
}

function fenced(items: readonly Spaced[], from: number, to: number, pairs: ReadonlyMap<number, number>): Node {
  const result: Spaced[] = [];
  for (let i = from; i < to; i++) {
    const one = items[i] as Spaced;
    const end = pairs.get(i);
    if (end === undefined || one.node.kind !== 'delimiter') result.push(one);
    else {
      const last = (items[end] as Spaced).node;
      const right = last.kind === 'scripts' ? last.base : last;
      const inside = fenced(items, i + 1, end, pairs);
      const fence: Node = {
        kind: 'fence',
        left: one.node.text,
        right: right?.kind === 'delimiter' ? right.text : '.',
        inside,
      };
      result.push({ node: last.kind === 'scripts' ? { ...last, base: fence } : fence, gap: one.gap, left: one.left });
      i = end;
    }
  }
  const [only, ...more] = result;
  return only && more.length === 0 ? only.node : { kind: 'row', items: result };
}
