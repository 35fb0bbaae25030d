import type { Rule } from '../../reading/page-content.ts';
import type { Row } from '../rows/page-rows.ts';

/** Minimum width, as a share of the page width. */
export const WIDE_RULE = 0.5;
/** Maximum distance in em from the baseline of a head down to its rule. fancyhdr sets the rule below the descenders. */
export const RULE_BELOW = 1;
/**
 * Maximum distance in em from a rule down to the baseline of a foot. In fancyhdr, this distance is 0.3 line spacings
 * plus the height of the foot's letters.
 */
const RULE_ABOVE = 1.6;

interface PageHeads {
  readonly width: number;
  readonly rules: readonly Rule[];
  readonly rows: readonly Row[];
}

/**
 * Returns the rules of a page without the rules directly below its running head and above its foot. These rules have
 * the same width, so they look like the rules of a table that fills the page.
 *
 * @param isHead whether a row is a running head or foot
 */
export function withoutHeadRules({ rules, rows, width }: PageHeads, isHead: (row: Row) => boolean): readonly Rule[] {
  const [first, last] = [rows[0], rows.at(-1)];
  const [head, foot] = [first && isHead(first) ? first : undefined, last && isHead(last) ? last : undefined];
  const isOfHead = ({ y }: Rule) => head !== undefined && isWithinSizes(y - head.baseline, RULE_BELOW, head);
  const isOfFoot = ({ y }: Rule) => foot !== undefined && isWithinSizes(foot.baseline - y, RULE_ABOVE, foot);
  return rules.filter((rule) => rule.right - rule.left < WIDE_RULE * width || !(isOfHead(rule) || isOfFoot(rule)));
}

function isWithinSizes(distance: number, sizes: number, { runs }: Row): boolean {
  return distance > 0 && distance < sizes * Math.max(...runs.map((run) => run.size));
}
