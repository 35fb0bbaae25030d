import { createHash } from 'node:crypto';
import type { Block } from '@almagest/paper-blocks';
import { collapseBlanks } from './blanks.ts';
import type { Names } from './inline-tokens.ts';
import { writePiece } from './markdown-writer.ts';
import { pieceText } from './plain-text.ts';
import type { Piece } from './tree.ts';
import { UniqueNames } from './unique-names.ts';

/**
 * Normalises a text before hashing. Texts that differ only in compatibility forms, case or blanks get the same hash.
 */
const normalise = (text: string): string => collapseBlanks(text.normalize('NFKC').toLowerCase()).trim();

const hashOf = (text: string): string => createHash('sha256').update(normalise(text)).digest('hex');

/** Returns the link targets within a piece. */
export function anchorsOf(piece: Piece): string[] {
  if (piece.kind === 'html_table') {
    return [...piece.anchors, ...piece.rows.flatMap((row) => row.flatMap((cell) => cell.pieces.flatMap(anchorsOf)))];
  }
  return [...piece.anchors, ...('pieces' in piece ? piece.pieces.flatMap(anchorsOf) : [])];
}

/** Sets the position, id and Markdown of every piece. */
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
