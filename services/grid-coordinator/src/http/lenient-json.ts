/**
 * Matches a string delimiter, an escape in a string, or a bare token that Python and Fortran print but JSON forbids.
 *
 * Matches one token at a time, because an expression for whole strings overflows the stack on strings of several
 * megabytes.
 */
const PIECE = /\\.|"|[+-]?\b(?:NaN|Infinity|inf|nan)\b/gs;

/**
 * Parses JSON in which numbers may be NaN or Infinity. These become null.
 *
 * Many engines print such values for a model that diverged, and rejecting the report would lose the result. Throws
 * SyntaxError for other faults.
 */
export function parseLenientJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    let inString = false;
    const mended = text.replaceAll(PIECE, (piece) => {
      if (piece === '"') inString = !inString;
      return inString || piece === '"' || piece.startsWith('\\') ? piece : 'null';
    });
    if (mended === text) throw error;
    return JSON.parse(mended) as unknown;
  }
}

/** Deeper values are not stored, because writers of JSON overflow their stack on such values. */
const MOST_LEVELS = 100;

/**
 * Replaces values that strict readers of JSON reject. Numbers that overflow a double become null, because JSON.parse
 * reads 1e999 as Infinity. Unpaired surrogates become U+FFFD, also in keys. Values nested too deeply become null.
 */
export function withStrictValues(value: unknown, levels = MOST_LEVELS): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  const strict = (item: unknown) => withStrictValues(item, levels - 1);
  if (Array.isArray(value)) return value.map(strict);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), strict(item)]));
}
