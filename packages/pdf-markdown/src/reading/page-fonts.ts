import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { fontStyle, PLAIN_FONT, type FontStyle } from './font-style.ts';
import type { FontGeometry } from './glyph-strips.ts';

/** What text needs to know of its font. */
export interface PageFont {
  readonly style: FontStyle;
  readonly geometry: FontGeometry;
}

/** The parts of pdfjs's fonts that are used. */
interface LoadedFont {
  readonly name?: string;
  readonly isType3Font?: boolean;
  readonly vertical?: boolean;
  readonly fontMatrix?: ArrayLike<number>;
  readonly bbox?: ArrayLike<number>;
}

/** Of glyphs in the text's unit, but for fonts of type 3 (ISO 32000-1, 9.2.4). */
const GLYPH_UNIT = 0.001;

/** Of text whose font is not known. */
export const PLAIN_PAGE_FONT: PageFont = {
  style: PLAIN_FONT,
  geometry: { widthScale: GLYPH_UNIT, heightScale: 1, isVertical: false },
};

/** The font of this name in a page whose operators were read: reading them loads it. */
export async function loadFont(page: PDFPageProxy, name: string): Promise<PageFont> {
  const font = await new Promise<unknown>((resolve) => void page.commonObjs.get(name, resolve));
  // In place of a font that cannot be read there is a message.
  return typeof font === 'object' && font !== null ? toPageFont(font) : PLAIN_PAGE_FONT;
}

function toPageFont(font: LoadedFont): PageFont {
  const widthScale = font.fontMatrix?.[0] ?? GLYPH_UNIT;
  const heightScale = font.isType3Font === true ? heightOf(font) : 1;
  return {
    style: fontStyle(font.name ?? ''),
    geometry: { widthScale, heightScale, isVertical: font.vertical === true },
  };
}

/** Glyphs of type 3 count in units of their own; how high they are tells their size better than the font size does. */
function heightOf({ fontMatrix, bbox }: LoadedFont): number {
  const scale = Math.abs(fontMatrix?.[3] ?? GLYPH_UNIT);
  const height = (bbox?.[3] ?? 0) - (bbox?.[1] ?? 0);
  return scale !== GLYPH_UNIT && height > 0 ? scale * height : 1;
}
