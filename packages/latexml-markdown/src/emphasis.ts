import type { Token } from './inline-tokens.ts';

/** A token as it is written, or nearly so: enough to tell what its neighbours touch. */
export function roughly(token: Token | undefined): string {
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

const opensWithBlank = (mark: Token | undefined, inner: Token | undefined): boolean =>
  mark?.kind === 'mark' && mark.opens && inner?.kind === 'text' && inner.text.startsWith(' ');

const closesWithBlank = (mark: Token | undefined, inner: Token | undefined): boolean =>
  mark?.kind === 'mark' && !mark.opens && inner?.kind === 'text' && inner.text.endsWith(' ');

/**
 * Moves blanks from within emphasis to without: Markdown neither begins nor ends it beside a blank. Inner marks
 * come first, so that a blank goes through all that begin or end together.
 */
function moveBlanks(list: readonly Token[]): Token[] {
  const moved: Token[] = [...list];
  for (let at = moved.length - 2; at >= 0; at -= 1) {
    const [mark, inner] = [moved[at], moved[at + 1]];
    if (mark && inner?.kind === 'text' && opensWithBlank(mark, inner)) {
      moved.splice(at, 2, { ...inner, text: ' ' }, mark, { ...inner, text: inner.text.slice(1) });
    }
  }
  for (let at = 1; at < moved.length; at += 1) {
    const [inner, mark] = [moved[at - 1], moved[at]];
    if (mark && inner?.kind === 'text' && closesWithBlank(mark, inner)) {
      moved.splice(at - 1, 2, { ...inner, text: inner.text.slice(0, -1) }, mark, { ...inner, text: ' ' });
    }
  }
  return moved.filter((token) => token.kind !== 'text' || token.text !== '');
}

/**
 * Marks that Markdown would not take for emphasis where they stand: an opening one must not touch a word before
 * when punctuation follows, nor a closing one a word behind when punctuation precedes, nor either another mark.
 */
function unusablePairs(list: readonly Token[]): Set<number> {
  const unusable = new Set<number>();
  list.forEach((token, at) => {
    if (token.kind !== 'mark') return;
    const [previous, next] = [list[at - 1], list[at + 1]];
    const [before, after] = [lastOf(roughly(previous)), firstOf(roughly(next))];
    const [outer, inner] = token.opens ? [before, after] : [after, before];
    const touches = previous?.kind === 'mark' || next?.kind === 'mark';
    const joinsWord = isPunctuation(inner) && !isBlank(outer) && !isPunctuation(outer);
    if (touches || isBlank(inner) || joinsWord) unusable.add(token.pair);
  });
  return unusable;
}

/** Leaves out one pair at a time, the innermost first: what it touched may then stand. */
function withoutUnusable(list: readonly Token[]): readonly Token[] {
  let kept = list;
  for (let unusable = unusablePairs(kept); unusable.size > 0; unusable = unusablePairs(kept)) {
    const innermost = Math.max(...unusable);
    kept = kept.filter((token) => token.kind !== 'mark' || token.pair !== innermost);
  }
  return kept;
}

/** Emphasis that Markdown will read as such; the rest loses its marks and keeps its words. */
export const usableEmphasis = (list: readonly Token[]): readonly Token[] => withoutUnusable(moveBlanks(list));
