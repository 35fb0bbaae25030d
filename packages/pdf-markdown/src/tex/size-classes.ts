/**
 * Classes of print by its size, as a share of the letters next to it. TeX's scripts have 0.7 (7 of 10 points), 0.75 (6
 * of 8) or 0.78 (7 of 9). newtx's scripts have 0.76 to 0.81. Small print in journals has 0.8 (8 of 10) to 0.9 (9 of
 * 10).
 */

/** Maximum size of scripts, limits, notes and the parts of inline fractions. */
export const SCRIPT_SIZE = 0.86;

/** Maximum differences within print that continues on one line: of sizes, as a share, and of baselines, in em. */
export const ALIKE = 0.06;

/** Minimum size of print on a row's baseline. */
export const FULL_SIZE = 0.9;
