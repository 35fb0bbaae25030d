/** What stands for every number in a cause. */
const NUMBER = '#';

/** A cause is cut after this many UTF-16 code units. */
export const LONGEST_CAUSE = 200;

const NO_CAUSE = 'no reason was reported';

/**
 * The cause of a failure: its message without what differs from one attempt to the next, so that attempts that failed
 * alike have equal causes.
 *
 * Numbers, with sign and exponent (Fortran's `D` too), become `#`, as do the asterisks that Fortran prints for a number
 * too wide for its field, and hexadecimal identifiers of eight or more digits. Runs of blanks become one blank, runs of
 * numbers one `#`. The cause of a cause is itself. Every pattern is linear.
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

/** The most groups that a point remembers until it converges. Later ones count its attempts only. */
export const MOST_GROUPS_OF_POINT = 8;

/** The groups of a point after another failure. `isNew`: it has not failed like this since it last converged. */
export function groupsAfterFailure(
  groups: readonly string[],
  group: string,
): { readonly groups: readonly string[]; readonly isNew: boolean } {
  if (groups.includes(group) || groups.length >= MOST_GROUPS_OF_POINT) return { groups, isNew: false };
  return { groups: [...groups, group], isNew: true };
}
