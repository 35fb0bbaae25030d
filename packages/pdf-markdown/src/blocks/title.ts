import type { Piece } from '../layout/arrange.ts';
import type { Group } from '../layout/groups.ts';
import { isKnownHeading, textOf } from '../layout/headings.ts';
import type { Metrics } from '../layout/metrics.ts';

const AMONG_FIRST = 12; // pieces

/** The title: the largest print before the abstract on the first page, otherwise the first bold or capital lines. */
export function findTitle(pieces: readonly Piece[], metrics: Metrics): Group | undefined {
  const groups = pieces.flatMap((piece) =>
    piece.kind === 'group' && piece.group.lines[0]?.page === 1 ? [piece.group] : [],
  );
  const end = groups.findIndex((group) => isKnownHeading(textOf(group)));
  const top = groups.slice(0, Math.min(AMONG_FIRST, end < 0 ? groups.length : end)).filter(isCandidate);
  const size = (group: Group) => group.lines[0]?.size ?? 0;
  const largest = top.toSorted((a, b) => size(b) - size(a))[0];
  if (largest && size(largest) > 1.04 * metrics.bodySize) return largest;
  return (
    top.find((group) => group.lines.every((line) => line.bold > 0.8)) ?? top.find((group) => isUpper(textOf(group)))
  );
}

function isCandidate(group: Group): boolean {
  const text = textOf(group);
  return group.kind === 'text' && group.lines.length <= 6 && /\p{L}{3}/u.test(text) && text.length > 5;
}

function isUpper(text: string): boolean {
  return text.length > 15 && text === text.toUpperCase();
}
