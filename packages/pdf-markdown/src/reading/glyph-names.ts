/** The used part of pdfjs's fonts. */
export interface NamedFont {
  /** Names that the PDF gives to codes. */
  readonly differences?: ReadonlyMap<number, string> | undefined;
  /** The code of each of its codes in the program below. */
  readonly toFontChar?: ReadonlyMap<number, number> | undefined;
  /** The font's program as pdfjs passes it on: OpenType. */
  readonly data?: Uint8Array | undefined;
}

/** SIDs below are those of standard names (Adobe Technical Note 5176, appendix A), all of which pdfjs knows. */
const OWN_STRINGS = 391;
/** Operators whose operand is a string about the font: version, notice, full name, family, weight (appendix G: top DICT). */
const FONT_STRINGS = [0, 1, 2, 3, 4];

/**
 * The names of glyphs by their codes: those that the PDF gives, and those of the font's own program. Names that every
 * program knows are left out of the latter. Undefined names and damaged programs give no names.
 */
export function glyphNames(font: NamedFont): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const { data, toFontChar } = font;
  if (data && toFontChar instanceof Map) {
    try {
      readProgram(data, toFontChar as ReadonlyMap<number, number>, names);
    } catch (error) {
      // What a hostile font leads to lies outside of it.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  for (const [code, name] of font.differences instanceof Map ? font.differences : [])
    if (name !== '.notdef') names.set(code as number, name as string);
  return names;
}

function readProgram(data: Uint8Array, toFontChar: ReadonlyMap<number, number>, names: Map<number, string>): void {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const [cff, cmap] = ['CFF ', 'cmap'].map((tag) => tableAt(view, tag));
  if (cff === undefined || cmap === undefined) return;
  const glyphs = glyphsByCode(view, cmap);
  const ownNames = namesOfGlyphs(view, cff);
  for (const [code, fontCode] of toFontChar) {
    const name = ownNames[glyphs.get(fontCode) ?? -1];
    if (name !== undefined) names.set(code, name);
  }
}

function tableAt(view: DataView, tag: string): number | undefined {
  const count = view.getUint16(4);
  for (let i = 0; i < count; i++) {
    const at = 12 + 16 * i;
    if (text(view, at, 4) === tag) return view.getUint32(at + 8);
  }
  return undefined;
}

function text(view: DataView, at: number, length: number): string {
  return String.fromCharCode(...Array.from({ length }, (_, i) => view.getUint8(at + i)));
}

/** The numbers of glyphs by code: a table of format 4 (OpenType, `cmap`), which pdfjs writes for up to 65,535 codes. */
function glyphsByCode(view: DataView, cmap: number): Map<number, number> {
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

interface Index {
  readonly items: readonly (readonly [from: number, to: number])[];
  readonly end: number;
}

function indexAt(view: DataView, at: number): Index {
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

/** The names of glyphs by their numbers (Adobe Technical Note 5176), without the standard ones. */
function namesOfGlyphs(view: DataView, cff: number): (string | undefined)[] {
  const tops = indexAt(view, indexAt(view, cff + view.getUint8(cff + 2)).end);
  const strings = indexAt(view, tops.end).items;
  const top = readDict(view, ...(tops.items[0] ?? [0, 0]));
  const [charset, charStrings] = [top.get(15), top.get(17)];
  if (charset === undefined || charStrings === undefined || view.getUint8(cff + charset) !== 0) return [];
  const count = view.getUint16(cff + charStrings);
  const sids = Array.from({ length: Math.max(0, count - 1) }, (_, i) => view.getUint16(cff + charset + 1 + 2 * i));
  const nameOf = (sid: number) => {
    const [from, to] = strings[sid - OWN_STRINGS] ?? [0, 0];
    return sid < OWN_STRINGS || to <= from ? undefined : text(view, from, to - from);
  };
  // pdfjs begins the list with the glyph that every font has, which the format leaves out, and loses the last one: its name
  // is the last of the strings, if no other glyph has it and it does not name the font.
  if (sids[0] !== 0) return [undefined, ...sids.map(nameOf)];
  const last = OWN_STRINGS + strings.length - 1;
  const isTaken = sids.includes(last) || FONT_STRINGS.some((operator) => top.get(operator) === last);
  return [...sids.map(nameOf), isTaken ? undefined : nameOf(last)];
}

/** The last number before each operator of a dictionary of CFF. */
function readDict(view: DataView, from: number, to: number): Map<number, number> {
  const values = new Map<number, number>();
  let number = 0;
  for (let at = from; at < to;) {
    const byte = view.getUint8(at);
    if (byte <= 21) {
      const isLong = byte === 12;
      values.set(isLong ? 1200 + view.getUint8(at + 1) : byte, number);
      at += isLong ? 2 : 1;
    } else {
      const [value, length] = numberAt(view, at, byte);
      number = value;
      at += length;
    }
  }
  return values;
}

function numberAt(view: DataView, at: number, byte: number): readonly [value: number, length: number] {
  if (byte === 28) return [view.getInt16(at + 1), 3];
  if (byte === 29) return [view.getInt32(at + 1), 5];
  if (byte === 30) {
    let length = 1;
    // The end of a real number is a half byte of fifteen.
    while ((view.getUint8(at + length) & 0xf) !== 0xf && view.getUint8(at + length) >> 4 !== 0xf) length++;
    return [0, length + 1];
  }
  if (byte <= 246) return [byte - 139, 1];
  const next = view.getUint8(at + 1);
  return byte <= 250 ? [(byte - 247) * 256 + next + 108, 2] : [-(byte - 251) * 256 - next - 108, 2];
}
