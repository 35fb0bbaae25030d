import { tokenize, type Token } from './markdown-tokens.ts';
import { hasWords } from './words.ts';

/**
 * A run of text to translate, which may include untranslated tokens. A passage contains no line end and no cell border.
 */
export interface Passage {
  readonly kind: 'passage';
  readonly tokens: readonly Token[];
}

/** A piece of a block. An edge is structure or text without words and is not translated. */
export type Part = { readonly kind: 'edge'; readonly text: string } | Passage;

/**
 * Maximum length of a passage. Longer passages are split at the end of a sentence, because models lose masks in very
 * long passages.
 */
const MAX_PASSAGE = 4_000;

const SENTENCE_END = /(?<=[\p{Ll}\p{N})\]"”][.!?]["')\]”]?)\s+(?=["'(“]?\p{Lu})/gu;

/** Splits a block into edges and passages to translate. Joining the texts of the parts restores the block. */
export function splitBlock(markdown: string): Part[] {
  return segments(tokenize(markdown)).flatMap((segment) =>
    'edge' in segment ? [{ kind: 'edge' as const, text: segment.edge }] : toParts(segment.tokens),
  );
}

export function textOf(part: Part): string {
  return part.kind === 'edge' ? part.text : part.tokens.map(({ text }) => text).join('');
}

/**
 * Returns the structure of Markdown: the edges, and the sorted kept tokens between two edges. A translation has the
 * same skeleton as the original. The skeleton omits citations, because their recognition depends on the surrounding
 * words.
 */
export function skeletonOf(markdown: string): string {
  const shape = segments(tokenize(markdown)).map((segment) =>
    'edge' in segment
      ? segment.edge
      : segment.tokens.flatMap(({ kind, text }) => (kind === 'kept' ? [text] : [])).toSorted(),
  );
  return JSON.stringify(shape.filter((one) => one.length > 0));
}

type Segment = { readonly edge: string } | { readonly tokens: readonly Token[] };

function segments(tokens: readonly Token[]): Segment[] {
  const found: ({ edge: string } | { tokens: Token[] })[] = [];
  for (const token of tokens) {
    const last = found.at(-1);
    if (token.kind === 'edge') found.push({ edge: token.text });
    else if (last !== undefined && 'tokens' in last) last.tokens.push(token);
    else found.push({ tokens: [token] });
  }
  return found;
}

function toParts(tokens: readonly Token[]): Part[] {
  const isWorded = tokens.some(({ kind, text }) => kind === 'text' && hasWords(text));
  if (!isWorded) return [{ kind: 'edge', text: joined(tokens) }];
  const before = tokens[0]?.kind === 'text' ? (/^\s*/.exec(tokens[0].text)?.[0] ?? '') : '';
  const last = tokens.at(-1);
  const after = last?.kind === 'text' ? last.text.slice(last.text.trimEnd().length) : '';
  const inner = trimmed(tokens, before.length, after.length);
  return [edge(before), ...cut(inner), edge(after)].filter((part) => part.kind === 'passage' || part.text !== '');
}

function joined(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join('');
}

function edge(text: string): Part {
  return { kind: 'edge', text };
}

function trimmed(tokens: readonly Token[], before: number, after: number): Token[] {
  return tokens
    .map((token, index) => {
      const end = index === tokens.length - 1 ? token.text.length - after : token.text.length;
      return { ...token, text: token.text.slice(index === 0 ? before : 0, end) };
    })
    .filter(({ text }) => text !== '');
}

/** Splits a passage at the ends of sentences into pieces that are short enough for a model. */
function cut(tokens: readonly Token[]): Part[] {
  if (joined(tokens).length <= MAX_PASSAGE) return [{ kind: 'passage', tokens }];
  const parts: Part[] = [];
  let piece: Token[] = [];
  const endPiece = () => {
    if (piece.length > 0) for (const one of wholePiece(piece)) parts.push(one);
    piece = [];
  };
  for (const token of tokens.flatMap(sentences)) {
    if (token.kind === 'edge') {
      if (joined(piece).length > MAX_PASSAGE / 2) {
        endPiece();
        parts.push(edge(token.text));
      } else piece.push({ kind: 'text', text: token.text });
    } else piece.push(token);
  }
  endPiece();
  return parts;
}

function wholePiece(tokens: readonly Token[]): Part[] {
  return tokens.some(({ kind, text }) => kind === 'text' && hasWords(text))
    ? [{ kind: 'passage', tokens }]
    : [edge(joined(tokens))];
}

/** Splits a token into sentences. The blanks between the sentences become edges. */
function sentences(token: Token): Token[] {
  if (token.kind !== 'text') return [token];
  const found: Token[] = [];
  let from = 0;
  for (const { index, 0: blank } of token.text.matchAll(SENTENCE_END)) {
    found.push({ kind: 'text', text: token.text.slice(from, index) }, { kind: 'edge', text: blank });
    from = index + blank.length;
  }
  return [...found, { kind: 'text', text: token.text.slice(from) }].filter(({ text }) => text !== '') as Token[];
}
