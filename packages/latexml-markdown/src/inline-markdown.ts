import { roughly, usableEmphasis } from './emphasis.ts';
import { escapeLineStart, escapeText } from './escape-markdown.ts';
import { toTokens, type LineContext, type Token } from './inline-tokens.ts';
import type { Inline } from './tree.ts';

function markup(token: Token, after: string, context: LineContext): string {
  const written = token.kind === 'text' ? escapeText(token.text, token.inLink, after) : roughly(token);
  const hasPipes = token.kind === 'text' || token.kind === 'math';
  return context.place === 'cell' && hasPipes ? written.replace(/\|/g, '\\|') : written;
}

/** One line of Markdown, or several where a paragraph has breaks. */
export function writeLine(inlines: readonly Inline[], context: LineContext): string {
  const tokens = usableEmphasis(toTokens(inlines, context));
  let line = '';
  tokens.forEach((token, at) => {
    const part = markup(token, roughly(tokens[at + 1]).charAt(0), context);
    // "!" before a link would make an image of it.
    line = part.startsWith('[') && line.endsWith('!') ? `${line.slice(0, -1)}\\!${part}` : line + part;
  });
  if (context.place === 'heading') return line.trim().replace(/#+$/, '\\$&');
  if (context.place === 'cell') return line.trim();
  return line.trim().split('\n').map(escapeLineStart).join('\n');
}
