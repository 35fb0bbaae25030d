import type { Piece } from '../layout/arrange.ts';
import { textOf } from '../layout/heading-style.ts';
import type { Draft } from './draft.ts';

const LABEL = /^(?:chapter|part|appendix)\s+(?:\d{1,2}|[IVX]{1,5}|[A-Z])[.:]?$/i;

/** Whether this is the line "Chapter 3" that books print above the title of a chapter. */
export function isChapterLabel(piece: Piece | undefined): boolean {
  return piece?.kind === 'group' && LABEL.test(textOf(piece.group));
}

/** Writes the label of a chapter and the title below it as one heading. */
export function joinChapterLabels(drafts: readonly Draft[]): Draft[] {
  return drafts.flatMap((one, i): Draft[] => {
    const [above, below] = [drafts[i - 1], drafts[i + 1]];
    if (isLabel(one) && below?.kind === 'heading' && !isLabel(below)) return [];
    if (one.kind !== 'heading' || above?.kind !== 'heading' || !isLabel(above) || isLabel(one)) return [one];
    return [{ ...one, lines: [...above.lines, ...one.lines], level: above.level }];
  });
}

function isLabel(one: Draft): boolean {
  return one.kind === 'heading' && one.lines.length === 1 && LABEL.test(one.lines[0]?.text.trim() ?? '');
}

/** The word "APPENDIX" alone before "A. Title" is not a separate heading. */
export function dropBareAppendix(drafts: readonly Draft[]): Draft[] {
  return drafts.filter((one, i) => {
    const isBare = one.kind === 'heading' && /^appendi(x|ces)$/i.test(one.lines[0]?.text ?? '');
    return !isBare || drafts[i + 1]?.kind !== 'heading';
  });
}
