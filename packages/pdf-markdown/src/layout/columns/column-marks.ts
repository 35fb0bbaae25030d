import type { Rule } from '../../reading/page-content.ts';

const SAME_EDGE = 2; // points
/** Maximum gutter width. REVTeX's gutter is 18 points. */
const GUTTER = 40; // points
const NARROWEST_COLUMN = 0.3; // share of the page
/**
 * Minimum distance between two rules of one column, which have a formula and text between them. Rules around a table
 * head are closer.
 */
const NEAREST = 40; // points

/**
 * Returns the rules that REVTeX prints around a full-width formula. A rule as wide as the left column marks the end of
 * the columns above the formula. A rule as wide as the right column marks their continuation below. Unlike table rules,
 * these two kinds alternate.
 */
export function columnMarks(rules: readonly Rule[], pageWidth: number): ReadonlySet<Rule> {
  const wide = rules.filter((rule) => rule.right - rule.left > NARROWEST_COLUMN * pageWidth);
  for (const first of wide) {
    const second = wide.find((rule) => areBeside(first, rule));
    if (!second) continue;
    const marks = wide.filter((rule) => isSame(rule, first) || isSame(rule, second)).toSorted((a, b) => a.y - b.y);
    const areInTurns = marks.every((rule, i) => i === 0 || isSame(rule, first) !== isSame(marks[i - 1] as Rule, first));
    const areApart = marks.every((rule, i) => i < 2 || rule.y - (marks[i - 2] as Rule).y > NEAREST);
    if (areInTurns && areApart) return new Set(marks);
  }
  return new Set();
}

/** Returns whether two rules fill the left and the right column of a page. */
function areBeside(left: Rule, right: Rule): boolean {
  const gap = right.left - left.right;
  return gap > 0 && gap < GUTTER && Math.abs(right.right - right.left - left.right + left.left) < SAME_EDGE;
}

function isSame(a: Rule, b: Rule): boolean {
  return Math.abs(a.left - b.left) < SAME_EDGE && Math.abs(a.right - b.right) < SAME_EDGE;
}
