/**
 * Options that keep pdfjs from building glyph outlines. Only rendering needs outlines. If a platform draws text itself,
 * as browsers do, pdfjs passes whole fonts to that platform. The fake platform here ignores these fonts.
 */
export const NO_OUTLINES = {
  disableFontFace: false,
  ownerDocument: { fonts: new Set() } as never,
};

class UnusedFontFace {
  readonly loaded = Promise.resolve();
}

Object.assign(globalThis, { FontFace: UnusedFontFace });
