import { UnreadableFile } from './reference.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; what is no object is left out. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A text or a number as text; anything else is ''. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** The texts of a list, or a text alone; those that are empty are left out. */
export function textsIn(value: unknown): string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.map((one) => textIn(one).trim()).filter((text) => text !== '');
}

/**
 * The value of a JSON file. Commas behind the last item, which people and scripts leave, are passed over, and objects in
 * lines of their own are a list.
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const tolerated = parsed(withoutLastCommas(text)) ?? objectsOfLines(text);
    if (tolerated !== undefined) return tolerated;
    // A file that is nested too deep ends in a RangeError of the parser.
    const why = error instanceof RangeError ? 'it is nested too deep' : (error as Error).message.slice(0, 200);
    throw new UnreadableFile(`the file is not JSON: ${why}`, { cause: error });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text without each comma that a closing bracket follows, unless it stands in a string. */
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

/** The place of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  for (let place = start + 1; place < text.length; place += 1) {
    if (text[place] === '\\') place += 1;
    else if (text[place] === '"') return place;
  }
  return text.length;
}

function objectsOfLines(text: string): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  // The first line decides: a damaged file is not parsed line by line.
  if (lines.length < 2 || !isObject(parsed(lines[0] ?? ''))) return undefined;
  const values = lines.map(parsed);
  return values.every(isObject) ? values : undefined;
}
