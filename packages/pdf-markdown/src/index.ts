export type { Block, BlockKind, Box } from './block.ts';
export { PdfError, type PdfFailure } from './errors.ts';
export {
  parseInProcess,
  parseMeasured,
  readHeadInProcess,
  renderInProcess,
  type ReadLimits,
} from './parse-in-process.ts';
export { createReaderPool, type ReaderPool } from './processes/reader-pool.ts';
export { toMarkdown } from './markdown.ts';
export type { ParsedPdf } from './parse-pdf.ts';
export type { PdfLimits } from './reading/open-document.ts';
export type { Region } from './render-regions.ts';
export { SURE_FORMULA } from './formulas/doubts.ts';
export { recogniseInProcess, type PageStore, type RecognisedPdf } from './recognition/recognise-pdf.ts';
export { RecognitionError } from './recognition/recognition-error.ts';
export { findTesseract } from './recognition/tesseract.ts';
