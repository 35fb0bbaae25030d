/**
 * A parameter of a command, by the letters of LaTeX's argument specifications (LaTeX Project, usrguide, section 2.2).
 * `m` is a group or one token, `o` an optional argument in square brackets, `g` an optional group, and `s` an optional
 * star or bracket size. In addition, `d` is content in any brackets, `u` all content up to a command, and `w` the words
 * before a group.
 */
export type Parameter = 'm' | 'o' | 'g' | 's' | 'd' | 'w' | `u\\${string}`;

/** The text of an argument without its delimiters. Undefined if an optional argument is absent. */
export type Argument = string | undefined;

const OPTIONAL: ReadonlySet<Parameter> = new Set(['o', 'g', 's']);
/** The closing bracket for each opening bracket of a `d` argument. */
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '|': '|' };
const WORDS = /^[^\\{}]*(?=\{)/;
/** Maximum number of letters in a command's name, or in the words before a group. */
const MOST_LETTERS = 40;
const STAR_OR_SIZE = /^(?:\*|\\[bB]igg?(?![a-zA-Z]))/;
const TOKEN = /^(?:\\(?:[a-zA-Z@]+|[^])|[^\\{}&])/u;

/**
 * Reads the arguments at the start of the text. A `d` argument keeps its brackets. Braces that serve as brackets are
 * returned as `\{` and `\}`.
 *
 * @returns the arguments and the position after the last argument, or undefined if a required argument is missing
 */
export function readArguments(
  text: string,
  parameters: readonly Parameter[],
): { readonly values: readonly Argument[]; readonly end: number } | undefined {
  const values: Argument[] = [];
  let end = 0;
  for (const parameter of parameters) {
    const start = end + (/^\s*/.exec(text.slice(end))?.[0].length ?? 0);
    const found = readOne(text, start, parameter);
    if (found) end = found.end;
    else if (!OPTIONAL.has(parameter)) return undefined;
    values.push(found?.value);
  }
  return { values, end };
}

interface Found {
  readonly value: string;
  readonly end: number;
}

function readOne(text: string, start: number, parameter: Parameter): Found | undefined {
  const first = text[start];
  if (parameter === 's') return matched(text, start, STAR_OR_SIZE);
  if (parameter === 'o') return first === '[' ? enclosed(text, start, ']') : undefined;
  if (parameter === 'd') return bracketed(text, start);
  if (parameter === 'w') return matched(text, start, WORDS);
  if (parameter.startsWith('u')) return upTo(text, start, parameter.slice(1));
  if (first === '{') return enclosed(text, start, '}');
  if (parameter === 'g') return undefined;
  return matched(text, start, TOKEN);
}

function bracketed(text: string, start: number): Found | undefined {
  const open = text[start] ?? '';
  const close = open === '{' ? '}' : CLOSING[open];
  const found = close === undefined ? undefined : enclosed(text, start, close);
  if (!found) return undefined;
  const value = open === '{' ? `\\{${found.value}\\}` : open + found.value + close;
  return { value, end: found.end };
}

function enclosed(text: string, start: number, close: string): Found | undefined {
  const end = endOfGroup(text, start + 1, close);
  return end < 0 ? undefined : { value: text.slice(start + 1, end), end: end + 1 };
}

function matched(text: string, start: number, pattern: RegExp): Found | undefined {
  const value = pattern.exec(text.slice(start, start + MOST_LETTERS))?.[0];
  return value === undefined ? undefined : { value, end: start + value.length };
}

function upTo(text: string, start: number, command: string): Found | undefined {
  const at = text.indexOf(command, start);
  const isWhole = at >= 0 && !/[a-zA-Z]/.test(text[at + command.length] ?? '');
  return isWhole ? { value: text.slice(start, at), end: at + command.length } : undefined;
}

/**
 * Returns the position of the closing bracket that matches the bracket before `start`. Ignores brackets in groups.
 * Returns -1 if no bracket matches.
 */
export function endOfGroup(text: string, start: number, close = '}'): number {
  const open = Object.keys(CLOSING).find((sign) => CLOSING[sign] === close && sign !== close);
  let groups = 0;
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (groups === 0 && sign === close && depth === 0) return at;
    if (sign === '\\') at += 1;
    else if (sign === '{') groups += 1;
    else if (sign === '}') groups -= 1;
    else if (groups === 0 && sign === open) depth += 1;
    else if (groups === 0 && sign === close) depth -= 1;
    if (groups < 0) return -1;
  }
  return -1;
}
