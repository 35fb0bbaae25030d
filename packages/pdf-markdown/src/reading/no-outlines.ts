/**
 * Options of pdfjs that spare it the outlines of glyphs, which only drawing needs. Where the platform sets text itself,
 * as browsers do, pdfjs hands it whole fonts; this platform takes them and does nothing.
 */
export const NO_OUTLINES = {
  disableFontFace: false,
  ownerDocument: { fonts: new Set() } as never,
};

class UnusedFontFace {
  readonly loaded = Promise.resolve();
}

Object.assign(globalThis, { FontFace: UnusedFontFace });
