import { TEX_LETTERS, TEX_RELATIONS, TEX_SIGNS } from './tex-symbols.ts';

/** Letters of a formula with the same style and position. */
export interface FormulaPart {
  readonly text: string;
  readonly shift: 'none' | 'sub' | 'sup';
  readonly isItalic: boolean;
}

type Style = Pick<FormulaPart, 'shift' | 'isItalic'>;

const FONTS = new Map([
  ...['rm', 'mathrm', 'text', 'textrm', 'mbox', 'operatorname', 'bf', 'mathbf', 'textbf', 'sc', 'textsc', 'mathsf'].map(
    (name) => [name, false] as const,
  ),
  ...['it', 'mathit', 'textit', 'cal', 'mathcal'].map((name) => [name, true] as const),
]);
/** Commands that don't change how an inline formula looks. */
const PASSED_OVER = new Set(['left', 'right', 'displaystyle', 'textstyle', 'nolimits', 'limits']);
const SPACES: Readonly<Record<string, string>> = { ',': ' ', ':': ' ', ';': ' ', ' ': ' ', quad: ' ', '!': '' };
const FRACTIONS = new Set(['frac', 'dfrac', 'tfrac']);
const RELATIONS = new Set(['=', '<', '>']);

/** Thrown for formulas that cannot be shown inline, such as fractions, roots and nested scripts. */
class TooComplexError extends Error {}

const TOKEN = /\\(?:[a-zA-Z]+|[^a-zA-Z])|[^\\]/gsu;

/**
 * Returns the parts of a formula that has only letters, signs and scripts. Returns undefined for other formulas.
 *
 * @param isLinear writes fractions as `a/b` and roots as `√x`, for lists with one line per paper
 */
export function simpleFormula(tex: string, isLinear = false): readonly FormulaPart[] | undefined {
  try {
    return new SimpleFormula(tex, isLinear).read();
  } catch (error) {
    if (error instanceof TooComplexError) return undefined;
    throw error;
  }
}

class SimpleFormula {
  readonly #tokens: readonly string[];
  readonly #isLinear: boolean;
  readonly #parts: FormulaPart[] = [];
  #next = 0;

  constructor(tex: string, isLinear: boolean) {
    this.#tokens = tex.match(TOKEN) ?? [];
    this.#isLinear = isLinear;
  }

  read(): readonly FormulaPart[] {
    this.#group({ shift: 'none', isItalic: true }, false);
    return this.#parts.map((part) => ({ ...part, text: part.text.replaceAll(/ {2,}/g, ' ') }));
  }

  /** Reads up to the closing brace of the group, or to the end. */
  #group(outer: Style, isBraced: boolean): void {
    let style = outer;
    for (;;) {
      const token = this.#tokens[this.#next];
      if (token === undefined) {
        if (isBraced) throw new TooComplexError();
        return;
      }
      this.#next += 1;
      if (token === '}') {
        if (!isBraced) throw new TooComplexError();
        return;
      }
      // `{\rm eff}` applies to the rest of its group, `\mathrm{eff}` only to its argument.
      const isItalic = FONTS.get(token.slice(1));
      if (token.length > 2 && isItalic !== undefined && this.#peek() !== '{') style = { ...style, isItalic };
      else this.#one(token, style);
    }
  }

  #one(token: string, style: Style): void {
    if (token === '{') this.#group(style, true);
    else if (token === '^' || token === '_') this.#script(token === '^' ? 'sup' : 'sub', style);
    else if (token.startsWith('\\')) this.#command(token.slice(1), style);
    else if (RELATIONS.has(token)) this.#relation(token, style);
    else if (token === '-') this.#put('−', style, false);
    else if (token === '~') this.#put(' ', style, false);
    else if (token === "'") this.#put('′', style, false);
    else if (!/\s/.test(token)) this.#put(token, style, /\p{L}/u.test(token));
  }

  #script(shift: 'sub' | 'sup', style: Style): void {
    if (style.shift !== 'none') throw new TooComplexError();
    const token = this.#take();
    this.#one(token, { ...style, shift });
  }

  #command(name: string, style: Style): void {
    const isItalic = FONTS.get(name);
    if (isItalic !== undefined) return this.#one(this.#take(), { ...style, isItalic });
    const letter = TEX_LETTERS[name];
    if (letter !== undefined) return this.#put(letter, style, true);
    const sign = TEX_SIGNS[name] ?? SPACES[name];
    if (sign !== undefined) return this.#put(sign, style, false);
    const relation = TEX_RELATIONS[name];
    if (relation !== undefined) return this.#relation(relation, style);
    if (PASSED_OVER.has(name)) return undefined;
    if (/^[^a-zA-Z]$/.test(name) && name !== '\\') return this.#put(name, style, false);
    if (this.#isLinear && FRACTIONS.has(name)) return this.#fraction(style);
    if (this.#isLinear && name === 'sqrt') return this.#root(style);
    throw new TooComplexError();
  }

  #fraction(style: Style): void {
    this.#term(style);
    this.#put('/', style, false);
    this.#term(style);
  }

  #root(style: Style): void {
    this.#put('√', style, false);
    this.#term(style);
  }

  /** Reads an argument, in parentheses if it has several terms. */
  #term(style: Style): void {
    const isSum = this.#groupTokens().some((token) => /^(?:[-+/=<>]|\\(?:pm|sim|times|frac|sqrt))$/.test(token));
    if (isSum) this.#put('(', style, false);
    this.#one(this.#take(), style);
    if (isSum) this.#put(')', style, false);
  }

  /** Returns the tokens of the group that comes next, without reading them. */
  #groupTokens(): readonly string[] {
    if (this.#peek() !== '{') return [];
    let depth = 0;
    const end = this.#tokens.findIndex((token, place) => {
      if (place < this.#next) return false;
      depth += token === '{' ? 1 : token === '}' ? -1 : 0;
      return depth === 0;
    });
    return end < 0 ? [] : this.#tokens.slice(this.#next, end);
  }

  /** Adds space on both sides, except at the start: `$\sim$10` means "about ten". */
  #relation(sign: string, style: Style): void {
    const isFirst = this.#parts.length === 0 || style.shift !== 'none';
    this.#put(isFirst ? sign : ` ${sign} `, style, false);
  }

  #peek(): string | undefined {
    while (/^\s$/.test(this.#tokens[this.#next] ?? '')) this.#next += 1;
    return this.#tokens[this.#next];
  }

  #take(): string {
    const token = this.#peek();
    if (token === undefined || token === '}') throw new TooComplexError();
    this.#next += 1;
    return token;
  }

  #put(text: string, { shift, isItalic }: Style, isLetter: boolean): void {
    const last = this.#parts.at(-1);
    const slanted = isItalic && isLetter;
    if (last?.shift === shift && last.isItalic === slanted)
      this.#parts[this.#parts.length - 1] = { ...last, text: last.text + text };
    else this.#parts.push({ text, shift, isItalic: slanted });
  }
}
