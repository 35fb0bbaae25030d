import type { Token } from './inline-tokens.ts';

/** Returns roughly the text that will be written for a token. This is sufficient to find the adjacent characters. */
export function approximateText(token: Token | undefined): string {
  switch (token?.kind) {
    case undefined:
      return '';
    case 'raw':
      return token.markup;
    case 'mark':
      return token.mark;
    case 'math':
      return `$${token.tex}$`;
    case 'code':
      return `\`${token.text}\``;
    case 'text':
      return token.text;
  }
}

const isBlank = (character: string): boolean => character === '' || /\s/.test(character);

/** Returns whether the character is punctuation as defined by CommonMark 0.31. The definition includes symbols. */
const isPunctuation = (character: string): boolean => /[\p{P}\p{S}]/u.test(character);

const lastOf = (text: string): string => /.$/su.exec(text)?.[0] ?? '';
const firstOf = (text: string): string => /^./su.exec(text)?.[0] ?? '';

/**
 * Moves blanks directly after opening marks to the position before these marks. Starts with inner marks, so that a
 * blank can move past several marks.
 */
function moveLeadingBlanks(list: readonly Token[]): Token[] {
  const reversed: Token[] = [];
  for (const mark of list.toReversed()) {
    const inner = reversed.at(-1);
    if (mark.kind === 'mark' && mark.opens && inner?.kind === 'text' && inner.text.startsWith(' ')) {
      reversed.splice(-1, 1, { ...inner, text: inner.text.slice(1) }, mark, { ...inner, text: ' ' });
    } else {
      reversed.push(mark);
    }
  }
  return reversed.toReversed();
}

/** Moves blanks directly before closing marks to the position after these marks. */
function moveTrailingBlanks(list: readonly Token[]): Token[] {
  const moved: Token[] = [];
  for (const mark of list) {
    const inner = moved.at(-1);
    if (mark.kind === 'mark' && !mark.opens && inner?.kind === 'text' && inner.text.endsWith(' ')) {
      moved.splice(-1, 1, { ...inner, text: inner.text.slice(0, -1) }, mark, { ...inner, text: ' ' });
    } else {
      moved.push(mark);
    }
  }
  return moved;
}

/** Moves blanks out of emphasis, because Markdown does not begin or end emphasis next to a blank. */
const moveBlanks = (list: readonly Token[]): Token[] =>
  moveTrailingBlanks(moveLeadingBlanks(list)).filter((token) => token.kind !== 'text' || token.text !== '');

/**
 * Returns the pairs of marks that Markdown would not read as emphasis. An opening mark must not follow a word if
 * punctuation follows the mark. A closing mark must not precede a word if punctuation precedes the mark. Marks must not
 * be adjacent.
 */
function unusablePairs(list: readonly Token[]): Set<number> {
  const unusable = new Set<number>();
  list.forEach((token, at) => {
    if (token.kind !== 'mark') return;
    const [previous, next] = [list[at - 1], list[at + 1]];
    const [before, after] = [lastOf(approximateText(previous)), firstOf(approximateText(next))];
    const [outer, inner] = token.opens ? [before, after] : [after, before];
    const joinsWord = isPunctuation(inner) && !isBlank(outer) && !isPunctuation(outer);
    if (isBlank(inner) || joinsWord) unusable.add(token.pair);
    // If two marks are adjacent, the inner or later mark is dropped.
    if (next?.kind === 'mark') unusable.add(Math.max(token.pair, next.pair));
  });
  return unusable;
}

/**
 * Maximum number of passes. Dropping a mark changes its neighbours, so the check is repeated. After the last pass, all
 * marks of the line are dropped.
 */
const MOST_PASSES = 20;

function withoutUnusable(list: readonly Token[]): readonly Token[] {
  let kept = list;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const unusable = unusablePairs(kept);
    if (unusable.size === 0) return kept;
    kept = kept.filter((token) => token.kind !== 'mark' || !unusable.has(token.pair));
  }
  return kept.filter((token) => token.kind !== 'mark');
}

/** Keeps the emphasis that Markdown recognises. Drops all other marks, but not their words. */
export const usableEmphasis = (list: readonly Token[]): readonly Token[] => withoutUnusable(moveBlanks(list));
