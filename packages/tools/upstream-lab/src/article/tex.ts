import { ACCENTS, FUNCTIONS, GREEK, OPERATORS, SIGNS, SPACES } from './tex-symbols.ts';

/** The subset of TeX mathematics that the laboratory's papers use. */
export type Tex =
  | { readonly kind: 'row'; readonly items: readonly Tex[] }
  | {
      readonly kind: 'sign';
      readonly text: string;
      readonly role: 'italic' | 'upright' | 'number' | 'operator' | 'fence';
    }
  | { readonly kind: 'scripts'; readonly base: Tex; readonly sub: Tex | undefined; readonly sup: Tex | undefined }
  | { readonly kind: 'fraction'; readonly over: Tex; readonly under: Tex }
  | { readonly kind: 'root'; readonly of: Tex }
  | { readonly kind: 'accent'; readonly mark: string; readonly base: Tex }
  | { readonly kind: 'space'; readonly em: number };

/** A formula that the laboratory cannot typeset: a mistake in its own papers. */
export class UnknownTexError extends Error {}

const TOKEN = /\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)?|\s+|./gsu;

/** Parses one formula, without its dollar signs. */
export function parseTex(source: string): Tex {
  const tokens = (source.match(TOKEN) ?? []).filter((token) => !/^\s/.test(token));
  const reader = new Reader(tokens, source);
  return reader.row(() => reader.atEnd());
}

class Reader {
  readonly #tokens: readonly string[];
  readonly #source: string;
  #at = 0;
  /** Set by `\rm` until the end of its group. */
  #upright = false;

  constructor(tokens: readonly string[], source: string) {
    this.#tokens = tokens;
    this.#source = source;
  }

  atEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  row(isEnd: () => boolean): Tex {
    const items: Tex[] = [];
    while (!isEnd()) {
      if (this.atEnd()) throw this.#fault('ends too early');
      if (this.#peek() === '\\rm' || (this.#peek() === '\\mathrm' && this.#tokens[this.#at + 1] !== '{')) {
        this.#at += 1;
        this.#upright = true;
      } else items.push(this.#scripted());
    }
    const [only, ...more] = items;
    return only !== undefined && more.length === 0 ? only : { kind: 'row', items };
  }

  #scripted(): Tex {
    // A script without a base, as in `10 s$^{-1}$`.
    const base: Tex = /^[_^]$/.test(this.#peek() ?? '') ? { kind: 'row', items: [] } : this.#atom();
    let sub: Tex | undefined;
    let sup: Tex | undefined;
    for (;;) {
      if (this.#peek() === '_') sub = this.#script();
      else if (this.#peek() === '^') sup = this.#script();
      else break;
    }
    return sub === undefined && sup === undefined ? base : { kind: 'scripts', base, sub, sup };
  }

  #script(): Tex {
    this.#at += 1;
    return this.#argument();
  }

  #argument(): Tex {
    return this.#peek() === '{' ? this.#group() : this.#atom();
  }

  #group(): Tex {
    const before = this.#upright;
    this.#at += 1;
    const inside = this.row(() => this.#peek() === '}');
    this.#at += 1;
    this.#upright = before;
    return inside;
  }

  #atom(): Tex {
    const token = this.#peek();
    if (token === undefined) throw this.#fault('ends too early');
    if (token === '{') return this.#group();
    this.#at += 1;
    if (token.startsWith('\\')) return this.#command(token.slice(1));
    if (/^[0-9]/.test(token)) return { kind: 'sign', text: token, role: 'number' };
    if (/^[A-Za-z]$/.test(token)) return { kind: 'sign', text: token, role: this.#upright ? 'upright' : 'italic' };
    if ('()[]|'.includes(token)) return { kind: 'sign', text: token, role: 'fence' };
    if ('+-=<>*'.includes(token)) return { kind: 'sign', text: token === '-' ? '−' : token, role: 'operator' };
    if (",.;:/!'".includes(token)) return { kind: 'sign', text: token === "'" ? '′' : token, role: 'upright' };
    throw this.#fault(`has an unknown sign ${token}`);
  }

  #command(name: string): Tex {
    const sign = GREEK[name];
    if (sign !== undefined) return { kind: 'sign', text: sign, role: 'italic' };
    if (OPERATORS[name] !== undefined) return { kind: 'sign', text: OPERATORS[name], role: 'operator' };
    if (SIGNS[name] !== undefined) return { kind: 'sign', text: SIGNS[name], role: 'upright' };
    if (FUNCTIONS.has(name)) return { kind: 'sign', text: name, role: 'upright' };
    if (SPACES[name] !== undefined) return { kind: 'space', em: SPACES[name] };
    if (ACCENTS[name] !== undefined) return { kind: 'accent', mark: ACCENTS[name], base: this.#argument() };
    return this.#construct(name);
  }

  #construct(name: string): Tex {
    switch (name) {
      case 'frac':
        return { kind: 'fraction', over: this.#argument(), under: this.#argument() };
      case 'sqrt':
        return { kind: 'root', of: this.#argument() };
      case 'mathrm':
      case 'text':
        return this.#uprightGroup();
      case 'mathbf':
      case 'boldsymbol':
        return this.#argument();
      case 'left':
      case 'right':
      case 'big':
        return this.#atom();
      default:
        throw this.#fault(`has an unknown command \\${name}`);
    }
  }

  #uprightGroup(): Tex {
    const before = this.#upright;
    this.#upright = true;
    const inside = this.#group();
    this.#upright = before;
    return inside;
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  #fault(what: string): UnknownTexError {
    return new UnknownTexError(`the formula ${this.#source} ${what}`);
  }
}

/** Returns the formula on one line of Unicode, as in a text layer. Scripts follow their base. */
export function linearText(tex: Tex): string {
  switch (tex.kind) {
    case 'row':
      return tex.items.map(linearText).join('');
    case 'sign':
      return tex.text;
    case 'space':
      return tex.em >= 1 ? ' ' : '';
    case 'scripts':
      return [tex.base, tex.sub, tex.sup].map((part) => (part === undefined ? '' : linearText(part))).join('');
    case 'fraction':
      return `${linearText(tex.over)}/${linearText(tex.under)}`;
    case 'root':
      return `√${linearText(tex.of)}`;
    case 'accent':
      return linearText(tex.base);
  }
}

/** Returns the formula with `<SUB>` and `<SUP>`, as the catalog writes titles and abstracts. */
export function catalogMarkup(tex: Tex): string {
  switch (tex.kind) {
    case 'row':
      return tex.items.map(catalogMarkup).join('');
    case 'scripts': {
      const sub = tex.sub === undefined ? '' : `<SUB>${catalogMarkup(tex.sub)}</SUB>`;
      const sup = tex.sup === undefined ? '' : `<SUP>${catalogMarkup(tex.sup)}</SUP>`;
      return `${catalogMarkup(tex.base)}${sub}${sup}`;
    }
    case 'fraction':
      return `${catalogMarkup(tex.over)}/${catalogMarkup(tex.under)}`;
    case 'sign':
      return tex.text.replace('<', '&lt;').replace('>', '&gt;');
    default:
      return linearText(tex);
  }
}
