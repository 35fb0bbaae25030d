import { parseSync, visitorKeys, type Expression, type Node } from 'oxc-parser';
import { sqlBreaks, type Replacement } from './sql-breaks.ts';

/** One change of a source that breaks a guard. */
export interface Break extends Replacement {
  /** The expression or statement whose evaluation shows that a test reaches the guard. */
  readonly reach: Reach;
}

export interface Reach {
  readonly start: number;
  readonly end: number;
  readonly isStatement: boolean;
}

type Place = { readonly start: number; readonly end: number };

const EXITS = new Set(['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement']);
const LIMITS = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
]);
const EQUALITIES = new Set(['===', '!==', '==', '!=', 'in', 'instanceof']);
/** Query builder calls that limit or lock the rows of a statement. */
const QUERY_GUARDS = new Set(['where', 'whereRef', 'having', 'forUpdate', 'forNoKeyUpdate', 'forShare', 'skipLocked']);
const PREDICATES = new Set(['filter', 'some', 'every', 'find', 'findIndex', 'findLast']);
/** Names of calls that protect something and whose result is not used. */
const PROTECTS =
  /lock|sync|abort|clear|delete|remove|discard|release|verify|check|refuse|require|assert|validate|stop|kill|destroy|close|take|renew|touch|throwIf|rm$|chmod|unlink|revoke|forget|mark|wait|flush|commit|end$/i;

/** Returns every way in which this tool breaks the guards of a source, ordered by position. */
export function breaksOf(path: string, source: string): Break[] {
  const { program, errors } = parseSync(path, source, { lang: 'ts', sourceType: 'module' });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const found: Break[] = [];
  walk(program, undefined, (node, parent) => found.push(...breaksAt(node, parent, source)));
  const seen = new Set<string>();
  return found
    .filter(({ start, end, replacement }) => {
      const key = `${start} ${end} ${replacement}`;
      return source.slice(start, end) !== replacement && !seen.has(key) && seen.add(key);
    })
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
}

function walk(node: Node, parent: Node | undefined, visit: (node: Node, parent: Node | undefined) => void): void {
  visit(node, parent);
  for (const key of visitorKeys[node.type] ?? []) {
    const value = (node as unknown as Record<string, Node | readonly (Node | null)[] | null>)[key];
    for (const child of Array.isArray(value) ? (value as readonly (Node | null)[]) : [value as Node | null])
      if (child) walk(child, node, visit);
  }
}

function breaksAt(node: Node, parent: Node | undefined, source: string): Break[] {
  switch (node.type) {
    case 'IfStatement':
      return decided(node.test, EXITS.has(lastOf(node.consequent).type) ? ['false'] : ['true', 'false']);
    case 'LogicalExpression':
      return withoutOperand(node, source);
    case 'BinaryExpression':
      return comparison(node, parent, source);
    case 'ArrowFunctionExpression':
      return isPredicate(node, parent) ? decided(node.body as Expression, ['true']) : [];
    case 'ThrowStatement':
      return parent?.type === 'IfStatement' ? [] : [statement(node, ';', 'throw removed')];
    case 'ExpressionStatement':
      return protection(node, source);
    case 'CallExpression':
      return [...queryGuard(node, source), ...bound(node, source)];
    case 'TaggedTemplateExpression':
      return conditionsOfSql(node, source);
    default:
      return [];
  }
}

function conditionsOfSql(node: Node & { type: 'TaggedTemplateExpression' }, source: string): Break[] {
  if (node.tag.type !== 'Identifier' || node.tag.name !== 'sql') return [];
  const reach = { ...span(node), isStatement: false };
  return sqlBreaks(source, node.quasi).map((broken) => ({ ...broken, reach }));
}

const span = ({ start, end }: Place): Place => ({ start, end });

function replaced(at: Place, replacement: string, what: string, reached: Place = at): Break {
  return { ...span(at), replacement, what, reach: { ...span(reached), isStatement: false } };
}

