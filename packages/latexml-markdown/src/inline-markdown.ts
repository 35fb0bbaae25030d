import { approximateText, usableEmphasis } from './emphasis.ts';
import { codeFence, escapeLineStart, escapeText } from './escape-markdown.ts';
import { toTokens, type LineContext, type Token } from './inline-tokens.ts';
import { joinTokens } from './join-tokens.ts';
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

/** Writes one line of Markdown. A paragraph with breaks becomes several lines. */
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
