/**
 * Options with which pdfjs does not build the outlines of glyphs, which only drawing needs. On platforms that draw text
 * themselves, such as browsers, pdfjs passes whole fonts to the platform; this platform ignores them.
 */
export const NO_OUTLINES = {
  disableFontFace: false,
  ownerDocument: { fonts: new Set() } as never,
};

class UnusedFontFace {
  readonly loaded = Promise.resolve();
}

Object.assign(globalThis, { FontFace: UnusedFontFace });
