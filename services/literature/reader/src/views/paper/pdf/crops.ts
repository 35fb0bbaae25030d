import type { BlockPlace, OutlineBlock, PaperOutline } from '@almagest/contracts/literature';

/** Where a block is printed. Nothing where the paper has no PDF, or its text was not read from one. */
export function placeInPdf(
  { blocks, pdf_revision: pdf }: Pick<PaperOutline, 'blocks' | 'pdf_revision'>,
  block: number,
): BlockPlace | undefined {
  return pdf === '' ? undefined : blocks[block]?.place;
}

const KINDS = ['equation', 'table', 'figure'] as const;

/** What a person compares with the page. */
export interface Printed {
  readonly kind: (typeof KINDS)[number];
  /** As the paper counts it; empty where that is not known. */
  readonly number: string;
}

const NUMBERED = /^(?:tab(?:le)?|fig(?:ure)?)\.?\s*([A-Z]?\.?\d+(?:\.\d+)*[a-z]?|[IVXL]+)\b/i;

/** The formula, table or figure that a block is; nothing where it is text, which needs no look at the page. */
export function printedOf({ kind, title = '', numbers = [] }: OutlineBlock): Printed | undefined {
  const known = KINDS.find((one) => one === kind);
  if (known === undefined) return undefined;
  return { kind: known, number: known === 'equation' ? numbers.join(', ') : (NUMBERED.exec(title)?.[1] ?? '') };
}
