import { isText, type AnyNode, type Element } from 'domhandler';
import { childElements, descendants, isElement, rawText } from './dom.ts';
import { texText } from './tex-text.ts';

/** Words that siunitx prints between the numbers in a list or a range. */
const SEPARATOR = /^[\s\u00a0]*(to|and|,)[\s\u00a0]*$/;
/** Matches a part that LaTeXML printed but did not write as TeX. For example, `\ang{45}` becomes `$$`. */
const EMPTY_PART = /(?<![$\\])\$\$(?!\$)/;

/** Returns whether the TeX of a formula lacks words or numbers that its MathML has, as in siunitx quantities. */
export function lacksContent(tex: string, math: Element): boolean {
  if (EMPTY_PART.test(tex)) return true;
  for (const element of descendants(math)) {
    const word = element.name === 'mtext' ? SEPARATOR.exec(rawText(element))?.[1] : undefined;
    if (word !== undefined && !tex.includes(word)) return true;
  }
  return false;
}

const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '\u2212': '-',
    '×': '\\times ',
    '±': '\\pm ',
    '⋅': '\\cdot ',
    '°': '^{\\circ}',
    µ: '\\mu ',
    Å: '\\text{Å}',
    '′': '^{\\prime}',
    '″': '^{\\prime\\prime}',
    '%': '\\%',
    '{': '\\{',
    '}': '\\}',
  }),
);
/** Invisible characters for multiplication and function application. */
const INVISIBLE = /[\u2061-\u2064\u200b\s]/g;
const CONTAINERS: ReadonlySet<string> = new Set(['math', 'mrow', 'mstyle', 'mpadded']);

/**
 * Converts simple MathML to TeX: numbers, letters, signs, words, scripts and fractions. Returns undefined for all other
 * MathML.
 */
export function texOfMathml(math: Element): string | undefined {
  const parts = new TexParts();
  const tex = parts.all(math.children);
  return parts.isComplete && tex !== '' ? tex : undefined;
}

class TexParts {
  isComplete = true;

  all(nodes: readonly AnyNode[]): string {
    return nodes.map((node) => (isElement(node) ? this.#of(node) : this.#ofText(node))).join('');
  }

  #ofText(node: AnyNode): string {
    if (isText(node) && node.data.trim() !== '') this.isComplete = false;
    return '';
  }

  #of(element: Element): string {
    const { name } = element;
    const [first, second, third] = childElements(element);
    if (name === 'semantics') return first ? this.#of(first) : '';
    if (CONTAINERS.has(name)) return this.all(element.children);
    const leaf = LEAVES.get(name);
    if (leaf) return leaf(rawText(element), element);
    if (!first || !second) return this.#unknown();
    const [a, b] = [this.#of(first), this.#of(second)];
    if (name === 'mfrac') return `\\frac{${a}}{${b}}`;
    if (name === 'msup') return `{${a}}^{${b}}`;
    if (name === 'msub') return `{${a}}_{${b}}`;
    return name === 'msubsup' && third ? `{${a}}_{${b}}^{${this.#of(third)}}` : this.#unknown();
  }

  #unknown(): string {
    this.isComplete = false;
    return '';
  }
}

/** Functions that convert MathML elements with text to TeX. */
const LEAVES: ReadonlyMap<string, (printed: string, element: Element) => string> = new Map(
  Object.entries({
    mn: (printed) => printed.trim(),
    mo: signOf,
    mi: (printed, { attribs }) => letterOf(printed, attribs['mathvariant'] === 'normal'),
    mtext: wordsOf,
  }),
);

function wordsOf(printed: string): string {
  const words = printed.replaceAll('\u00a0', ' ').trim();
  if (words === '') return '\\,';
  if (words === ',') return ',\\ ';
  return SIGNS.get(words) ?? (words === '/' ? '/' : texText(printed));
}

function signOf(printed: string): string {
  const sign = printed.replace(INVISIBLE, '');
  return SIGNS.get(sign) ?? sign;
}

function letterOf(printed: string, isUpright: boolean): string {
  const letter = printed.replace(INVISIBLE, '');
  const sign = SIGNS.get(letter);
  if (sign !== undefined) return sign;
  return letter.length > 1 || (isUpright && /[a-z]/i.test(letter)) ? `\\mathrm{${letter}}` : letter;
}
