/** pdfjs's folders with tables of Asian encodings, fonts and image decoders. */
const root = new URL('./', import.meta.resolve('pdfjs-dist/package.json')).pathname;

export const PDFJS_ASSETS = {
  cMapUrl: `${root}cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${root}standard_fonts/`,
  wasmUrl: `${root}wasm/`,
  iccUrl: `${root}iccs/`,
} as const;
