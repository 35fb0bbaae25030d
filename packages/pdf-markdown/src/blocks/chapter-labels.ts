import type { Piece } from '../layout/arrange.ts';
import { textOf } from '../layout/headings/heading-style.ts';
import type { Draft } from './draft.ts';

const LABEL = /^(?:chapter|part|appendix)\s+(?:\d{1,2}|[IVX]{1,5}|[A-Z])[.:]?$/i;

/** Returns whether this is the line "Chapter 3" that books print above a chapter title. */
export function isChapterLabel(piece: Piece | undefined): boolean {
  return piece?.kind === 'group' && LABEL.test(textOf(piece.group));
}

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

/** Drops the separate word "APPENDIX" before "A. Title". */
export function dropBareAppendix(drafts: readonly Draft[]): Draft[] {
  return drafts.filter((one, i) => {
    const isBare = one.kind === 'heading' && /^appendi(x|ces)$/i.test(one.lines[0]?.text ?? '');
    return !isBare || drafts[i + 1]?.kind !== 'heading';
  });
}
