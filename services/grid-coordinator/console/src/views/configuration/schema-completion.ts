import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';

/** The parts of a JSON Schema that completion uses. */
export interface Schema {
  readonly description?: string;
  readonly default?: unknown;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

export interface Position {
  /** The keys that lead to the position. List items are `[]`. */
  readonly path: readonly string[];
  /** The user types a value instead of a key. */
  readonly isValue: boolean;
  /** The part of the word before the cursor. */
  readonly word: string;
}

/** Proposes the keys and values that the schema allows at the cursor. */
export function completeFrom(schema: Schema) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const position = positionAt(state.sliceDoc(0, pos));
    if (!explicit && position.word === '') return null;
    const options = proposals(schema, position);
    return options.length === 0 ? null : { from: pos - position.word.length, options, validFor: /^[\w.-]*$/ };
  };
}

/** Returns the keys or values that the schema allows at a position. */
export function proposals(schema: Schema, { path, isValue }: Position): Completion[] {
  const node = path.reduce<Schema | undefined>((at, step) => (at === undefined ? undefined : below(at, step)), schema);
  if (node === undefined) return [];
  return isValue ? values(node) : keys(node);
}

function below(schema: Schema, step: string): Schema | undefined {
  for (const branch of branches(schema)) {
    const found = step === '[]' ? branch.items : branch.properties?.[step];
    if (found !== undefined) return found;
  }
  return undefined;
}

function branches(schema: Schema): readonly Schema[] {
  return schema.anyOf === undefined ? [schema] : [schema, ...schema.anyOf.flatMap(branches)];
}

function keys(schema: Schema): Completion[] {
  const properties = branches(schema).flatMap((branch) => Object.entries(branch.properties ?? {}));
  return properties.map(([label, { description, default: fallback }]) => ({
    label,
    type: 'property',
    apply: `${label}: `,
    ...(description === undefined ? {} : { info: description }),
    ...(fallback === undefined ? {} : { detail: JSON.stringify(fallback) }),
  }));
}

function values(schema: Schema): Completion[] {
  const all = branches(schema);
  const words = all.flatMap((branch) => [
    ...(branch.enum ?? []),
    ...(branch.const === undefined ? [] : [branch.const]),
    ...(branch.type === 'boolean' ? ['yes', 'no'] : []),
  ]);
  const fallbacks = all.flatMap((branch) => (branch.default === undefined ? [] : [branch.default]));
  return [...new Set([...words, ...fallbacks].map(String))].map((label) => ({ label, type: 'enum' }));
}

/**
 * Returns the cursor's position, given the text before it. Uses only the indentation and the brackets of the line,
 * because a document is rarely valid while the user types.
 */
export function positionAt(before: string): Position {
  const lines = before.split('\n');
  const line = lines.pop() ?? '';
  const { dashes, column } = shapeOf(line);
  return flowPosition(line.slice(column), [...blockPath(lines, line), ...itemsOf(dashes)]);
}

/** Measures a line: leading spaces, list dashes, and the column of its key. */
function shapeOf(line: string): { readonly spaces: number; readonly dashes: number; readonly column: number } {
  const [lead = '', spaces = ''] = /^( *)(?:- +)*/.exec(line) ?? [];
  return { spaces: spaces.length, dashes: lead.split('-').length - 1, column: lead.length };
}

function itemsOf(dashes: number): string[] {
  return Array.from({ length: dashes }, () => '[]');
}

/** Limits the column of the next parent line: less than `within`, or equal to it for a list item. */
interface Edge {
  readonly isItem: boolean;
  readonly within: number;
}

function edgeOf({ spaces, dashes, column }: ReturnType<typeof shapeOf>): Edge {
  return dashes > 0 ? { isItem: true, within: spaces } : { isItem: false, within: column };
}

/** Returns the keys and items that contain a line. */
function blockPath(above: readonly string[], line: string): readonly string[] {
  let path: readonly string[] = [];
  let edge = edgeOf(shapeOf(line));
  for (const upper of above.toReversed()) {
    const steps = stepsAt(upper, edge);
    if (steps === undefined) continue;
    path = [...steps, ...path];
    edge = edgeOf(shapeOf(upper));
  }
  return path;
}

/** Returns the path steps that a line above adds. Undefined if that line is not a parent. */
function stepsAt(upper: string, { isItem, within }: Edge): string[] | undefined {
  const { dashes, column } = shapeOf(upper);
  // The key is a sibling within the same list item, so only the item is a parent.
  if (!isItem && dashes > 0 && column === within) return itemsOf(dashes);
  const key = /^([\w.-]+):\s*(?:#.*)?$/.exec(upper.slice(column))?.[1];
  const isParent = column < within || (isItem && dashes === 0 && column === within);
  return key !== undefined && isParent ? [...itemsOf(dashes), key] : undefined;
}

/** The state of the bracket parser after a character of the line. */
interface Flow {
  readonly path: readonly string[];
  /** The open brackets, each with the path length before it. */
  readonly opened: readonly { readonly isList: boolean; readonly length: number }[];
  readonly key: string | undefined;
  readonly word: string;
}

/** Follows the brackets and keys of a line to its end. */
function flowPosition(line: string, start: readonly string[]): Position {
  const beginning: Flow = { path: start, opened: [], key: undefined, word: '' };
  const { path, opened, key, word } = Array.from(line).reduce(behind, beginning);
  if (key !== undefined) return { path: [...path, key], isValue: true, word };
  return { path, isValue: opened.at(-1)?.isList === true, word };
}

function behind(flow: Flow, character: string): Flow {
  const { path, opened, key, word } = flow;
  const fresh = { key: undefined, word: '' };
  switch (character) {
    case '{':
    case '[': {
      const isList = character === '[';
      const within = [...path, ...(key === undefined ? [] : [key]), ...(isList ? ['[]'] : [])];
      return { path: within, opened: [...opened, { isList, length: path.length }], ...fresh };
    }
    case '}':
    case ']':
      return { path: path.slice(0, opened.at(-1)?.length), opened: opened.slice(0, -1), ...fresh };
    case ',':
      return { ...flow, ...fresh };
    case ':':
      return key === undefined ? { ...flow, key: word, word: '' } : { ...flow, word: '' };
    default:
      return { ...flow, word: /[\w.-]/.test(character) ? word + character : '' };
  }
}
