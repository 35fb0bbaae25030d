/**
 * The delimiter of a string, an escape in a string, or a bare token that is not JSON but that Python and Fortran print.
 *
 * No match is longer than a token: an expression for whole strings overflows the stack for strings of some megabytes.
 */
const PIECE = /\\.|"|[+-]?\b(?:NaN|Infinity|inf|nan)\b/gs;

/**
 * Parses JSON in which numbers may be NaN or Infinity, which become null.
 *
 * Many workers print them for a model that diverged, and refusing the report would lose the result. Throws SyntaxError.
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

/** A number too large for a double, such as 1e999, parses as Infinity: it becomes null as well. */
export function withoutInfinities(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(withoutInfinities);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutInfinities(item)]));
}
