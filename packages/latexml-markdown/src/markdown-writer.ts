import { codeFence, escapeAttribute } from './escape-markdown.ts';
import { writeLine } from './inline-markdown.ts';
import type { Names, Place } from './inline-tokens.ts';
import type { Inline, Piece, Cell, HtmlCell } from './tree.ts';

const anchorTags = (anchors: readonly string[]): string =>
  anchors.map((id) => `<a id="${escapeAttribute(id)}"></a>`).join('');

/**
 * Indents the content of a list item or note. Puts `prefix` before the first line and blanks before all other lines.
 */
function indent(markdown: string, prefix: string, width = prefix.length): string {
  const [first = '', ...rest] = markdown.split('\n');
  return [`${prefix}${first}`, ...rest.map((line) => (line === '' ? '' : `${' '.repeat(width)}${line}`))].join('\n');
}

function fenced(text: string, language: string): string {
  const fence = codeFence(text, 3);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Writes one piece as Markdown, with the anchors that links to the piece need. */
export function writePiece(piece: Piece, names: Names): string {
  const line = (content: readonly Inline[], place: Place = 'paragraph'): string => writeLine(content, { place, names });
  const anchors = anchorTags(piece.anchors);
  /** Puts the anchors of a block without inline markup into a paragraph before the block. */
  const below = (markdown: string): string => (anchors === '' ? markdown : `${anchors}\n\n${markdown}`);
  /** If a block contains blocks, puts its anchors into the first of these blocks. */
  const within = ([first, ...rest]: readonly Piece[]): string =>
    first ? writePieces([{ ...first, anchors: [...piece.anchors, ...first.anchors] }, ...rest], names) : anchors;
  switch (piece.kind) {
    case 'heading':
      return `${'#'.repeat(piece.level)} ${anchors}${line(piece.content, 'heading')}`;
    case 'paragraph':
    case 'authors':
    case 'caption':
      return anchors + line(piece.content);
    case 'figure':
      return anchors + piece.images.map((image) => line([image])).join('\n');
    case 'equation':
      return below(`$$\n${piece.tex}\n$$`);
    case 'table':
      return below(writePipeTable(piece.header, piece.rows, (cell) => line(cell, 'cell')));
    case 'html_table':
      return below(writeHtmlTable(piece.rows, (pieces) => writePieces(pieces, names)));
    case 'list_item':
      return indent(within(piece.pieces), `${piece.marker} `);
    case 'code':
      return below(fenced(piece.text, piece.language));
    case 'quote':
      return within(piece.pieces).replace(/^/gm, '> ').replace(/^> $/gm, '>');
    case 'reference':
      return indent(anchors + line(piece.content), '- ');
    case 'footnote':
      return indent(within(piece.pieces), `[^${piece.label}]: `, 4);
  }
}

function writePieces(pieces: readonly Piece[], names: Names): string {
  return pieces.map((piece) => writePiece(piece, names)).join('\n\n');
}

/** Writes a Markdown table. Blanks keep empty cells. */
function writePipeTable(
  header: readonly Cell[],
  rows: readonly (readonly Cell[])[],
  writeCell: (cell: Cell) => string,
): string {
  const writeRow = (row: readonly Cell[]): string => `| ${row.map(writeCell).join(' | ')} |`;
  const rule = `| ${header.map(() => '---').join(' | ')} |`;
  return [writeRow(header), rule, ...rows.map(writeRow)].join('\n');
}

/**
 * Writes an HTML table with Markdown in its cells. Blank lines around the content of a cell make Markdown parsers read
 * that content, including lists, programs and formulas.
 */
function writeHtmlTable(
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
