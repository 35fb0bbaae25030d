import { escapeDestination, escapeText } from './escape-markdown.ts';
import type { Inline } from './tree.ts';

/** Where a line stands: headings have no breaks, cells no pipes and no line ends. */
export type Place = 'paragraph' | 'heading' | 'cell';

/** What a line needs to know of the document. */
export interface Names {
  /** Whether a note of this label has a text; a mark without one is a superscript. */
  readonly hasNote: (label: string) => boolean;
  /** Address under which an image of this name is shown. */
  readonly imageLink: (name: string) => string;
}

export interface LineContext {
  readonly place: Place;
  readonly names: Names;
}

/** A line on its way to Markdown: text is not escaped yet, and marks of emphasis may still be left out. */
export type Token =
  | { readonly kind: 'text'; readonly text: string; readonly inLink: boolean }
  | { readonly kind: 'math'; readonly tex: string }
  | { readonly kind: 'raw'; readonly markup: string }
  | { readonly kind: 'mark'; readonly mark: '*' | '**'; readonly opens: boolean; readonly pair: number };

interface Tokens {
  readonly list: Token[];
  pairs: number;
  readonly context: LineContext;
}

const SCRIPT_TAGS = { superscript: 'sup', subscript: 'sub' } as const;

function code(text: string, context: LineContext): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  const content = context.place === 'cell' ? text.replace(/\|/g, '\\|') : text;
  return `${fence}${pad}${content}${pad}${fence}`;
}

function lineBreak(place: Place): string {
  if (place === 'heading') return ' ';
  return place === 'cell' ? '<br>' : '\\\n';
}

function putAll(inlines: readonly Inline[], open: ReadonlySet<string>, tokens: Tokens): void {
  for (const inline of inlines) put(inline, open, tokens);
}

function put(inline: Inline, open: ReadonlySet<string>, tokens: Tokens): void {
  const { list, context } = tokens;
  const raw = (markup: string): void => void list.push({ kind: 'raw', markup });
  switch (inline.kind) {
    case 'text':
      list.push({ kind: 'text', text: inline.text, inLink: open.has('link') });
      return;
    case 'math':
      list.push({ kind: 'math', tex: inline.tex });
      return;
    case 'code':
      return raw(code(inline.text, context));
    case 'image':
      return raw(`![${escapeText(inline.alt, true)}](${escapeDestination(context.names.imageLink(inline.name))})`);
    case 'note':
      return raw(
        context.names.hasNote(inline.label) ? `[^${inline.label}]` : `<sup>${escapeText(inline.mark, false)}</sup>`,
      );
    case 'break':
      return raw(lineBreak(context.place));
    case 'link':
      putLink(inline, open, tokens);
      return;
    case 'styled':
      putStyled(inline, open, tokens);
  }
}

function putLink(link: Inline & { kind: 'link' }, open: ReadonlySet<string>, tokens: Tokens): void {
  // Links do not nest.
  if (open.has('link')) {
    putAll(link.children, open, tokens);
    return;
  }
  tokens.list.push({ kind: 'raw', markup: '[' });
  putAll(link.children, new Set([...open, 'link']), tokens);
  tokens.list.push({ kind: 'raw', markup: `](${escapeDestination(link.href)})` });
}

function putStyled(styled: Inline & { kind: 'styled' }, open: ReadonlySet<string>, tokens: Tokens): void {
  const { list } = tokens;
  const { style, children } = styled;
  const inner = new Set([...open, style]);
  if (style === 'superscript' || style === 'subscript') {
    const tag = SCRIPT_TAGS[style];
    list.push({ kind: 'raw', markup: `<${tag}>` });
    // LaTeXML sets superscripts of text in italics, which says nothing.
    putAll(children, new Set([...inner, 'emphasis']), tokens);
    list.push({ kind: 'raw', markup: `</${tag}>` });
    return;
  }
  if (open.has(style)) {
    putAll(children, open, tokens);
    return;
  }
  tokens.pairs += 1;
  const pair = tokens.pairs;
  const mark = style === 'strong' ? '**' : '*';
  list.push({ kind: 'mark', mark, opens: true, pair });
  putAll(children, inner, tokens);
  list.push({ kind: 'mark', mark, opens: false, pair });
}

/**
 * Formulas that touch become one, as `$a$$b$` is a display formula to some; digits right after a formula go into it,
 * as a closing dollar before a digit is an amount of money to most.
 */
function joinFormulas(list: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of list) {
    const last = joined.at(-1);
    if (last?.kind !== 'math') {
      joined.push(token);
      continue;
    }
    const added = continuationOf(token);
    if (added !== '') joined[joined.length - 1] = { kind: 'math', tex: `${last.tex} ${added}` };
    if (token.kind === 'text') {
      const rest = token.text.slice(added.length);
      if (rest !== '') joined.push({ ...token, text: rest });
    } else if (token.kind !== 'math') {
      joined.push(token);
    }
  }
  return joined;
}

/** What of a token right behind a formula must go into it. */
function continuationOf(token: Token): string {
  if (token.kind === 'math') return token.tex;
  return token.kind === 'text' ? (/^\d+(?:[.,]\d+)*/.exec(token.text)?.[0] ?? '') : '';
}

export function toTokens(inlines: readonly Inline[], context: LineContext): Token[] {
  const tokens: Tokens = { list: [], pairs: 0, context };
  putAll(inlines, new Set(), tokens);
  return joinFormulas(tokens.list);
}
