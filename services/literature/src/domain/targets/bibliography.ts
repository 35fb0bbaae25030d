import type { Span } from './readable-text.ts';

interface Block {
  readonly kind: string;
  readonly text: string;
  readonly markdown: string;
}

const BIBLIOGRAPHY = /^(?:\d{1,2}\.? |[IVX]{1,5}\. )?(?:references|bibliography|literature cited|works cited)$/i;

/** The separator between blocks in a paper's Markdown. */
const BETWEEN = '\n\n';

/** Kinds of blocks that are not searched for targets. */
const SILENT = new Set(['reference', 'equation', 'code']);

/** Returns the text of a paper's Markdown, and the ranges of the text to skip. */
export function paperText(blocks: readonly Block[]): { text: string; skipped: Span[] } {
  const skipped: Span[] = [];
  let start = 0;
  let inBibliography = false;
  for (const { kind, text, markdown } of blocks) {
    if (kind === 'heading') inBibliography = isBibliography(text);
    const end = start + markdown.length;
    // HTML pages have their footnotes after the bibliography, but the footnotes do not belong to the bibliography.
    const isSkipped = SILENT.has(kind) || (inBibliography && kind !== 'footnote');
    if (isSkipped) skipped.push({ start, end });
    start = end + BETWEEN.length;
  }
  return { text: blocks.map(({ markdown }) => markdown).join(BETWEEN), skipped };
}

const HEADING_LINE =
  /^[ \t]{0,8}(?:#{1,6}[ \t]{1,4}|\*\*|\\section\*?\{|\\begin\{)?((?:\d{1,2}\.?[ \t]|[IVX]{1,5}\.[ \t])?[A-Za-z ]{5,20})(?:\*\*|\})?[ \t]{0,8}\r?$/gm;

/** Matches headings that may follow a bibliography. */
const APPENDIX =
  /^[ \t]{0,8}(?:#{1,6}[ \t]{1,4}|\*\*|\\section\*?\{)?(?:[A-Z]\.?[ \t]{1,4})?(?:Appendix|Appendices|Supplement|Acknowledge?ments?)\b[^\n]{0,120}$/im;

/**
 * Finds the bibliography of a plain text. The bibliography begins at the line with its heading and ends at an appendix
 * or at the end of the text.
 */
export function findBibliography(text: string): Span[] {
  const heading = [...text.matchAll(HEADING_LINE)].findLast(([, words = '']) =>
    isBibliography(words.trim().replaceAll(/\s+/g, ' ')),
  );
  if (heading === undefined) return [];
  const start = heading.index;
  const after = APPENDIX.exec(text.slice(start + heading[0].length));
  return [{ start, end: after === null ? text.length : start + heading[0].length + after.index }];
}

const isBibliography = (words: string): boolean => BIBLIOGRAPHY.test(words);
