/** Reads tables of font programs: OpenType and its embedded CFF (Adobe Technical Note 5176). */

/** Returns the start of a table, or undefined if the program has no such table. */
export function tableAt(view: DataView, tag: string): number | undefined {
  const count = view.getUint16(4);
  for (let i = 0; i < count; i++) {
    const at = 12 + 16 * i;
    if (text(view, at, 4) === tag) return view.getUint32(at + 8);
  }
  return undefined;
}

/** Reads characters of one byte each. */
export function text(view: DataView, at: number, length: number): string {
  return String.fromCharCode(...Array.from({ length }, (_, i) => view.getUint8(at + i)));
}

/**
 * Returns glyph numbers by code from a table of format 4 (OpenType, `cmap`). pdfjs writes such a table for up to 65,535
 * codes.
 */
export function glyphsByCode(view: DataView, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  const count = view.getUint16(cmap + 2);
  for (let i = 0; i < count; i++) {
    const at = cmap + view.getUint32(cmap + 4 + 8 * i + 4);
    if (view.getUint16(at) === 4) readSegments(view, at, glyphs);
  }
  return glyphs;
}

function readSegments(view: DataView, at: number, glyphs: Map<number, number>): void {
  const segments = view.getUint16(at + 6) / 2;
  const [ends, starts] = [at + 14, at + 16 + 2 * segments];
  const [deltas, offsets] = [starts + 2 * segments, starts + 4 * segments];
  for (let segment = 0; segment < segments; segment++) {
    const [first, last] = [view.getUint16(starts + 2 * segment), view.getUint16(ends + 2 * segment)];
    const delta = view.getUint16(deltas + 2 * segment);
    const place = offsets + 2 * segment;
    const offset = view.getUint16(place);
    for (let code = first; code <= last && code < 0xff_ff; code++) {
      const glyph = offset === 0 ? code + delta : view.getUint16(place + offset + 2 * (code - first)) + delta;
      glyphs.set(code, glyph & 0xff_ff);
    }
  }
}

/** A CFF INDEX: the bounds of its items, and its end. */
export interface Index {
  readonly items: readonly (readonly [from: number, to: number])[];
  readonly end: number;
}

export function indexAt(view: DataView, at: number): Index {
  const count = view.getUint16(at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = view.getUint8(at + 2);
  const offsets = Array.from({ length: count + 1 }, (_, i) => {
    let offset = 0;
    for (let byte = 0; byte < size; byte++) offset = 256 * offset + view.getUint8(at + 3 + i * size + byte);
    return offset;
  });
  const data = at + 2 + (count + 1) * size;
  const items = offsets.slice(1).map((to, i) => [data + (offsets[i] ?? 1), data + to] as const);
  return { items, end: data + (offsets.at(-1) ?? 1) };
}

/** Returns the numbers before each operator of a CFF dictionary. Real numbers are returned as 0. */
export function readDict(view: DataView, from: number, to: number): Map<number, readonly number[]> {
  const values = new Map<number, readonly number[]>();
  let numbers: number[] = [];
  for (let at = from; at < to;) {
    const byte = view.getUint8(at);
    if (byte <= 21) {
      const isLong = byte === 12;
      values.set(isLong ? 1200 + view.getUint8(at + 1) : byte, numbers);
      numbers = [];
      at += isLong ? 2 : 1;
    } else {
      const [value, length] = numberAt(view, at, byte);
      numbers.push(value);
      at += length;
    }
  }
  return values;
}

function numberAt(view: DataView, at: number, byte: number): NumberRead {
  if (byte === 29) return [view.getInt32(at + 1), 5];
  if (byte === 30) {
    let length = 1;
    // A half byte of 15 ends a real number.
    while ((view.getUint8(at + length) & 0xf) !== 0xf && view.getUint8(at + length) >> 4 !== 0xf) length++;
    return [0, length + 1];
  }
  return shortNumberAt(view, at, byte);
}

type NumberRead = readonly [value: number, length: number];

/** Reads a number of up to three bytes. Dictionaries and outlines encode such numbers in the same way. */
export function shortNumberAt(view: DataView, at: number, byte: number): NumberRead {
  if (byte === 28) return [view.getInt16(at + 1), 3];
  if (byte <= 246) return [byte - 139, 1];
  const next = view.getUint8(at + 1);
  return byte <= 250 ? [(byte - 247) * 256 + next + 108, 2] : [-(byte - 251) * 256 - next - 108, 2];
}
