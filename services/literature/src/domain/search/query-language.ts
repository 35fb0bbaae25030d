/**
 * A query in the catalog's language, as far as needed to query another source. The language has terms, phrases, fields,
 * AND, OR, NOT, `-`, parentheses, and second-order operators such as `citations(...)`.
 */
export type Query =
  | { readonly kind: 'term'; readonly field: string | undefined; readonly text: string; readonly exact: boolean }
  /** A range: `[A TO B]`. An open end is written as `*`. */
  | { readonly kind: 'range'; readonly field: string; readonly from: string; readonly to: string }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Query[] }
  | { readonly kind: 'not'; readonly part: Query }
  | { readonly kind: 'operator'; readonly name: string };

type Token =
  | { readonly kind: 'open' | 'close' | 'and' | 'or' | 'not' }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'operator'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string; readonly exact: boolean }
  | { readonly kind: 'range'; readonly from: string; readonly to: string };

const PATTERNS: readonly (readonly [RegExp, (match: RegExpExecArray) => Token | undefined])[] = [
  [/\s+/y, () => undefined],
  [/\(/y, () => ({ kind: 'open' })],
  [/\)/y, () => ({ kind: 'close' })],
  [/AND(?=[\s(]|$)|&&/y, () => ({ kind: 'and' })],
  [/OR(?=[\s(]|$)|\|\|/y, () => ({ kind: 'or' })],
  [/NOT(?=[\s(]|$)|-(?=[\w"'(^])/y, () => ({ kind: 'not' })],
  [
    /(citations|references|similar|trending|useful|reviews|topn|pos|docs)\(/iy,
    ([, name = '']) => ({ kind: 'operator', name: name.toLowerCase() }),
  ],
  [/=?([A-Za-z_]+):(?!\/\/)/y, ([, name = '']) => ({ kind: 'field', name: name.toLowerCase() })],
  [/\[\s*(\S+)\s+TO\s+([^\]\s]+)\s*\]/y, ([, from = '', to = '']) => ({ kind: 'range', from, to })],
  [/=?"([^"]*)"(?:~\d+)?/y, ([, text = '']) => ({ kind: 'text', text: text.trim(), exact: true })],
  [/[^\s()"]+/y, ([text]) => ({ kind: 'text', text: text.replace(/^=/, ''), exact: false })],
  // Skip an unclosed quotation mark.
  [/"/y, () => undefined],
];

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let place = 0;
  while (place < text.length) {
    for (const [pattern, make] of PATTERNS) {
      pattern.lastIndex = place;
      const match = pattern.exec(text);
      if (match === null) continue;
      place = pattern.lastIndex;
      const token = make(match);
      if (token !== undefined) tokens.push(token);
      break;
    }
  }
  return tokens;
}

/** Parses a query. Returns undefined for an empty query. Reads malformed parts as far as possible. */
export function parseQuery(text: string): Query | undefined {
  const tokens = tokensOf(text);
  let place = 0;
  const peek = () => tokens[place];

  const readOr = (field: string | undefined): Query | undefined => {
    const parts = [readAnd(field)];
    while (peek()?.kind === 'or') {
      place += 1;
      parts.push(readAnd(field));
    }
    return join('or', parts);
  };
  const readAnd = (field: string | undefined): Query | undefined => {
    const parts: (Query | undefined)[] = [];
    for (let token = peek(); token !== undefined && token.kind !== 'close' && token.kind !== 'or'; token = peek()) {
      if (token.kind === 'and') place += 1;
      else parts.push(readOne(field));
    }
    return join('and', parts);
  };
  const readGroup = (field: string | undefined): Query | undefined => {
    const inner = readOr(field);
    if (peek()?.kind === 'close') place += 1;
    return inner;
  };
  const readOne = (field: string | undefined): Query | undefined => {
    const token = tokens[place];
    place += 1;
    switch (token?.kind) {
      case 'not': {
        const part = readOne(field);
        return part && { kind: 'not', part };
      }
      case 'open':
        return readGroup(field);
      case 'operator':
        readGroup(undefined);
        return { kind: 'operator', name: token.name };
      case 'field':
        return readOne(token.name);
      case 'range':
        return { kind: 'range', field: field ?? '', from: token.from, to: token.to };
      case 'text':
        return token.text === '' ? undefined : { kind: 'term', field, text: token.text, exact: token.exact };
      default:
        return undefined;
    }
  };

  const parts: (Query | undefined)[] = [];
  while (place < tokens.length) {
    parts.push(readOr(undefined));
    // Skip a closing parenthesis without an opening parenthesis.
    if (peek()?.kind === 'close') place += 1;
  }
  return join('and', parts);
}

function join(kind: 'and' | 'or', parts: readonly (Query | undefined)[]): Query | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length > 1 ? { kind, parts: known } : known[0];
}
