import type { Rule } from '../../reading/page-content.ts';
import { captionStart } from '../captions/captions.ts';
import type { Group } from './groups.ts';
import { isSameColumn, type Line } from '../lines/line.ts';
import type { Metrics } from '../lines/metrics.ts';

/**
 * Maximum distances in line spacings: from an algorithm's first rule to the title, and between the rules around the
 * title.
 */
const ABOVE_TITLE = 2;
const AROUND_TITLE = 6;
const SAME_EDGE = 2; // points

/**
 * Finds the titles and steps of algorithms. An algorithm has three rules of equal width: above and below the title, and
 * below the steps. Steps are code, so their indents are kept.
 */
export function findAlgorithms(
  lines: readonly Line[],
  metrics: Metrics,
  rulesOf: (page: number) => readonly Rule[],
): Group[] {
  return lines.flatMap((line): Group[] => {
    const start = captionStart(line, metrics);
    if (start?.kind !== 'code') return [];
    const frame = frameOf(line, metrics, rulesOf(line.page));
    if (!frame) return [];
    const own = lines.filter((other) => isSameColumn(line, other) && isBelowStart(other, line, frame));
    const title = own.filter(({ baseline }) => baseline < frame.steps);
    const steps = own.filter(({ baseline }) => baseline > frame.steps && baseline < frame.bottom);
    if (steps.length === 0) return [];
    return [
      { kind: 'text', lines: title, indented: false },
      { kind: 'code', lines: steps, indented: false },
    ];
  });
}

/** The region of an algorithm, with the end of the title, and the start and end of the steps. */
interface Frame {
  readonly left: number;
  readonly right: number;
  readonly steps: number;
  readonly bottom: number;
}

function isBelowStart({ box, baseline }: Line, start: Line, { left, right }: Frame): boolean {
  return baseline >= start.baseline && box.left > left - SAME_EDGE && box.left < right;
}

function frameOf(line: Line, metrics: Metrics, rules: readonly Rule[]): Frame | undefined {
  const leading = metrics.leading(line.size);
  const first = rules.find(
    ({ left, right, y }) =>
      left < line.box.left + SAME_EDGE &&
      right > line.box.right - SAME_EDGE &&
      y < line.baseline &&
      y > line.baseline - ABOVE_TITLE * leading,
  );
  if (!first) return undefined;
  const alike = rules
    .filter((rule) => Math.abs(rule.left - first.left) < SAME_EDGE && Math.abs(rule.right - first.right) < SAME_EDGE)
    .toSorted((a, b) => a.y - b.y);
  const [second, third] = alike.filter(({ y }) => y > line.baseline);
  return second && third && second.y - first.y < AROUND_TITLE * leading
    ? { left: first.left, right: first.right, steps: second.y, bottom: third.y }
    : undefined;
}
