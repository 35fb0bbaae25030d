/** Replaces every number in a cause. */
const NUMBER = '#';

/** The maximum length of a cause, in UTF-16 code units. */
export const LONGEST_CAUSE = 200;

const NO_CAUSE = 'no reason was reported';

/**
 * Returns the cause of a failure: its message without the parts that vary between attempts, so that similar failures
 * have equal causes.
 *
 * Numbers, with sign and exponent (including Fortran's `D`), become `#`. The asterisks that Fortran prints for a number
 * too wide for its field also become `#`, as do hexadecimal identifiers of eight or more digits. A run of blanks
 * becomes one blank. A run of numbers becomes one `#`. The function is idempotent and every pattern is linear.
 */
export function causeOf(message: string): string {
  const words = message
    .replaceAll(/[\dA-Fa-f-]{8,}/g, (run) => (/\d/.test(run) && /[A-Fa-f]/.test(run) ? NUMBER : run))
    .replaceAll(/\*{3,}/g, NUMBER)
    .replaceAll(/[+.-]?\d[\d.]*(?:[DEde][+-]?\d+)?/g, NUMBER)
    .split(/\s+/)
    .map((word) => word.replaceAll(/#{2,}/g, NUMBER))
    .filter((word) => word !== '');
  const withoutRuns = words.filter((word, index) => word !== NUMBER || words[index - 1] !== NUMBER);
  return withoutRuns.join(' ').slice(0, LONGEST_CAUSE).toWellFormed().trim() || NO_CAUSE;
}

/**
 * The maximum number of groups that a point remembers until it converges. Groups beyond this number count the point's
 * attempts, but not the point.
 */
export const MOST_GROUPS_OF_POINT = 8;

/**
 * Returns a point's groups after another failure. `isNew`: the point has not had this group since it last converged.
 */
export function groupsAfterFailure(
  groups: readonly string[],
  group: string,
): { readonly groups: readonly string[]; readonly isNew: boolean } {
  if (groups.includes(group) || groups.length >= MOST_GROUPS_OF_POINT) return { groups, isNew: false };
  return { groups: [...groups, group], isNew: true };
}
