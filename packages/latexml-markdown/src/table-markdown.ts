import type { Cell, HtmlCell, Piece } from './tree.ts';

/** Writes a Markdown table. Blanks preserve empty cells. */
export function writePipeTable(
  header: readonly Cell[],
  rows: readonly (readonly Cell[])[],
  writeCell: (cell: Cell) => string,
): string {
  const writeRow = (row: readonly Cell[]): string => `| ${row.map(writeCell).join(' | ')} |`;
  const rule = `| ${header.map(() => '---').join(' | ')} |`;
  return [writeRow(header), rule, ...rows.map(writeRow)].join('\n');
}

/**
 * Writes an HTML table with Markdown in its cells. Blank lines around the content make Markdown parsers read it,
 * including lists, programs and formulas.
 */
export function writeHtmlTable(
  rows: readonly (readonly HtmlCell[])[],
  writeContent: (pieces: readonly Piece[]) => string,
): string {
  const writeCell = (cell: HtmlCell): string => {
    const tag = cell.header ? 'th' : 'td';
    const columns = cell.columns > 1 ? ` colspan="${cell.columns}"` : '';
    const spans = cell.rows > 1 ? `${columns} rowspan="${cell.rows}"` : columns;
    const content = writeContent(cell.pieces);
    return content === '' ? `<${tag}${spans}></${tag}>` : `<${tag}${spans}>\n\n${content}\n\n</${tag}>`;
  };
  return ['<table>', ...rows.flatMap((row) => ['<tr>', ...row.map(writeCell), '</tr>']), '</table>'].join('\n');
}
