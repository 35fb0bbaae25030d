import type { ReadPart } from './bars.ts';
import { byLeft, isLargeOperator, middleOf, replace, textOf } from './items.ts';
import type { Item, Node } from './node.ts';
import { takesLimits } from './signs.ts';

const SMALL = 0.88;
const CLOSE = 0.5; // sizes between an operator and its limit
const JOINED = 0.45; // sizes between neighbours in a limit
const OFF_CENTRE = 0.45; // sizes

/** Puts limits below and above their operators, and notes on horizontal braces and relations. */
export function readLimits(items: readonly Item[], read: ReadPart): Item[] {
  let result = [...items];
  const operators = items.filter(canTakeLimits).toSorted(byLeft);
  for (const operator of operators) {
    if (!result.includes(operator)) continue;
    const above = limitOf(operator, result, 'above');
    const below = limitOf(operator, result, 'below');
    if (above.length + below.length === 0) continue;
    const node: Node = {
      kind: 'scripts',
      base: operator.node,
      sub: below.length > 0 ? read(below) : undefined,
      sup: above.length > 0 ? read(above) : undefined,
      limits: true,
    };
    const parts = [operator, ...above, ...below];
    const whole: Item = {
      ...operator,
      node,
      left: Math.min(...parts.map((item) => item.left)),
      right: Math.max(...parts.map((item) => item.right)),
      top: Math.min(...parts.map((item) => item.top)),
      bottom: Math.max(...parts.map((item) => item.bottom)),
    };
    result = replace(result, new Set(parts), whole);
  }
  return result;
}

function canTakeLimits(item: Item): boolean {
  return isLargeOperator(item) || (item.node.kind === 'word' && takesLimits(item.node.text.replace(/^.* /, '')));
}

/** Small print above or below the operator and centred on it. */
function limitOf(operator: Item, items: readonly Item[], side: 'above' | 'below'): Item[] {
  const reach = CLOSE * operator.size;
  const near = items
    .filter((item) => {
      if (item === operator || item.size > SMALL * operator.size || isLargeOperator(item)) return false;
      const gap = side === 'above' ? operator.top - item.bottom : item.top - operator.bottom;
      return gap > -item.size && gap < reach + 0.7 * item.size;
    })
    .toSorted(byLeft);
  const slant = textOf(operator) === '∫' ? 0.3 * operator.size : 0.12 * operator.size;
  const isClear = (item: Item) =>
    (side === 'above' ? operator.top - item.bottom : item.top - operator.bottom) > -0.3 * item.size;
  const start = near.find(
    (item) => isClear(item) && item.left < operator.right - 0.05 * operator.size && item.right > operator.left - slant,
  );
  if (!start) return [];
  const part = new Set([start]);
  let box = { left: start.left, right: start.right, top: start.top, bottom: start.bottom };
  for (let grown = true; grown; ) {
    grown = false;
    for (const item of near) {
      if (part.has(item)) continue;
      const isAside = item.left - box.right < JOINED * item.size && box.left - item.right < JOINED * item.size;
      const isLevel = item.top < box.bottom + 0.2 * item.size && item.bottom > box.top - 0.2 * item.size;
      if (!isAside || !isLevel) continue;
      part.add(item);
      box = {
        left: Math.min(box.left, item.left),
        right: Math.max(box.right, item.right),
        top: Math.min(box.top, item.top),
        bottom: Math.max(box.bottom, item.bottom),
      };
      grown = true;
    }
  }
  const nearest = side === 'above' ? operator.top - box.bottom : box.top - operator.bottom;
  const isCentred =
    Math.abs(middleOf(box) - middleOf(operator)) < Math.max(OFF_CENTRE * operator.size, 0.2 * (box.right - box.left));
  return nearest < reach && isCentred ? [...part] : [];
}
