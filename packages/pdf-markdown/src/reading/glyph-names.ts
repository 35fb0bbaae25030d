import { glyphsByCode, indexAt, readDict, tableAt, text } from './open-type.ts';

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

/** What the glyphs with standard names print, by SID from 1 on; without those of expert fonts. */
const STANDARD = Array.from(
  ' !"#$%&’()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_‘abcdefghijklmnopqrstuvwxyz{|}~¡¢£⁄¥ƒ§¤\'“«‹›ﬁﬂ–†‡·¶•‚„”»…‰¿`´ˆ˜¯˘˙¨˚¸˝˛ˇ—ÆªŁØŒºæıłøœß¹¬µ™Ð½±Þ¼÷¦°þ¾²®−ð×³©ÁÂÄÀÅÃÇÉÊËÈÍÎÏÌÑÓÔÖÒÕŠÚÛÜÙÝŸŽáâäàåãçéêëèíîïìñóôöòõšúûüùýÿž',
);

/**
 * The names of glyphs by their codes: those that the PDF gives, and those of the font's own program. Names that every
 * program knows are left out of the latter. Undefined names and damaged programs give no names.
 */
export function glyphNames(font: NamedFont): ReadonlyMap<number, string> {
  const names = readProgram(font, (_, own) => own);
  for (const [code, name] of font.differences instanceof Map ? font.differences : [])
    if (name !== '.notdef') names.set(code as number, name as string);
  return names;
}

/** What the glyphs with standard names print by their codes in the font's own program. A file may leave some of them out. */
export function standardCharacters(font: NamedFont): ReadonlyMap<number, string> {
  return readProgram(font, (sid) => STANDARD[sid - 1]);
}

/** What is said of a glyph whose name has this SID, and is this one if it is no standard name. */
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
    // What a hostile font leads to lies outside of it.
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

/** What is said of the glyphs, by their numbers (Adobe Technical Note 5176). */
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
  // pdfjs begins the list with the glyph that every font has, which the format leaves out, and loses the last one: its name
  // is the last of the strings, if no other glyph has it and it does not name the font.
  if (sids[0] !== 0) return [undefined, ...sids.map(nameOf)];
  const last = OWN_STRINGS + strings.length - 1;
  const isTaken = sids.includes(last) || FONT_STRINGS.some((operator) => top.get(operator)?.[0] === last);
  return [...sids.map(nameOf), isTaken ? undefined : nameOf(last)];
}
