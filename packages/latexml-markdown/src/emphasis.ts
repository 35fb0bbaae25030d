import type { Token } from './inline-tokens.ts';

/** A token as it is written, or nearly so: enough to tell what its neighbours touch. */
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

/** As CommonMark 0.31 counts them: symbols are punctuation too. */
const isPunctuation = (character: string): boolean => /[\p{P}\p{S}]/u.test(character);

const lastOf = (text: string): string => /.$/su.exec(text)?.[0] ?? '';
const firstOf = (text: string): string => /^./su.exec(text)?.[0] ?? '';

/** Blanks right after opening marks go before them; inner marks first, so that a blank goes through several. */
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

/** Blanks right before closing marks go behind them. */
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

/** Markdown neither begins nor ends emphasis beside a blank. */
const moveBlanks = (list: readonly Token[]): Token[] =>
  moveTrailingBlanks(moveLeadingBlanks(list)).filter((token) => token.kind !== 'text' || token.text !== '');

/**
 * Marks that Markdown would not take for emphasis where they stand: an opening one must not touch a word before
 * when punctuation follows, nor a closing one a word behind when punctuation precedes, nor either another mark.
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
    // Of two that touch the inner or later one goes.
    if (next?.kind === 'mark') unusable.add(Math.max(token.pair, next.pair));
  });
  return unusable;
}

/** What is left out changes what its neighbours touch; a line that does not settle loses all its marks. */
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

/** Emphasis that Markdown will read as such; the rest loses its marks and keeps its words. */
export const usableEmphasis = (list: readonly Token[]): readonly Token[] => withoutUnusable(moveBlanks(list));
