import type { BlockContent } from '../block.ts';
import { enclose } from '../geometry.ts';
import type { Line } from '../layout/line.ts';
import { decideJoin, type Join, type Vocabulary } from '../text/hyphens.ts';
import type { RichText } from '../text/inline-math.ts';

/** Joins lines to one text, words cut at their ends mended. */
export function joinText(lines: readonly RichText[], vocabulary: Vocabulary): RichText {
  const filled = lines.filter((line) => line.text !== '');
  // Piece by piece: growing one string, and looking at its end each time, takes the square of its length.
  const text: string[] = [];
  const markdown: string[] = [];
  filled.forEach((line, i) => {
    const next = filled[i + 1];
    const join = next ? decideJoin(line.text, next.text, vocabulary) : 'with hyphen';
    text.push(withEnd(line.text, join));
    markdown.push(withEnd(line.markdown, join));
  });
  return { text: text.join(''), markdown: mergeFormulas(markdown.join('')) };
}

function withEnd(line: string, join: Join): string {
  if (join === 'apart') return `${line} `;
  return join === 'without hyphen' ? line.replace(/[-‐\u00ad]$/u, '') : line;
}

/** `$a$$b$` would open a displayed formula. */
function mergeFormulas(markdown: string): string {
  return markdown.replaceAll('$$', '');
}

/** Page and place of a block, from the lines on its first page. */
export function placeOf(lines: readonly Line[]): Pick<BlockContent, 'page' | 'box'> {
  const [first] = lines;
  const box =
    first && enclose(lines.filter((line) => line.page === first.page && isNear(line, first)).map((line) => line.box));
  return first && box ? { page: first.page, box } : {};
}

function isNear(line: Line, first: Line): boolean {
  return line.column === first.column;
}

/** Escapes what would make a paragraph a heading, list, quotation or rule. */
export function escapeStart(markdown: string): string {
  return markdown.replace(/^([-+#>=~])/, '\\$1').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}
