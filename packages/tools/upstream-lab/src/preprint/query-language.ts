export type PreprintQuery =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly PreprintQuery[] }
  | { readonly kind: 'andnot'; readonly left: PreprintQuery; readonly right: PreprintQuery }
  | { readonly kind: 'term'; readonly prefix: string; readonly words: string }
  | { readonly kind: 'dates'; readonly prefix: string; readonly from: string; readonly to: string };

export class PreprintQueryError extends Error {}

const TOKEN = /\s+|\(|\)|[A-Za-z]+:(?=\[)\[[^\]]*\]|(?:[A-Za-z]+:)?"[^"]*"|[^\s()"]+/gy;

/** Parses `search_query`. Unlike in the catalog, adjacent words are joined by OR. */
export function parsePreprintQuery(text: string): PreprintQuery {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) throw new PreprintQueryError('search_query cannot be parsed');
    if (token.trim() !== '') tokens.push(token);
  }
  return new Parser(tokens).whole();
}

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  whole(): PreprintQuery {
    const query = this.#or();
    if (this.#at < this.#tokens.length) throw new PreprintQueryError('search_query cannot be parsed');
    return query;
  }

  #or(): PreprintQuery {
    const parts = [this.#and()];
    // Anything except an operator or a bracket is a word, joined by OR.
    while (this.#take('OR') || ![undefined, ')'].includes(this.#tokens[this.#at])) parts.push(this.#and());
    const [only, ...more] = parts;
    return only !== undefined && more.length === 0 ? only : { kind: 'or', parts };
  }

  #and(): PreprintQuery {
    let left = this.#atom();
    for (;;) {
      if (this.#take('AND')) left = { kind: 'and', parts: [left, this.#atom()] };
      else if (this.#take('ANDNOT')) left = { kind: 'andnot', left, right: this.#atom() };
      else return left;
    }
  }

  #atom(): PreprintQuery {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token === undefined || [')', 'AND', 'OR', 'ANDNOT'].includes(token)) {
      throw new PreprintQueryError('search_query cannot be parsed');
    }
    if (token === '(') {
      const inside = this.#or();
      if (!this.#take(')')) throw new PreprintQueryError('search_query cannot be parsed');
      return inside;
    }
    const dates = /^([A-Za-z]+):\[(\d+) TO (\d+)\]$/.exec(token);
    if (dates !== null) return { kind: 'dates', prefix: dates[1] ?? '', from: dates[2] ?? '', to: dates[3] ?? '' };
    const [, prefix = 'all', words = ''] = /^(?:([A-Za-z]+):)?([^]*)$/.exec(token) ?? [];
    return { kind: 'term', prefix, words };
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }
}
