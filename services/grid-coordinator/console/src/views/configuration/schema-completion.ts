import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';

/** A JSON Schema, as far as it says what may be written. */
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

/** Where in a document something is typed. */
export interface Position {
  /** The keys that lead there; an item of a list is `[]`. */
  readonly path: readonly string[];
  /** A value is typed and no key. */
  readonly isValue: boolean;
  /** The beginning of the word that is typed. */
  readonly word: string;
}

/** Proposes the keys and values that the schema has at the place of the cursor. */
export function completeFrom(schema: Schema) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const position = positionAt(state.sliceDoc(0, pos));
    if (!explicit && position.word === '') return null;
    const options = proposals(schema, position);
    return options.length === 0 ? null : { from: pos - position.word.length, options, validFor: /^[\w.-]*$/ };
  };
}

/** The keys or values that may stand at a position. */
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
 * Where the cursor is, from the text before it. It is found from the indentation and the brackets of the line, because a
 * document that is being typed is hardly ever valid.
 */
export function positionAt(before: string): Position {
  const lines = before.split('\n');
  const line = lines.pop() ?? '';
  const { dashes, column } = shapeOf(line);
  return flowPosition(line.slice(column), [...blockPath(lines, line), ...itemsOf(dashes)]);
}

/** A line: the spaces at its beginning, the dashes of lists behind them, and where its key stands. */
function shapeOf(line: string): { readonly spaces: number; readonly dashes: number; readonly column: number } {
  const [lead = '', spaces = ''] = /^( *)(?:- +)*/.exec(line) ?? [];
  return { spaces: spaces.length, dashes: lead.split('-').length - 1, column: lead.length };
}

function itemsOf(dashes: number): string[] {
  return Array.from({ length: dashes }, () => '[]');
}

/** Where the next line above has to stand to be a parent: before a column, or, for an item of a list, at it too. */
interface Edge {
  readonly isItem: boolean;
  readonly within: number;
}

function edgeOf({ spaces, dashes, column }: ReturnType<typeof shapeOf>): Edge {
  return dashes > 0 ? { isItem: true, within: spaces } : { isItem: false, within: column };
}

/** The keys and items above that a line belongs to. */
function blockPath(above: readonly string[], line: string): string[] {
  const path: string[] = [];
  let edge = edgeOf(shapeOf(line));
  for (const upper of above.toReversed()) {
    const steps = stepsAt(upper, edge);
    if (steps === undefined) continue;
    path.unshift(...steps);
    edge = edgeOf(shapeOf(upper));
  }
  return path;
}

/** What a line above adds to the path; undefined if it is no parent. */
function stepsAt(upper: string, { isItem, within }: Edge): string[] | undefined {
  const { dashes, column } = shapeOf(upper);
  // A key that stands beside the line in the same item of a list: only the item is its parent.
  if (!isItem && dashes > 0 && column === within) return itemsOf(dashes);
  const key = /^([\w.-]+):\s*(?:#.*)?$/.exec(upper.slice(column))?.[1];
  const isParent = column < within || (isItem && dashes === 0 && column === within);
  return key !== undefined && isParent ? [...itemsOf(dashes), key] : undefined;
}

/** What the brackets and keys of a line up to a character say about the place behind it. */
interface Flow {
  readonly path: readonly string[];
  /** The brackets that are open, with how long the path was before each. */
  readonly opened: readonly { readonly isList: boolean; readonly length: number }[];
  readonly key: string | undefined;
  readonly word: string;
}

/** Follows the brackets and keys of a line up to its end. */
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
