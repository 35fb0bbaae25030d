/**
 * Matches a string delimiter, an escape in a string, or a bare token that Python and Fortran print but JSON forbids.
 *
 * Matches one token at a time: an expression for whole strings overflows the stack on strings of several megabytes.
 */
const PIECE = /\\.|"|[+-]?\b(?:NaN|Infinity|inf|nan)\b/gs;

/**
 * Parses JSON in which numbers may be NaN or Infinity. They become null.
 *
 * Many workers print them for a model that diverged, and rejecting the report would lose the result. Throws
 * SyntaxError.
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

/** Replaces numbers that overflow a double with null. JSON.parse reads 1e999 as Infinity. */
export function withoutInfinities(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(withoutInfinities);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutInfinities(item)]));
}
