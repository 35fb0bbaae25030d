import type { Token } from './inline-tokens.ts';

/** What of a token right behind a formula must go into it. */
function continuationOf(token: Token): string {
  if (token.kind === 'math') return token.tex;
  return token.kind === 'text' ? (/^\d+(?:[.,]\d+)*/.exec(token.text)?.[0] ?? '') : '';
}

/** The two as they are written side by side, or undefined when they may stand as they are. */
function joinPair(last: Token, token: Token): Token[] | undefined {
  if (last.kind === 'math') {
    const added = continuationOf(token);
    if (added === '') return undefined;
    const rest = token.kind === 'text' ? token.text.slice(added.length) : '';
    const formula: Token = { kind: 'math', tex: `${last.tex} ${added}` };
    return token.kind === 'text' && rest !== '' ? [formula, { ...token, text: rest }] : [formula];
  }
  if (last.kind === 'code' && token.kind === 'code') return [{ kind: 'code', text: last.text + token.text }];
  if (last.kind === 'text' && token.kind === 'text' && last.inLink === token.inLink) {
    return [{ ...last, text: last.text + token.text }];
  }
  return undefined;
}

/**
 * Formulas that touch become one, as `$a$$b$` is a display formula to some; digits right after a formula go into it,
 * as a closing dollar before a digit is an amount of money to most. Codes that touch become one, as their fences
 * would be a longer fence, and texts, as what they mean together decides what is escaped.
 */
export function joinTokens(list: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of list) {
    const last = joined.at(-1);
    const pair = last && joinPair(last, token);
    if (pair) joined.splice(-1, 1, ...pair);
    else joined.push(token);
  }
  return joined;
}
