export type { Block, BlockKind, Box } from './block.ts';
export { PdfError, type PdfFailure } from './errors.ts';
export { parseInProcess, readHeadInProcess, renderInProcess, type ReadLimits } from './parse-in-process.ts';
export { parsePdf, toMarkdown, type ParsedPdf } from './parse-pdf.ts';
export type { PdfLimits } from './reading/open-document.ts';
export { renderRegions, type Region } from './render-regions.ts';
export { SURE_FORMULA } from './formulas/doubts.ts';
