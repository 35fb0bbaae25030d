import { escapeDestination, escapeText } from './escape-markdown.ts';
import { isVisible, type Inline } from './tree.ts';

/** The context of a line. Headings have no breaks. Cells have no pipes or line ends. */
export type Place = 'paragraph' | 'heading' | 'cell';

/** The information that a line needs about the document. */
export interface Names {
  /**
   * Returns whether the note with this label has a text. The mark of a note without a text is written as a superscript.
   */
  readonly hasNote: (label: string) => boolean;
  /** Returns whether a block has this anchor. Links to missing anchors would be dangling. */
  readonly hasAnchor: (name: string) => boolean;
  readonly imageLink: (name: string) => string;
}

export interface LineContext {
  readonly place: Place;
  readonly names: Names;
}

/**
 * A part of a line before it is written as Markdown. Text is not escaped yet, and marks of emphasis may still be
 * dropped.
 */
export type Token =
  | { readonly kind: 'text'; readonly text: string; readonly inLink: boolean }
  | { readonly kind: 'math'; readonly tex: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'raw'; readonly markup: string }
  | { readonly kind: 'mark'; readonly mark: '*' | '**'; readonly opens: boolean; readonly pair: number };

interface Tokens {
  readonly list: Token[];
  pairs: number;
  readonly context: LineContext;
}

const SCRIPT_TAGS = { superscript: 'sup', subscript: 'sub' } as const;

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
      list.push({ kind: 'code', text: inline.text });
      return;
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

/** Removes the notes of a link. Notes are also links, and links cannot be nested. So the notes follow the link. */
function withoutNotes(inlines: readonly Inline[], notes: Inline[]): Inline[] {
  return inlines.flatMap((inline): Inline[] => {
    if (inline.kind === 'note') {
      notes.push(inline);
      return [];
    }
    return ['children' in inline ? { ...inline, children: withoutNotes(inline.children, notes) } : inline];
  });
}

function putLink(link: Inline & { kind: 'link' }, open: ReadonlySet<string>, tokens: Tokens): void {
  const leadsNowhere = link.href.startsWith('#') && !tokens.context.names.hasAnchor(link.href.slice(1));
  if (open.has('link') || leadsNowhere) {
    putAll(link.children, open, tokens);
    return;
  }
  const notes: Inline[] = [];
  const children = withoutNotes(link.children, notes);
  if (children.some(isVisible)) {
    tokens.list.push({ kind: 'raw', markup: '[' });
    putAll(children, new Set([...open, 'link']), tokens);
    tokens.list.push({ kind: 'raw', markup: `](${escapeDestination(link.href)})` });
  }
  putAll(notes, open, tokens);
}

function putStyled(styled: Inline & { kind: 'styled' }, open: ReadonlySet<string>, tokens: Tokens): void {
  const { list } = tokens;
  const { style, children } = styled;
  const inner = new Set([...open, style]);
  if (style === 'superscript' || style === 'subscript') {
    const tag = SCRIPT_TAGS[style];
    list.push({ kind: 'raw', markup: `<${tag}>` });
    // LaTeXML always sets superscripts of text in italics, so the italics are dropped.
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

export function toTokens(inlines: readonly Inline[], context: LineContext): Token[] {
  const tokens: Tokens = { list: [], pairs: 0, context };
  putAll(inlines, new Set(), tokens);
  return tokens.list;
}
