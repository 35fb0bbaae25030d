export { classifyPage, type PageClass, type PageFault } from './classify-page.ts';
export { blocksToMarkdown, type Block, type BlockKind } from './blocks.ts';
export { PageParser, PageTooCostly } from './page-parser.ts';
export { parsePaper, type Figure, type FootnoteText, type LatexmlPaper, type ParseOptions } from './parse-paper.ts';
export type { Reference } from './reference.ts';
export type { Warning, WarningKind } from './warnings.ts';
