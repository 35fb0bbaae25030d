export type { PageClass, PageFault } from './classify-page.ts';
export { blocksToMarkdown, type Block, type BlockKind } from './blocks.ts';
export { lookAtPage, withBase } from './look-at-page.ts';
export { PageParser, PageTooCostly } from './page-parser.ts';
export type { PageLook } from './page-request.ts';
export { parsePaper, type Figure, type FootnoteText, type LatexmlPaper, type ParseOptions } from './parse-paper.ts';
export type { Reference } from './reference.ts';
export type { Warning, WarningKind } from './warnings.ts';
