import { createHash } from 'node:crypto';
import { collapseBlanks } from './blanks.ts';
import type { Names } from './inline-tokens.ts';
import { writePiece } from './markdown-writer.ts';
import { pieceText } from './plain-text.ts';
import type { Piece } from './tree.ts';
import { UniqueNames } from './unique-names.ts';

export type BlockKind = Piece['kind'];

/** A paragraph of the paper or a similar unit. Notes, translations and searches refer to blocks. */
export interface Block {
  /** Unique in the document and stable between parses of the same page. LaTeXML's own id if there is one. */
  readonly id: string;
  /** Position in the list of blocks, from 0. */
  readonly position: number;
  readonly kind: BlockKind;
  /** Only for headings: 1 is the paper's title. */
  readonly level?: number;
  /** Only for equations: their numbers, without parentheses. */
  readonly numbers?: readonly string[];
  /** Ids within the block that are targets of `#id` links in the document. */
  readonly anchors: readonly string[];
  readonly markdown: string;
  /** The text without markup, on one line, with formulas as `$TeX$`. */
  readonly text: string;
  /** SHA-256 of the normalised text. Used to find the block in a new version of the page. */
  readonly textHash: string;
}

/** Gives the same hash to texts that differ only in compatibility forms, case or blanks. */
const normalise = (text: string): string => collapseBlanks(text.normalize('NFKC').toLowerCase()).trim();

const hashOf = (text: string): string => createHash('sha256').update(normalise(text)).digest('hex');

/** Returns the link targets within a piece. */
export function anchorsOf(piece: Piece): string[] {
  if (piece.kind === 'html_table') {
    return [...piece.anchors, ...piece.rows.flatMap((row) => row.flatMap((cell) => cell.pieces.flatMap(anchorsOf)))];
  }
  return [...piece.anchors, ...('pieces' in piece ? piece.pieces.flatMap(anchorsOf) : [])];
}

/** Gives every piece its position, its id and its Markdown. */
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

export const blocksToMarkdown = (blocks: readonly Block[]): string =>
  blocks.length === 0 ? '' : `${blocks.map((block) => block.markdown).join('\n\n')}\n`;
