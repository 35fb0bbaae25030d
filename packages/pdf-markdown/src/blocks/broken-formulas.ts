import { classOf, signOfCommand } from '../tex/signs.ts';

const DOLLAR = /(?<!\\)\$/;
/** Text that may be between the parts of a formula that is broken within brackets. */
const BROKEN_AT = /^ ?(?:([+−×±=≈<>]|&lt;|&gt;) ?)?$/;
const CLOSING = /^[)\]]/;
const SPACES = ['\\,', '\\;', '\\:', '\\!', '\\ ', '\\quad', '\\qquad'];
/** A possible relation or operator at the end. It is not in a script, where a sign may be a charge. */
const LAST_SIGN = /(?<![\^_])([=<>+:]|\\[A-Za-z]+)$/;
/** Operators that are never marks, and relations whose signs are special in HTML. */
const OPERATORS = ['\\pm', '\\times', '\\lt', '\\gt'];

/**
 * Joins the parts of inline formulas that are broken across lines within brackets. Moves two kinds of signs from
 * formulas to the text: brackets whose partners are in the text, and relations before words.
 */
export function mendFormulas(markdown: string): string {
  const parts = markdown.split(DOLLAR);
  // Text and formulas must alternate. Otherwise something else contains dollar signs.
  if (parts.length % 2 === 0) return markdown;
  const written = [parts[0] ?? ''];
  for (let i = 1; i < parts.length; i += 2) {
    let [tex = '', after = ''] = parts.slice(i, i + 2);
    while (bracketsOf(tex).open > 0) {
      const between = BROKEN_AT.exec(after);
      const [next, afterNext = ''] = parts.slice(i + 2, i + 4);
      if (!between || next === undefined || !closes(next, afterNext)) break;
      tex = [tex, ...(between[1] ? [inFormula(between[1])] : []), next].join(' ');
      after = afterNext;
      i += 2;
    }
    while (bracketsOf(tex).open > 0 && CLOSING.test(after)) [tex, after] = [tex + after.charAt(0), after.slice(1)];
    written.push(writeFormula(tex), after);
  }
  return written.join('');
}

/**
 * Returns the relation or binary operator at the end of a formula, or ''. The operator must need a right operand. An
 * isolated operator does not count, because it may be a mark such as a star.
 */
export function operatorAtEnd(tex: string): string {
  const sign = LAST_SIGN.exec(tex)?.[1] ?? '';
  if (!sign.startsWith('\\') || OPERATORS.includes(sign)) return sign;
  const kind = classOf(signOfCommand(sign.slice(1)) ?? '');
  return kind === 'rel' || (kind === 'bin' && sign !== tex) ? sign : '';
}

/** Converts a relation or an operator from text to TeX. */
export function inFormula(sign: string): string {
  return sign === '&lt;' ? '\\lt' : sign === '&gt;' ? '\\gt' : sign;
}

/** Converts a relation or an operator from TeX to text. */
function inText(relation: string): string {
  if (/^(?:<|\\lt)$/.test(relation)) return '&lt;';
  if (/^(?:>|\\gt)$/.test(relation)) return '&gt;';
  return relation.startsWith('\\') ? (signOfCommand(relation.slice(1)) ?? relation) : relation;
}

function closes(tex: string, after: string): boolean {
  return bracketsOf(tex).unmatched >= 0 || CLOSING.test(after);
}

interface Brackets {
  /** Number of unclosed brackets. */
  readonly open: number;
  /** Position of an unopened bracket outside braces, or -1. Brackets with an explicit size do not count. */
  readonly unmatched: number;
}

const TOKEN = /\\(?:[A-Za-z]+|.)\s*|[()[\]{}]/gs;

function bracketsOf(tex: string): Brackets {
  let [open, depth, isSized] = [0, 0, false];
  for (const { 0: token, index } of tex.matchAll(TOKEN)) {
    if (token === '{') depth++;
    else if (token === '}') depth--;
    else if (token === '(' || token === '[') open++;
    else if (token === ')' || token === ']') {
      if (open === 0) return { open, unmatched: depth === 0 && !isSized ? index : -1 };
      open--;
    }
    isSized = /^\\(?:right|[bB]igg?r?)\s*$/.test(token);
  }
  return { open, unmatched: -1 };
}

/** Writes a formula. Unopened brackets become text between the parts of the formula. */
function writeFormula(tex: string): string {
  let written = '';
  let rest = tex;
  for (let at = bracketsOf(rest).unmatched; at >= 0; at = bracketsOf(rest).unmatched) {
    written += writePart(rest.slice(0, at)) + rest.charAt(at);
    rest = rest.slice(at + 1);
  }
  return written + writePart(rest);
}

function writePart(tex: string): string {
  const { open } = bracketsOf(tex);
  let formula = withoutSpace(tex);
  let brackets = '';
  while (open > brackets.length && /[([]$/.test(formula)) {
    brackets = formula.slice(-1) + brackets;
    formula = withoutSpace(formula.slice(0, -1));
  }
  const relation = operatorAtEnd(formula);
  formula = withoutSpace(formula.slice(0, formula.length - relation.length));
  if (formula === '' || (relation === '' && brackets === '')) return tex === '' ? '' : `$${tex}$`;
  const rest = [inText(relation), brackets].filter((part) => part !== '');
  return `$${formula}$ ${rest.join(' ')}`;
}

function withoutSpace(tex: string): string {
  const end = tex.trimEnd();
  const space = SPACES.find((one) => end.endsWith(one));
  return space === undefined ? end : withoutSpace(end.slice(0, -space.length));
}
