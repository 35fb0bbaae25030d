/**
 * Options that keep pdfjs from building glyph outlines, which only rendering needs. On platforms that draw text
 * themselves, such as browsers, pdfjs passes whole fonts to the platform. The fake platform here ignores them.
 */
export const NO_OUTLINES = {
  disableFontFace: false,
  ownerDocument: { fonts: new Set() } as never,
};

class UnusedFontFace {
  readonly loaded = Promise.resolve();
}

Object.assign(globalThis, { FontFace: UnusedFontFace });
