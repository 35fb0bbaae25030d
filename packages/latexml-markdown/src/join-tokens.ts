import type { Token } from './inline-tokens.ts';

/** Returns the part of a token directly after a formula that must be moved into the formula. */
function continuationOf(token: Token): string {
  if (token.kind === 'math') return token.tex;
  return token.kind === 'text' ? (/^\d+(?:[.,]\d+)*/.exec(token.text)?.[0] ?? '') : '';
}

/** Joins two adjacent tokens. Returns undefined if the tokens can stay separate. */
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
 * Joins adjacent tokens.
 *
 * Formulas: some renderers read `$a$$b$` as a display formula. Digits after a formula are moved into the formula,
 * because most renderers read a closing dollar before a digit as an amount of money. Code: two adjacent fences would
 * look like one longer fence. Text: both parts determine which characters need an escape.
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
