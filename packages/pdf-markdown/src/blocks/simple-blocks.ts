import type { BlockContent } from '../block.ts';
import type { Line } from '../layout/lines/line.ts';
import { BULLET, isListItem } from '../layout/paragraphs/list-items.ts';
import { referenceLabel } from '../layout/paragraphs/references.ts';
import type { Vocabulary } from '../text/hyphens.ts';
import { readRuns } from '../text/inline-math.ts';
import { escapeStart, joinLines, joinRuns, joinText, placeOf, writeLine } from './join-lines.ts';
import type { TableGrid, TableRegion } from '../layout/tables/table-region.ts';
import { MOSTLY } from '../layout/lines/line.ts';

export function paragraphBlock(lines: readonly Line[], vocabulary: Vocabulary): BlockContent {
  const { text, markdown } = joinLines(lines, vocabulary);
  return { kind: 'paragraph', text, markdown: escapeStart(markdown), ...placeOf(lines) };
}

/** Returns a paragraph or list item of a sidebar. */
export function asideBlock(lines: readonly Line[], vocabulary: Vocabulary): BlockContent {
  const isItem = lines[0] !== undefined && isListItem(lines[0]);
  return isItem ? listBlock(lines, vocabulary) : paragraphBlock(lines, vocabulary);
}

export function headingBlock(lines: readonly Line[], level: number, vocabulary: Vocabulary): BlockContent {
  const { text, markdown } = joinLines(lines, vocabulary);
  return { kind: 'heading', level, text, markdown: `${'#'.repeat(level)} ${markdown}`, ...placeOf(lines) };
}

export function listBlock(lines: readonly Line[], vocabulary: Vocabulary): BlockContent {
  const { text, markdown } = joinLines(lines, vocabulary);
  // Markdown lists have only numbers and bullets. Letters and Roman numerals therefore become text after a bullet.
  const numbered = /^\(?(\d{1,2})[.)]\s+/.exec(markdown);
  const item = numbered
    ? `${numbered[1]}. ${markdown.slice(numbered[0].length)}`
    : `- ${escapeStart(markdown.replace(BULLET, ''))}`;
  return { kind: 'list', text: text.replace(BULLET, ''), markdown: item, ...placeOf(lines) };
}

/** A no-break space. Markdown drops other spaces at the start of a line. */
const NO_BREAK_SPACE = '\u00a0';

function hasFormula(line: Line): boolean {
  return line.mono < MOSTLY && /(?<!\\)\$/.test(line.markdown());
}

/**
 * Returns a code block. Code blocks can't contain formulas, so the steps of an algorithm become lines of text if they
 * contain formulas.
 */
export function codeBlock(lines: readonly Line[], vocabulary: Vocabulary): BlockContent {
  const left = Math.min(...lines.map((line) => line.box.left));
  const indentOf = (line: Line) => Math.round((line.box.left - left) / (0.5 * line.size));
  const text = lines.map((line) => ' '.repeat(indentOf(line)) + line.text).join('\n');
  if (lines.some(hasFormula)) {
    const steps = lines.map(
      (line) => NO_BREAK_SPACE.repeat(indentOf(line)) + escapeStart(joinLines([line], vocabulary).markdown),
    );
    return { kind: 'paragraph', text, markdown: steps.join('\\\n'), ...placeOf(lines) };
  }
  const fence = text.includes('```') ? '~~~~' : '```';
  return { kind: 'code', text, markdown: `${fence}\n${text}\n${fence}`, ...placeOf(lines) };
}

export function footnoteBlock(lines: readonly Line[], vocabulary: Vocabulary): BlockContent {
  const [first, ...others] = lines;
  const mark = first?.runs[0];
  const raised = mark?.script === 'sup' && first !== undefined && first.runs.length > 1;
  const body = raised ? [readRuns(first.runs.slice(1)), ...others.map(writeLine)] : lines.map(writeLine);
  const { text, markdown } = joinText(body, vocabulary);
  const label = raised ? mark.text.trim() : '';
  return {
    kind: 'footnote',
    text,
    markdown: label === '' ? escapeStart(markdown) : `<sup>${label}</sup> ${markdown}`,
    ...(label === '' ? {} : { label }),
    ...placeOf(lines),
  };
}

export function referenceBlock(lines: readonly Line[], vocabulary: Vocabulary): BlockContent {
  const { text, markdown } = joinLines(lines, vocabulary);
  const label = referenceLabel(text);
  return {
    kind: 'reference',
    text,
    markdown: `- ${escapeStart(markdown)}`,
    ...(label ? { label } : {}),
    ...placeOf(lines),
  };
}

/** Returns a Markdown table, with its caption as a paragraph above. */
export function tableBlock(
  table: TableRegion,
  { cells, header }: TableGrid,
  caption: { readonly label: string; readonly lines: readonly Line[] } | undefined,
  vocabulary: Vocabulary,
): BlockContent {
  const rich = cells.map((row) => row.map((lines) => joinRuns(lines, vocabulary)));
  const head = joinLines(caption?.lines ?? [], vocabulary);
  const rows = rich.map((row) => `| ${row.map((cell) => cell.markdown.replaceAll('|', '\\|')).join(' | ')} |`);
  const width = rich[0]?.length ?? 1;
  const rule = `|${' --- |'.repeat(width)}`;
  // Rows above the first inner rule are headings. Markdown allows only one heading row, so all further heading rows
  // become ordinary rows.
  const at = Math.max(1, Math.min(header, 1));
  const grid = [...rows.slice(0, at), rule, ...rows.slice(at)].join('\n');
  const text = rich.map((row) => row.map((cell) => cell.text).join('\t')).join('\n');
  return {
    kind: 'table',
    text: head.text === '' ? text : `${head.text}\n${text}`,
    markdown: head.markdown === '' ? grid : `${head.markdown}\n\n${grid}`,
    ...(caption ? { label: caption.label } : {}),
    page: table.page,
    box: table.box,
  };
}
