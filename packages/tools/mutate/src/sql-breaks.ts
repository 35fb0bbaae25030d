import type { TemplateLiteral } from 'oxc-parser';

/** A part of a source, the text that replaces it, and a description of the change. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly what: string;
}

/** Matches the end of a condition at the condition's depth of parentheses. */
const ENDS =
  /^(?:and|or|order by|group by|limit|returning|for (?:no key )?update|for share|union|on conflict|window|then|else|end)\b/i;
const OPENS = /^(?:where|and|filter \(where)\s+/i;
const LOCKS = /\bfor (?:no key )?update(?: of \w+)?(?: skip locked| nowait)?|\bfor share|\bskip locked/gi;

/** Returns a replacement for each condition and each lock of a statement in a template. */
export function sqlBreaks(source: string, quasi: TemplateLiteral): Replacement[] {
  const { start: from, end: to } = quasi;
  const text = masked(source.slice(from, to), quasi, from);
  const found: Replacement[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (/\w/.test(text[at - 1] ?? '')) continue;
    const [opening] = OPENS.exec(text.slice(at)) ?? [];
    if (opening === undefined || isBetween(text, at)) continue;
    const start = at + opening.length;
    // The last letter is the closing backtick.
    const end = Math.min(endOfCondition(text, start), text.length - 1);
    const condition = source.slice(from + start, from + end).trim();
    if (condition !== '' && condition !== 'true')
      found.push(cut(from + start, from + start + condition.length, 'true', `without ${shown(condition)}`));
  }
  for (const { index, 0: lock } of text.matchAll(LOCKS))
    found.push(cut(from + index, from + index + lock.length, '', `without ${lock}`));
  return found;
}

const cut = (start: number, end: number, replacement: string, what: string) => ({ start, end, replacement, what });
const shown = (condition: string) => condition.replace(/\s+/g, ' ').slice(0, 80);

/** Returns the text with interpolations and quoted strings replaced by characters of the same length. */
function masked(text: string, quasi: TemplateLiteral, from: number): string {
  const letters = text.split('');
  const blank = (start: number, end: number) => letters.fill('?', start, end);
  for (const [index, { end }] of quasi.quasis.entries()) {
    const next = quasi.quasis[index + 1];
    if (next !== undefined) blank(end - from, next.start - from);
  }
  for (const { index, 0: quoted } of letters.join('').matchAll(/'[^']*'/g)) blank(index, index + quoted.length);
  letters[text.length - 1] = ' ';
  return letters.join('');
}

/** Returns whether an `and` belongs to `between`. */
function isBetween(text: string, at: number): boolean {
  return /\bbetween\s+\S+\s+$/i.test(text.slice(0, at));
}

function endOfCondition(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    if (depth < 0) return at;
    if (depth === 0 && !/\w/.test(text[at - 1] ?? '') && ENDS.test(text.slice(at)) && !isBetween(text, at)) return at;
  }
  return text.length;
}
