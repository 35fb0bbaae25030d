/**
 * Classes of print by its size as a share of the letters next to it. TeX's scripts have 0.7 (7 of 10 points), 0.75 (6
 * of 8) or 0.78 (7 of 9), newtx 0.76 to 0.81. Small print of journals has 0.8 (8 of 10) to 0.9 (9 of 10).
 */

/** Maximum size of a script or a part of an inline fraction. */
export const SCRIPT_SIZE = 0.86;

/** The same within a formula, where large scripts are more common than letters of two text sizes. */
export const SMALLER = 0.88;

/** Maximum size of small print: parts of inline fractions, limits and notes. */
export const SMALL_PRINT = 0.85;

/** Minimum size of print on a row's baseline. */
export const FULL_SIZE = 0.9;
