import { approximateText, usableEmphasis } from './emphasis.ts';
import { codeFence, escapeLineStart, escapeText } from './escape-markdown.ts';
import { toTokens, type LineContext, type Token } from './inline-tokens.ts';
import type { Inline } from './tree.ts';

/** Writes code with a fence that is longer than every run of backticks in the code. */
function code(text: string): string {
  const fence = codeFence(text, 1);
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

function markup(token: Token, after: string, context: LineContext): string {
  if (token.kind === 'raw' || token.kind === 'mark') return approximateText(token);
  let written = approximateText(token);
  if (token.kind === 'code') written = code(token.text);
  if (token.kind === 'text') written = escapeText(token.text, token.inLink, after);
  return context.place === 'cell' ? written.replace(/\|/g, '\\|') : written;
}

/** Writes the content of a heading, cell or paragraph as Markdown. A paragraph with breaks becomes several lines. */
export function writeLine(inlines: readonly Inline[], context: LineContext): string {
  const tokens = joinTokens(usableEmphasis(toTokens(inlines, context)));
  const parts: string[] = [];
  tokens.forEach((token, at) => {
    const part = markup(token, approximateText(tokens[at + 1]).charAt(0), context);
    // A "!" before a link would turn the link into an image.
    const last = parts.at(-1);
    if (part.startsWith('[') && last?.endsWith('!')) parts[parts.length - 1] = `${last.slice(0, -1)}\\!`;
    parts.push(part);
  });
  const line = parts.join('').trim();
  // Markdown would remove number signs at the end of a heading.
  if (context.place === 'heading') return line.replace(/(?<!#)#+$/, '\\$&');
  if (context.place === 'cell') return line;
  return line.split('\n').map(escapeLineStart).join('\n');
}

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
 * Formulas: some renderers read `$a$$b$` as a display formula. Most renderers read a closing dollar before a digit as
 * an amount of money, so digits after a formula are moved into the formula. Code: two adjacent fences would look like
 * one longer fence. Text: both parts determine which characters need an escape.
 */
function joinTokens(list: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of list) {
    const last = joined.at(-1);
    const pair = last && joinPair(last, token);
    if (pair) joined.splice(-1, 1, ...pair);
    else joined.push(token);
  }
  return joined;
}
