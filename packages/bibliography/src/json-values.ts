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

/** The value of a JSON file. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // A file that is nested too deep ends in a RangeError of the parser.
    const why = error instanceof RangeError ? 'it is nested too deep' : (error as Error).message.slice(0, 200);
    throw new UnreadableFile(`the file is not JSON: ${why}`, { cause: error });
  }
}
