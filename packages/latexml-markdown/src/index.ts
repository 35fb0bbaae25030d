export type { PageClass, PageFault } from './classify-page.ts';
export type { PageMarker } from './challenges.ts';
export { blocksToMarkdown, type Block, type BlockKind } from './blocks.ts';
export { inspectPage, withBase } from './inspect-page.ts';
export { PageParser, PageLimitError } from './page-parser.ts';
export type { PageInspection } from './page-request.ts';
export type { Figure, FootnoteText, LatexmlPaper, ParseOptions } from './parse-paper.ts';
export type { Reference } from './reference.ts';
export type { Warning, WarningKind } from './warnings.ts';
