import { asLines } from './flow.ts';
import type { Inline, Piece } from './tree.ts';

/** Returns the text of a line without markup. Formulas are in dollars, and breaks become blanks. */
export function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline): string => {
      switch (inline.kind) {
        case 'text':
        case 'code':
          return inline.text;
        case 'math':
          return `$${inline.tex}$`;
        case 'styled':
        case 'link':
          return plainText(inline.children);
        case 'break':
          return ' ';
        case 'image':
        case 'note':
          return '';
      }
    })
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Returns the text of a piece on one line. Search, language models and anchors of paragraphs use this text. */
export const pieceText = (piece: Piece): string => plainText(asLines([piece]));
