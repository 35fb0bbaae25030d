/** Where pdfjs finds its tables for Asian encodings, its own fonts and its image decoders. */
const root = new URL('./', import.meta.resolve('pdfjs-dist/package.json')).pathname;

export const PDFJS_ASSETS = {
  cMapUrl: `${root}cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${root}standard_fonts/`,
  wasmUrl: `${root}wasm/`,
  iccUrl: `${root}iccs/`,
} as const;