function statement(at: Place, replacement: string, what: string): Break {
  return { ...span(at), replacement, what, reach: { ...span(at), isStatement: true } };
}

function decided(condition: Expression, values: readonly string[]): Break[] {
  return values.map((value) => replaced(condition, value, `condition is always ${value}`));
}

function lastOf(node: Node): Node {
  return node.type === 'BlockStatement' ? (node.body.at(-1) ?? node) : node;
}

function withoutOperand(node: Expression & { type: 'LogicalExpression' }, source: string): Break[] {
  if (node.operator === '??') return [];
  return ([node.left, node.right] as const).map((kept, index) => {
    const dropped = index === 0 ? node.right : node.left;
    return replaced(node, `(${source.slice(kept.start, kept.end)})`, `without ${textOf(dropped, source)}`);
  });
}

/**
 * Breaks a comparison. Skips an equality that is a complete condition, because the equality is broken together with its
 * `if`, `?:`, `&&` or `||`.
 */
function comparison(
  node: Expression & { type: 'BinaryExpression' },
  parent: Node | undefined,
  source: string,
): Break[] {
  const { left, right, operator } = node;
  const limit = LIMITS.get(operator);
  const [leftText, rightText] = [source.slice(left.start, left.end), source.slice(right.start, right.end)];
  if (limit !== undefined)
    return [replaced(node, `(${leftText} ${limit} ${rightText})`, `${operator} became ${limit}`)];
  if (!EQUALITIES.has(operator)) return [];
  const decides = ['IfStatement', 'ConditionalExpression', 'LogicalExpression'].includes(parent?.type ?? '');
  return decides ? [] : decided(node, ['true']);
}

function isPredicate(node: Node & { type: 'ArrowFunctionExpression' }, parent: Node | undefined): boolean {
  return (
    node.expression &&
    parent?.type === 'CallExpression' &&
    parent.arguments.includes(node) &&
    parent.callee.type === 'MemberExpression' &&
    parent.callee.property.type === 'Identifier' &&
    PREDICATES.has(parent.callee.property.name)
  );
}

function protection(node: Node & { type: 'ExpressionStatement' }, source: string): Break[] {
  let call: Node = node.expression;
  while (call.type === 'AwaitExpression' || call.type === 'UnaryExpression' || call.type === 'ChainExpression')
    call = call.type === 'ChainExpression' ? call.expression : call.argument;
  if (call.type !== 'CallExpression') return [];
  const name = source.slice(call.callee.start, call.callee.end).split(/[.#]/).at(-1) ?? '';
  const isAwaited = node.expression.type === 'AwaitExpression';
  return isAwaited || PROTECTS.test(name) ? [statement(node, ';', `call of ${name} removed`)] : [];
}

function queryGuard(node: Node & { type: 'CallExpression' }, source: string): Break[] {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  if (!QUERY_GUARDS.has(callee.property.name)) return [];
  const cut = { start: callee.object.end, end: node.end };
  return [replaced(cut, '', `without ${textOf({ start: cut.start, end: cut.end }, source)}`, node)];
}

/** Breaks `Math.min` and `Math.max` by leaving out one of their bounds. */
function bound(node: Node & { type: 'CallExpression' }, source: string): Break[] {
  if (!/^Math\.(?:min|max)$/.test(source.slice(node.callee.start, node.callee.end))) return [];
  if (node.arguments.length !== 2 || node.arguments.some(({ type }) => type === 'SpreadElement')) return [];
  return node.arguments.map((kept, index) => {
    const dropped = node.arguments[1 - index] ?? kept;
    return replaced(node, `(${source.slice(kept.start, kept.end)})`, `without the bound ${textOf(dropped, source)}`);
  });
}

function textOf({ start, end }: Place, source: string): string {
  return source.slice(start, end).replace(/\s+/g, ' ').slice(0, 80);
}
