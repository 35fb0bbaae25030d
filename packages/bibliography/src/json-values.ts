import { UnreadableFileError } from './reference.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the objects of a list. Omits other values. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Returns a text or number as text. Returns '' for other values. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** Returns the non-empty texts of a list, or of a single text. */
export function textsIn(value: unknown): string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.map((one) => textIn(one).trim()).filter((text) => text !== '');
}

/**
 * Parses a JSON file. Accepts trailing commas, which people and scripts leave. If each line is an object, returns the
 * objects as a list.
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const tolerated = parsed(withoutLastCommas(text)) ?? objectsOfLines(text);
    if (tolerated !== undefined) return tolerated;
    // A file with too many nested levels causes a RangeError in the parser.
    const why = error instanceof RangeError ? 'it is nested too deeply' : (error as Error).message.slice(0, 200);
    throw new UnreadableFileError(`the file is not JSON: ${why}`, { cause: error });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Removes each comma before a closing bracket, except in strings. */
function withoutLastCommas(text: string): string {
  const kept: string[] = [];
  let start = 0;
  let comma = -1;
  for (let place = 0; place < text.length; place += 1) {
    const sign = text[place] ?? '';
    if (sign === '"') place = endOfString(text, place);
    else if ((sign === ']' || sign === '}') && comma >= 0) {
      kept.push(text.slice(start, comma));
      start = comma + 1;
    }
    if (!BLANK.has(sign)) comma = sign === ',' ? place : -1;
  }
  return kept.join('') + text.slice(start);
}

const BLANK: ReadonlySet<string> = new Set(' \t\n\r');

/** Returns the position of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  for (let place = start + 1; place < text.length; place += 1) {
    if (text[place] === '\\') place += 1;
    else if (text[place] === '"') return place;
  }
  return text.length;
}

function objectsOfLines(text: string): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  // The first line decides, so a damaged file is not parsed line by line.
  if (lines.length < 2 || !isObject(parsed(lines[0] ?? ''))) return undefined;
  const values = lines.map(parsed);
  return values.every(isObject) ? values : undefined;
}
