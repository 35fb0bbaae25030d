import { createHash } from 'node:crypto';
import type { Names } from './inline-tokens.ts';
import { writePiece } from './markdown-writer.ts';
import { pieceText } from './plain-text.ts';
import type { Piece } from './tree.ts';
import { UniqueNames } from './unique-names.ts';

export type BlockKind = Piece['kind'];

/** A paragraph of the paper, or something of that size: what notes, translations and searches refer to. */
export interface Block {
  /** Unique in the document and the same in every parse of the same page: LaTeXML's own name where there is one. */
  readonly id: string;
  /** Position in the list of blocks, from 0. */
  readonly position: number;
  readonly kind: BlockKind;
  /** Of headings: 1 is the paper's title. */
  readonly level?: number;
  /** Of equations: their numbers, without parentheses. */
  readonly numbers?: readonly string[];
  /** Names within the block that links of the document lead to, as `#name`. */
  readonly anchors: readonly string[];
  readonly markdown: string;
  /** Without markup, on one line; formulas as `$TeX$`. */
  readonly text: string;
  /** SHA-256 of the normalised text: finds a block again when a new version of the paper moved it. */
  readonly textHash: string;
}

/** Compatibility forms, letter case and blanks do not make another text. */
const normalise = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

const hashOf = (text: string): string => createHash('sha256').update(normalise(text)).digest('hex');

/** The names within a piece that links lead to. */
export function anchorsOf(piece: Piece): string[] {
  if (piece.kind === 'html_table') {
    return [...piece.anchors, ...piece.rows.flatMap((row) => row.flatMap((cell) => cell.pieces.flatMap(anchorsOf)))];
  }
  return [...piece.anchors, ...('pieces' in piece ? piece.pieces.flatMap(anchorsOf) : [])];
}

/** Gives every piece its place, name and Markdown. */
export function toBlocks(pieces: readonly Piece[], names: Names): Block[] {
  const ids = new UniqueNames();
  return pieces.map((piece, position): Block => {
    const base = piece.sourceId ?? piece.kind;
    const id = ids.take(base, (number) => `${base}-${number}`);
    const text = pieceText(piece);
    return {
      id,
      position,
      kind: piece.kind,
      ...(piece.kind === 'heading' ? { level: piece.level } : {}),
      ...(piece.kind === 'equation' ? { numbers: piece.numbers } : {}),
      anchors: anchorsOf(piece),
      markdown: writePiece(piece, names),
      text,
      textHash: hashOf(text),
    };
  });
}

/** The whole document. */
export const blocksToMarkdown = (blocks: readonly Block[]): string =>
  blocks.length === 0 ? '' : `${blocks.map((block) => block.markdown).join('\n\n')}\n`;
