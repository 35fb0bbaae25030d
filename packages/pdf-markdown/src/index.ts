export type { Block, BlockKind, Position } from './block.ts';
export { PdfError, type PdfFailure } from './errors.ts';
export { parsePdf, toMarkdown, type ParsedPdf } from './parse-pdf.ts';
export type { PdfLimits } from './reading/read-document.ts';
