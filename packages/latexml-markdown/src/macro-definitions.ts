import { tidyTex } from './tex.ts';

interface Definition {
  readonly body: string;
  /** The number of arguments, at most 9. */
  readonly parameters: number;
  /** Default of the optional first argument. */
  readonly fallback: string | undefined;
}

/** Definitions of a page by macro name. The name includes the backslash. */
export type Definitions = ReadonlyMap<string, Definition>;

const DEFINING = /\\(?:(?:re)?newcommand|providecommand|def|DeclareMathOperator)(?![a-zA-Z])\*?/g;
const NAME = /\\[a-zA-Z@]+/y;
const COUNT = /\[([1-9])\]/y;
const PARAMETERS = /(?:#[1-9] ?){0,9}/y;
const BLANKS = / {0,9}/y;
/** Maximum number of characters in a body. Macros with longer bodies are not for formulas. */
const LONGEST = 2_000;
/** Maximum depth of macros within bodies. */
const DEEPEST = 4;
/** Maximum length of an expanded formula. A formula that would become longer is not changed. */
const LONGEST_FORMULA = 20_000;

export function collectDefinitions(formulas: Iterable<string>): Definitions {
  const found = new Map<string, Definition>();
  for (const tex of formulas) for (const { name, definition } of definitionsIn(tex)) found.set(name, definition);
  return found;
}

export function withoutDefinitions(tex: string): { readonly tex: string; readonly names: readonly string[] } {
  const found = definitionsIn(tex);
  let [rest, from] = ['', 0];
  for (const { start, end } of found) {
    rest += tex.slice(from, start);
    from = end;
  }
  return { tex: (rest + tex.slice(from)).trim(), names: found.map(({ name }) => name) };
}

/** Expands these macros in the formula. Also expands macros in their bodies. */
export function expandMacros(tex: string, names: readonly string[], definitions: Definitions): string {
  if (names.length === 0) return tex;
  let [written, wanted] = [tex, new Set(names)];
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const expanded = expandOnce(written, wanted, definitions);
    if (expanded === written || expanded.length > LONGEST_FORMULA) return written;
    [written, wanted] = [expanded, new Set(definitions.keys())];
  }
  return written;
}

interface Found {
  readonly name: string;
  readonly definition: Definition;
  readonly start: number;
  readonly end: number;
}

function definitionsIn(tex: string): Found[] {
  const found: Found[] = [];
  for (const { 0: command, index: start } of tex.matchAll(DEFINING)) {
    if (start < (found.at(-1)?.end ?? 0)) continue;
    const read = readDefinition(tex, start + command.length, command);
    if (read !== undefined) found.push({ ...read, start });
  }
  return found;
}

/** Reads the text after the defining command. Delimited parameters of `\def` are not supported. */
function readDefinition(tex: string, from: number, command: string): Omit<Found, 'start'> | undefined {
  const named = afterBlanks(tex, from);
  const isBraced = tex[named] === '{';
  const name = matchAt(NAME, tex, isBraced ? named + 1 : named)?.[0];
  if (name === undefined) return undefined;
  const after = afterBlanks(tex, named + name.length + (isBraced ? 2 : 0));
  const { at, ...parameters } = command.startsWith('\\def') ? parametersOfDef(tex, after) : parametersOf(tex, after);
  const end = endOfGroup(tex, at);
  if (end === undefined) return undefined;
  const written = tidyTex(tex.slice(at + 1, end - 1));
  const operator = command.endsWith('*') ? '\\operatorname*' : '\\operatorname';
  const body = command.includes('Operator') ? `${operator}{${written}}` : written;
  return { name, definition: { body, ...parameters }, end };
}

/** The parameters between a macro's name and its body. The body begins at `at`. */
type WrittenParameters = Pick<Definition, 'parameters' | 'fallback'> & { readonly at: number };

/** Reads TeX's parameters: `#1#2`. */
function parametersOfDef(tex: string, at: number): WrittenParameters {
  const written = matchAt(PARAMETERS, tex, at)?.[0] ?? '';
  return { parameters: written.split('#').length - 1, fallback: undefined, at: at + written.length };
}

/** Reads LaTeX's parameters: `[2][t]`. */
function parametersOf(tex: string, from: number): WrittenParameters {
  const count = matchAt(COUNT, tex, from);
  if (count === null) return { parameters: 0, fallback: undefined, at: from };
  const at = afterBlanks(tex, from + count[0].length);
  const close = tex[at] === '[' ? tex.indexOf(']', at) : -1;
  const parameters = Number(count[1]);
  return close < 0
    ? { parameters, fallback: undefined, at }
    : { parameters, fallback: tex.slice(at + 1, close), at: afterBlanks(tex, close + 1) };
}

function expandOnce(tex: string, names: ReadonlySet<string>, definitions: Definitions): string {
  let [written, from] = ['', 0];
  for (const { 0: name, index } of tex.matchAll(/\\(?:[a-zA-Z@]+|[^])/g)) {
    const definition = names.has(name) && index >= from ? definitions.get(name) : undefined;
    const read = definition && readArguments(tex, index + name.length, definition);
    if (definition === undefined || read === undefined) continue;
    const body = definition.body.replaceAll(/#([1-9])/g, (_, number) => read.values[Number(number) - 1] ?? '');
    written += `${tex.slice(from, index)}{${body}}`;
    from = read.end;
  }
  return written + tex.slice(from);
}

/**
 * Returns the arguments of a macro. Each is a group, a single character or a command. Returns undefined if an argument
 * is missing.
 */
function readArguments(
  tex: string,
  from: number,
  { parameters, fallback }: Definition,
): { readonly values: readonly string[]; readonly end: number } | undefined {
  const values: string[] = [];
  let at = from;
  if (fallback !== undefined) {
    const start = afterBlanks(tex, at);
    const close = tex[start] === '[' ? tex.indexOf(']', start) : -1;
    values.push(close < 0 ? fallback : tex.slice(start + 1, close));
    if (close >= 0) at = close + 1;
  }
  while (values.length < parameters) {
    at = afterBlanks(tex, at);
    const sign = matchAt(NAME, tex, at)?.[0] ?? tex.slice(at, at + 1);
    const end = sign === '{' ? endOfGroup(tex, at) : at + sign.length;
    if (end === undefined || /^[}&]?$/.test(sign)) return undefined;
    values.push(sign === '{' ? tex.slice(at + 1, end - 1) : sign);
    at = end;
  }
  return { values, end: at };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function afterBlanks(tex: string, at: number): number {
  return at + (matchAt(BLANKS, tex, at)?.[0].length ?? 0);
}

/**
 * Returns the end of the group that begins here. Returns undefined if no group begins, or if the group does not end.
 */
function endOfGroup(tex: string, start: number): number | undefined {
  if (tex[start] !== '{') return undefined;
  let depth = 0;
  for (let at = start; at < Math.min(tex.length, start + LONGEST); at += 1) {
    if (tex[at] === '\\') at += 1;
    else if (tex[at] === '{') depth += 1;
    else if (tex[at] === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}
