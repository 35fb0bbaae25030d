import { normaliseTex } from './normalise-tex.ts';
import { signOf } from '@almagest/pdf-markdown/tex/signs';

/** How complete the inline formulas are. */
export interface InlineFormulas {
  readonly formulas: number;
  /** Share with balanced brackets. Half-open intervals count as balanced. */
  readonly balanced: number;
  /** Share that neither ends at a relation or operator nor begins with a script without a base. */
  readonly complete: number;
}

const OPEN_END = /(?:[=<>+≤≥≈∼≃≡∝≲≳≪≫×±−]|\\(?:leq|geq|approx|sim|simeq|equiv|propto|lesssim|gtrsim|ll|gg|times|pm))$/;
const BASELESS = /^(?:\{\})?[_^]/;
/** A script after a space may be a unit's exponent or a note mark. */
const UNIT_EXPONENT = /^(?:\{\})?\^(?:\{?[−-]?[\d*†‡§,]+\}?|\{\\circ\})/;

export interface InlineComparison {
  /** Number of inline formulas in the reference text and its tables. */
  readonly formulas: number;
  /**
   * Share of reference formulas that equal a formula of the Markdown after normalisation. Each formula of the Markdown
   * is counted once.
   */
  readonly exact: number;
  /**
   * Share of reference formulas that are a formula of the Markdown or a part of such a formula. Print does not always
   * show where a formula begins and ends in its sentence.
   */
  readonly contained: number;
}

/** Compares formulas within text and tables. Returns undefined if the reference text has no such formulas. */
export function compareInline(expected: readonly string[], markdown: readonly string[]): InlineComparison | undefined {
  const found = formulasWithin(markdown).map(tokensOf);
  const wanted = expected.map(tokensOf).filter((tokens) => tokens !== '');
  if (wanted.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const tokens of found) counts.set(tokens, (counts.get(tokens) ?? 0) + 1);
  const exact = wanted.filter((tokens) => {
    const left = counts.get(tokens) ?? 0;
    counts.set(tokens, left - 1);
    return left > 0;
  });
  const all = ` ${found.join('  ')} `;
  const contained = wanted.filter((tokens) => all.includes(` ${tokens} `));
  return {
    formulas: wanted.length,
    exact: exact.length / wanted.length,
    contained: contained.length / wanted.length,
  };
}

/** Returns the normalised tokens of a formula without its sentence's punctuation, separated by single spaces. */
function tokensOf(tex: string): string {
  const tokens = normaliseTex(tex).flatMap((token) => {
    const sign = /^[{}_^]$/.test(token) ? undefined : signOf(token);
    return sign ? normaliseTex(sign.tex) : [token];
  });
  return tokens.slice(0, tokens.findLastIndex((token) => !/^[.,;]$/.test(token)) + 1).join(' ');
}

/** Returns the TeX of the inline formulas of a LaTeXML page. Cells of displayed formulas have `\\displaystyle`. */
export function formulasOfPage(html: string): string[] {
  return Array.from(html.matchAll(/<math\b[^<>]*>/g), ([tag]) => tag)
    .filter((tag) => tag.includes('display="inline"') && !tag.includes('\\displaystyle'))
    .map((tag) => unescapeHtml(/alttext="([^"]*)"/.exec(tag)?.[1] ?? ''));
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#10': ' ' };

function unescapeHtml(text: string): string {
  return text.replaceAll(/&(lt|gt|quot|amp|#10);/g, (_, name: string) => ENTITIES[name] ?? '');
}

/** Counts the inline formulas of Markdown. Returns undefined without formulas. */
export function inlineFormulas(markdown: readonly string[]): InlineFormulas | undefined {
  const formulas = formulasWithin(markdown);
  if (formulas.length === 0) return undefined;
  const share = (holds: (tex: string) => boolean) => formulas.filter(holds).length / formulas.length;
  return { formulas: formulas.length, balanced: share(isBalanced), complete: share(isComplete) };
}

function formulasWithin(markdown: readonly string[]): string[] {
  return markdown.flatMap((block) => {
    const text = block
      .replaceAll('\\$', '')
      .split('$$')
      .filter((_, i) => i % 2 === 0)
      .join(' ');
    return text.split('$').filter((_, i) => i % 2 === 1);
  });
}

function isBalanced(tex: string): boolean {
  let depth = 0;
  for (const sign of tex.replaceAll(/\\[{}]/g, '')) {
    if (sign === '(' || sign === '[') depth++;
    else if ((sign === ')' || sign === ']') && --depth < 0) return false;
  }
  return depth === 0;
}

function isComplete(tex: string): boolean {
  const bare = tex.trim();
  const isAlone = bare.length <= 2 || /^\\[a-z]+$/.test(bare);
  return (isAlone || !OPEN_END.test(bare)) && (!BASELESS.test(bare) || UNIT_EXPONENT.test(bare));
}
