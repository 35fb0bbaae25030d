import type { BlockContent } from '../block.ts';
import { enclose } from '../geometry.ts';
import type { Line } from '../layout/line.ts';
import { decideJoin, type Vocabulary } from '../text/hyphens.ts';
import type { RichText } from '../text/inline-math.ts';

/** Joins lines to one text, words cut at their ends mended. */
export function joinText(lines: readonly RichText[], vocabulary: Vocabulary): RichText {
  let text = '';
  let markdown = '';
  for (const line of lines) {
    if (line.text === '') continue;
    const join = text === '' ? 'with hyphen' : decideJoin(text, line.text, vocabulary);
    const space = join === 'apart' ? ' ' : '';
    const cut = (before: string) => (join === 'without hyphen' ? before.replace(/[-‐\u00ad]$/u, '') : before);
    text = cut(text) + space + line.text;
    markdown = cut(markdown) + space + line.markdown;
  }
  return { text, markdown: mergeFormulas(markdown) };
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
