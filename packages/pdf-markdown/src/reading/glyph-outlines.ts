import type { Box } from '../block.ts';
import { outlineBox } from './charstring-extent.ts';
import type { NamedFont } from './glyph-names.ts';
import { glyphsByCode, indexAt, readDict, tableAt, type Index } from './open-type.ts';

/** Returns the box of a glyph's outline by code, in em, y upwards. */
export type BoxOfCode = (code: number) => Box | undefined;

const NONE: BoxOfCode = () => undefined;
/** Default units per em of CFF outlines. TeX's fonts use this default. */
const CFF_UNITS = 1000;

/**
 * Reads the boxes of a font's glyphs. A PDF contains only the widths of glyphs. The heights of brackets, operators and
 * roots are only in the font's program. A damaged program yields no boxes.
 */
export function glyphOutlines({ data, toFontChar }: NamedFont): BoxOfCode {
  if (!data || !(toFontChar instanceof Map)) return NONE;
  const boxOfGlyph = guarded(() => readerOf(data), NONE);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const glyphs = guarded(() => {
    const cmap = tableAt(view, 'cmap');
    return cmap === undefined ? new Map<number, number>() : glyphsByCode(view, cmap);
  }, new Map<number, number>());
  return (code) => {
    const glyph = glyphs.get((toFontChar as ReadonlyMap<number, number>).get(code) ?? -1);
    return glyph === undefined ? undefined : guarded(() => boxOfGlyph(glyph), undefined);
  };
}

/** Runs `read`. Returns `otherwise` for a hostile font with offsets outside its data. */
function guarded<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return otherwise;
  }
}

function readerOf(data: Uint8Array): BoxOfCode {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const cff = tableAt(view, 'CFF ');
  return cff === undefined ? trueTypeReader(view) : cffReader(new DataView(view.buffer, view.byteOffset + cff));
}

/** Reads the boxes that precede TrueType outlines (OpenType, `glyf`). */
function trueTypeReader(view: DataView): BoxOfCode {
  const [head, loca, glyf] = ['head', 'loca', 'glyf'].map((tag) => tableAt(view, tag));
  if (head === undefined || loca === undefined || glyf === undefined) return NONE;
  const units = view.getUint16(head + 18);
  const isLong = view.getInt16(head + 50) === 1;
  const placeOf = (glyph: number) => (isLong ? view.getUint32(loca + 4 * glyph) : 2 * view.getUint16(loca + 2 * glyph));
  return (glyph) => {
    const [from, to] = [placeOf(glyph), placeOf(glyph + 1)];
    if (to <= from || units === 0) return undefined;
    const [left = 0, bottom = 0, right = 0, top = 0] = [2, 4, 6, 8].map(
      (at) => view.getInt16(glyf + from + at) / units,
    );
    return { left, top, right, bottom };
  };
}

function cffReader(view: DataView): BoxOfCode {
  const tops = indexAt(view, indexAt(view, view.getUint8(2)).end);
  const global = indexAt(view, indexAt(view, tops.end).end);
  const top = readDict(view, ...(tops.items[0] ?? [0, 0]));
  const [charStrings] = top.get(17) ?? [];
  if (charStrings === undefined) return NONE;
  const glyphs = indexAt(view, charStrings).items;
  const localOf = localSubroutines(view, top, glyphs.length);
  return (glyph) => {
    const [from, to] = glyphs[glyph] ?? [0, 0];
    const box = outlineBox({ view, global, local: localOf(glyph) }, from, to);
    return (
      box && {
        left: box.left / CFF_UNITS,
        top: box.top / CFF_UNITS,
        right: box.right / CFF_UNITS,
        bottom: box.bottom / CFF_UNITS,
      }
    );
  };
}

/** Returns the local subroutines of each glyph. They belong to the font, or to the glyph's part of a composite font. */
function localSubroutines(
  view: DataView,
  top: ReadonlyMap<number, readonly number[]>,
  count: number,
): (glyph: number) => Index | undefined {
  const ofDict = (dict: ReadonlyMap<number, readonly number[]>) => {
    const [size = 0, at = 0] = dict.get(18) ?? [];
    const [subroutines] = readDict(view, at, at + size).get(19) ?? [];
    return subroutines === undefined ? undefined : indexAt(view, at + subroutines);
  };
  const [parts] = top.get(1236) ?? [];
  const [select] = top.get(1237) ?? [];
  if (parts === undefined || select === undefined) {
    const own = ofDict(top);
    return () => own;
  }
  const locals = indexAt(view, parts).items.map(([from, to]) => ofDict(readDict(view, from, to)));
  const partOf = readSelection(view, select, count);
  return (glyph) => locals[partOf(glyph)];
}

/** Returns the part of a composite font that contains each glyph (Technical Note 5176, section 19). */
function readSelection(view: DataView, at: number, count: number): (glyph: number) => number {
  if (view.getUint8(at) === 0) return (glyph) => (glyph < count ? view.getUint8(at + 1 + glyph) : 0);
  const ranges = Array.from({ length: view.getUint16(at + 1) }, (_, i) => ({
    first: view.getUint16(at + 3 + 3 * i),
    part: view.getUint8(at + 5 + 3 * i),
  }));
  return (glyph) => ranges.findLast(({ first }) => first <= glyph)?.part ?? 0;
}
