export type Query =
  | { readonly kind: 'all' }
  | { readonly kind: 'and'; readonly parts: readonly Query[] }
  | { readonly kind: 'or'; readonly parts: readonly Query[] }
  | { readonly kind: 'not'; readonly part: Query }
  /** `field` is undefined for words without a field. */
  | { readonly kind: 'term'; readonly field: string | undefined; readonly value: string; readonly isPhrase: boolean }
  | { readonly kind: 'range'; readonly field: string; readonly from: string; readonly to: string }
  | { readonly kind: 'operator'; readonly name: Operator; readonly of: Query; readonly limit: number | undefined };

const OPERATORS = ['citations', 'references', 'similar', 'trending', 'useful', 'reviews', 'topn'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A query that the catalog's parser rejects. */
export class QuerySyntaxError extends Error {
  constructor(query: string) {
    super(
      `org.apache.solr.search.SyntaxError: INVALID_SYNTAX_CANNOT_PARSE:${query} : ` +
        'The parser reported a syntax error, antlrqueryparser hates errors!',
    );
  }
}

const TOKEN =
  /\s+|\(|\)|,|"(?:[^"\\]|\\.)*"(?:~\d+)?|[[{][^\]}]*[\]}]|[-+]?=?[A-Za-z_]+:(?!\/\/)|(?:[^\s()",[\]{}\\]|\\.)+/gy;

/** Parses the catalog's query language. Adjacent words are joined by AND. */
export function parseQuery(text: string): Query {
  return new Parser(tokenize(text), text).whole();
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) throw new QuerySyntaxError(text);
    if (token.trim() !== '') tokens.push(token);
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly string[];
  readonly #text: string;
  #at = 0;

  constructor(tokens: readonly string[], text: string) {
    this.#tokens = tokens;
    this.#text = text;
  }

  whole(): Query {
    const query = this.#or(undefined);
    if (this.#at < this.#tokens.length) throw this.#fault();
    return query;
  }

  #or(field: string | undefined): Query {
    const parts = [this.#and(field)];
    while (this.#take('OR')) parts.push(this.#and(field));
    return joined('or', parts);
  }

  #and(field: string | undefined): Query {
    const parts = [this.#unary(field)];
    for (;;) {
      const isNot = this.#take('NOT') || (this.#take('AND') && this.#take('NOT'));
      if (isNot) parts.push({ kind: 'not', part: this.#unary(field) });
      else if (this.#isEndOfAnd()) return joined('and', parts);
      else parts.push(this.#unary(field));
    }
  }

  #isEndOfAnd(): boolean {
    const previous = this.#tokens[this.#at - 1];
    const next = this.#tokens[this.#at];
    // An AND at the end is a syntax error.
    return previous !== 'AND' && (next === undefined || next === ')' || next === ',' || next === 'OR');
  }

  #unary(field: string | undefined): Query {
    const token = this.#tokens[this.#at];
    if (token === undefined || [')', ',', 'OR', 'AND'].includes(token)) throw this.#fault();
    this.#at += 1;
    if (token === 'NOT') return { kind: 'not', part: this.#unary(field) };
    if (token === '(') return this.#inside(() => this.#or(field));
    if (token === '*:*') return { kind: 'all' };
    const operator = OPERATORS.find((name) => name === token);
    if (operator !== undefined && this.#take('(')) return this.#inside(() => this.#operator(operator));
    const fielded = /^([-+]?)=?([A-Za-z_]+):$/.exec(token);
    if (fielded !== null) return negated(fielded[1] === '-', this.#value(fielded[2] ?? ''));
    if (/^-./.test(token)) return { kind: 'not', part: term(field, token.slice(1)) };
    return term(field, token.replace(/^[+=](?=.)/, ''));
  }

  #value(field: string): Query {
    const token = this.#tokens[this.#at];
    if (token === undefined || [')', ',', 'OR', 'AND', 'NOT'].includes(token)) throw this.#fault();
    if (token === '(') {
      this.#at += 1;
      return this.#inside(() => this.#or(field));
    }
    this.#at += 1;
    // The value of `doi:10.1051/x` or `arXiv:...` may look like a field name.
    const next = this.#tokens[this.#at];
    if (token.endsWith(':') && next !== undefined) {
      this.#at += 1;
      return term(field, `${token}${next}`);
    }
    const range = /^[[{]\s*(\S+)\s+TO\s+(\S+)\s*[\]}]$/.exec(token);
    if (range !== null) return { kind: 'range', field, from: range[1] ?? '*', to: range[2] ?? '*' };
    if (/^[[{]/.test(token)) throw this.#fault();
    const years = field === 'year' ? /^(\d{4})-(\d{4})$/.exec(token) : null;
    if (years !== null) return { kind: 'range', field, from: years[1] ?? '*', to: years[2] ?? '*' };
    return term(field, token);
  }

  #operator(name: Operator): Query {
    if (name !== 'topn') return { kind: 'operator', name, of: this.#or(undefined), limit: undefined };
    const limit = Number(this.#tokens[this.#at]);
    this.#at += 1;
    if (!Number.isInteger(limit) || !this.#take(',')) throw this.#fault();
    const of = this.#or(undefined);
    // The third argument is a sort order, which is ignored. The laboratory always sorts by relevance.
    if (this.#take(',')) while (this.#at < this.#tokens.length && this.#tokens[this.#at] !== ')') this.#at += 1;
    return { kind: 'operator', name, of, limit };
  }

  #inside(read: () => Query): Query {
    const query = read();
    if (!this.#take(')')) throw this.#fault();
    return query;
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  #fault(): QuerySyntaxError {
    return new QuerySyntaxError(this.#text);
  }
}

function joined(kind: 'and' | 'or', parts: readonly Query[]): Query {
  const [only, ...more] = parts;
  return only !== undefined && more.length === 0 ? only : { kind, parts };
}

function negated(isNegated: boolean, part: Query): Query {
  return isNegated ? { kind: 'not', part } : part;
}

function term(field: string | undefined, token: string): Query {
  const phrase = /^"([^]*)"(?:~\d+)?$/.exec(token);
  const value = (phrase?.[1] ?? token).replace(/\\(.)/g, '$1');
  return { kind: 'term', field, value, isPhrase: phrase !== null };
}
