import type { BlockPlace, OutlineBlock, PaperOutline } from '@almagest/contracts/literature';

/**
 * Returns the place of a block in the PDF. Returns undefined if the paper has no PDF or its text comes from another
 * file.
 */
export function placeInPdf(
  { blocks, pdf_revision: pdf }: Pick<PaperOutline, 'blocks' | 'pdf_revision'>,
  block: number,
): BlockPlace | undefined {
  return pdf === '' ? undefined : blocks[block]?.place;
}

const KINDS = ['equation', 'table', 'figure'] as const;

/** A block that the user may want to compare with the page. */
export interface Printed {
  readonly kind: (typeof KINDS)[number];
  /** The printed number. Empty if unknown. */
  readonly number: string;
}

const NUMBERED = /^(?:tab(?:le)?|fig(?:ure)?)\.?\s*([A-Z]?\.?\d+(?:\.\d+)*[a-z]?|[IVXL]+)\b/i;

/** Returns the formula, table or figure of a block, or undefined for text. */
export function printedOf({ kind, title = '', numbers = [] }: OutlineBlock): Printed | undefined {
  const known = KINDS.find((one) => one === kind);
  if (known === undefined) return undefined;
  return { kind: known, number: known === 'equation' ? numbers.join(', ') : (NUMBERED.exec(title)?.[1] ?? '') };
}
