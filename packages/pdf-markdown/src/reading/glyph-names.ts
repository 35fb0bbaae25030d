import { glyphsByCode, indexAt, readDict, tableAt, text } from './open-type.ts';

/** The part of pdfjs's fonts that is used here. */
export interface NamedFont {
  /** Glyph names from the PDF, by code. */
  readonly differences?: ReadonlyMap<number, string> | undefined;
  /** Maps the font's codes to codes of the font program in `data`. */
  readonly toFontChar?: ReadonlyMap<number, number> | undefined;
  /** The font's program as OpenType, from pdfjs. */
  readonly data?: Uint8Array | undefined;
}

/**
 * Minimum SID of a name that the font itself defines. Smaller SIDs are standard names (Adobe Technical Note 5176,
 * appendix A). pdfjs knows these names.
 */
const OWN_STRINGS = 391;
/**
 * Operators whose operand is a string about the font: version, notice, full name, family, weight (Technical Note 5176,
 * top DICT).
 */
const FONT_STRINGS = [0, 1, 2, 3, 4];

/** Characters of the standard glyph names by SID, starting at 1. Names of expert fonts are not included. */
const STANDARD = Array.from(
  ' !"#$%&’()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_‘abcdefghijklmnopqrstuvwxyz{|}~¡¢£⁄¥ƒ§¤\'“«‹›ﬁﬂ–†‡·¶•‚„”»…‰¿`´ˆ˜¯˘˙¨˚¸˝˛ˇ—ÆªŁØŒºæıłøœß¹¬µ™Ð½±Þ¼÷¦°þ¾²®−ð×³©ÁÂÄÀÅÃÇÉÊËÈÍÎÏÌÑÓÔÖÒÕŠÚÛÜÙÝŸŽáâäàåãçéêëèíîïìñóôöòõšúûüùýÿž',
);

/**
 * Returns glyph names by code, from the PDF and from the font's program. Standard names of the program are left out.
 * Undefined names and damaged programs yield no names.
 */
export function glyphNames(font: NamedFont): ReadonlyMap<number, string> {
  const names = readProgram(font, (_, own) => own);
  for (const [code, name] of font.differences instanceof Map ? font.differences : [])
    if (name !== '.notdef') names.set(code as number, name as string);
  return names;
}

/**
 * Returns the characters of glyphs with standard names, by code, from the font's program. A file may omit some of these
 * names.
 */
export function standardCharacters(font: NamedFont): ReadonlyMap<number, string> {
  return readProgram(font, (sid) => STANDARD[sid - 1]);
}

/** Describes a glyph by the SID of its name. `own` is the name if the name is not a standard name. */
type Describe = (sid: number, own: string | undefined) => string | undefined;

function readProgram({ data, toFontChar }: NamedFont, describe: Describe): Map<number, string> {
  const found = new Map<number, string>();
  if (!data || !(toFontChar instanceof Map)) return found;
  try {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const [cff, cmap] = ['CFF ', 'cmap'].map((tag) => tableAt(view, tag));
    if (cff === undefined || cmap === undefined) return found;
    const glyphs = glyphsByCode(view, cmap);
    const described = describeGlyphs(view, cff, describe);
    for (const [code, fontCode] of toFontChar as ReadonlyMap<number, number>) {
      const one = described[glyphs.get(fontCode) ?? -1];
      if (one !== undefined) found.set(code, one);
    }
  } catch (error) {
    // A hostile font may contain offsets outside its data.
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

/** Returns the descriptions of the glyphs, by glyph number (Adobe Technical Note 5176). */
function describeGlyphs(view: DataView, cff: number, describe: Describe): (string | undefined)[] {
  const tops = indexAt(view, indexAt(view, cff + view.getUint8(cff + 2)).end);
  const strings = indexAt(view, tops.end).items;
  const top = readDict(view, ...(tops.items[0] ?? [0, 0]));
  const [[charset], [charStrings]] = [top.get(15) ?? [], top.get(17) ?? []];
  if (charset === undefined || charStrings === undefined || view.getUint8(cff + charset) !== 0) return [];
  const count = view.getUint16(cff + charStrings);
  const sids = Array.from({ length: Math.max(0, count - 1) }, (_, i) => view.getUint16(cff + charset + 1 + 2 * i));
  const nameOf = (sid: number) => {
    const [from, to] = strings[sid - OWN_STRINGS] ?? [0, 0];
    return describe(sid, sid < OWN_STRINGS || to <= from ? undefined : text(view, from, to - from));
  };
  // pdfjs adds the implicit first glyph to the list and drops the last glyph. The last string is the name of the last
  // glyph, unless another glyph or the font uses that string.
  if (sids[0] !== 0) return [undefined, ...sids.map(nameOf)];
  const last = OWN_STRINGS + strings.length - 1;
  const isTaken = sids.includes(last) || FONT_STRINGS.some((operator) => top.get(operator)?.[0] === last);
  return [...sids.map(nameOf), isTaken ? undefined : nameOf(last)];
}
