import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { fontStyle, PLAIN_FONT, type FontStyle } from './font-style.ts';
import type { FontGeometry } from './glyph-strips.ts';

/** The properties of a font that reading text needs. */
export interface PageFont {
  readonly style: FontStyle;
  readonly geometry: FontGeometry;
}

/** The used part of pdfjs's fonts. */
interface LoadedFont {
  readonly name?: string;
  readonly isType3Font?: boolean;
  readonly vertical?: boolean;
  readonly fontMatrix?: ArrayLike<number>;
  readonly bbox?: ArrayLike<number>;
}

/** Unit of glyph widths relative to that of text, except for Type 3 fonts (ISO 32000-1, 9.2.4). */
const GLYPH_UNIT = 0.001;

/** Used for text with an unknown font. */
export const PLAIN_PAGE_FONT: PageFont = {
  style: PLAIN_FONT,
  geometry: { widthScale: GLYPH_UNIT, heightScale: 1, isVertical: false },
};

/** The font with this name on a page. The page's operators must have been read before, because that loads its fonts. */
export async function loadFont(page: PDFPageProxy, name: string): Promise<PageFont> {
  const font = await new Promise<unknown>((resolve) => void page.commonObjs.get(name, resolve));
  // If a font cannot be read, pdfjs stores a message in its place.
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

/**
 * Type 3 fonts have their own glyph units. The height of the glyphs tells their size better than the font size does.
 */
function heightOf({ fontMatrix, bbox }: LoadedFont): number {
  const scale = Math.abs(fontMatrix?.[3] ?? GLYPH_UNIT);
  const height = (bbox?.[3] ?? 0) - (bbox?.[1] ?? 0);
  return scale !== GLYPH_UNIT && height > 0 ? scale * height : 1;
}
