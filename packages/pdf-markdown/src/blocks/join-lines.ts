import type { BlockContent } from '../block.ts';
import { enclose } from '../geometry.ts';
import type { Line } from '../layout/lines/line.ts';
import type { PlacedRun } from '../text/placed-run.ts';
import { decideJoin, type Join, type Vocabulary } from '../text/hyphens.ts';
import { asOneLine, endsWithOperator } from '../text/continued-lines.ts';
import { readRuns, type RichText } from '../text/inline-math.ts';
import { inFormula, mendFormulas, operatorAtEnd } from './broken-formulas.ts';

/** The last word of a formula at the end of a line, followed by the number or formula on the next line. */
const NEXT_AFTER_FORMULA = /(?<=([\s$]))([^\s$]+)\$ (\$|[+−]?\d+(?:\.\d+)?)/g;
/** A relation at the end of a line, between two formulas. TeX breaks formulas at relations. */
const RELATION_BETWEEN = /(?<!\\)\$ ([=≈∼≃≤≥≡∝≲≳≪≫×±]|&lt;|&gt;) \$/g;
const RELATION_BEFORE_NUMBER = /(?<!\\)\$ ([=≈∼≃≤≥≡∝≲≳≪≫×±]|&lt;|&gt;) ([+−]?\d+(?:\.\d+)?)(?![\d/]|\.\d)/g;

export function writeLine({ text, markdown }: Line): RichText {
  return { text, markdown: markdown() };
}

export function joinLines(lines: readonly Line[], vocabulary: Vocabulary): RichText {
  return joinText(
    groupBroken(lines, ({ runs }) => runs).map((group) =>
      group.length === 1 ? writeLine(group[0] as Line) : readBroken(group.map(({ runs }) => runs)),
    ),
    vocabulary,
  );
}

/** Joins the lines of a cell. */
export function joinRuns(lines: readonly (readonly PlacedRun[])[], vocabulary: Vocabulary): RichText {
  return joinText(
    groupBroken(lines, (runs) => runs).map((group) => readBroken(group)),
    vocabulary,
  );
}

/** Groups consecutive lines of one formula. */
function groupBroken<Of>(lines: readonly Of[], runsOf: (line: Of) => readonly PlacedRun[]): Of[][] {
  const groups: Of[][] = [];
  for (const [i, line] of lines.entries()) {
    const above = lines[i - 1];
    if (above !== undefined && endsWithOperator(runsOf(above))) groups.at(-1)?.push(line);
    else groups.push([line]);
  }
  return groups;
}

function readBroken(lines: readonly (readonly PlacedRun[])[]): RichText {
  return readRuns(asOneLine(lines));
}

/** Joins lines into one text. Rejoins words that are hyphenated at the end of a line. */
export function joinText(lines: readonly RichText[], vocabulary: Vocabulary): RichText {
  const filled = lines.filter((line) => line.text !== '');
  // Collects pieces in arrays. Appending to one string and checking its end each time would take quadratic time.
  const text: string[] = [];
  const markdown: string[] = [];
  filled.forEach((line, i) => {
    const next = filled[i + 1];
    const join = next ? decideJoin(line.text, next.text, vocabulary) : 'with hyphen';
    text.push(withEnd(line.text, join));
    markdown.push(withEnd(line.markdown, join));
  });
  return { text: text.join(''), markdown: joinFormulas(markdown.join('')) };
}

function joinFormulas(markdown: string): string {
  return markdown.includes('$') ? mendFormulas(mergeFormulas(markdown)) : markdown;
}

function withEnd(line: string, join: Join): string {
  if (join === 'apart') return `${line} `;
  return join === 'without hyphen' ? line.replace(/[-‐\u00ad]$/u, '') : line;
}

/**
 * Merges adjacent formulas, because `$a$$b$` would begin a displayed formula. If a formula ends with a relation, also
 * merges the formula with the number or formula on the next line.
 */
function mergeFormulas(markdown: string): string {
  return markdown
    .replaceAll('$$', '')
    .replaceAll(RELATION_BETWEEN, (_, sign: string) => ` ${inFormula(sign)} `)
    .replaceAll(RELATION_BEFORE_NUMBER, (_, sign: string, number: string) => ` ${inFormula(sign)} ${number}$`)
    .replaceAll(NEXT_AFTER_FORMULA, (all, before: string, last: string, next: string) => {
      // A minus in text is a different character, and a charge is in a script. So this hyphen is the minus of a
      // formula.
      if (last !== '-' && operatorAtEnd(before === '$' ? last : before + last) === '') return all;
      return next === '$' ? `${last} ` : `${last} ${next}$`;
    });
}

/** Returns the page and region of a block, according to the block's lines on its first page. */
export function placeOf(lines: readonly Line[]): Pick<BlockContent, 'page' | 'box'> {
  const [first] = lines;
  const box =
    first && enclose(lines.filter((line) => line.page === first.page && isNear(line, first)).map((line) => line.box));
  return first && box ? { page: first.page, box } : {};
}

function isNear(line: Line, first: Line): boolean {
  return line.column === first.column;
}

/** Escapes characters at the start of a paragraph that would turn it into a heading, list, quotation or rule. */
export function escapeStart(markdown: string): string {
  return markdown.replace(/^([-+#>=~])/, '\\$1').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}
