import type { PageContent, TextRun } from '../../reading/page-content.ts';

/** A line of text on a page. Its runs may have different fonts. */
interface TextLine {
  readonly runs: readonly TextRun[];
  readonly words: number;
}

const SAME_LINE = 0.4; // em
/** Maximum width of spaces in justified and recognised text. */
const WIDEST_SPACE = 1.6; // em
/** Minimum number of words in a line of text. Lines with fewer words may be labels. */
const WORDS_OF_TEXT = 5;
const LINES_OF_TEXT = 2;
const LINE_STEP = 2; // em
const SAME_MARGIN = 2; // em
const WORD = /\p{L}{2}|^(?:a|I)$/u;
const CAPTION = /^\s*fig/i;
/** Maximum share of a page's text in drawings. If the share is larger, the text is printed on top of the drawings. */
const MOST = 0.5;

/**
 * Returns the text in drawings that is not a label: paragraphs in boxes, and all text of a page that is printed over an
 * image. The recognised text of a scan is printed over an image.
 *
 * @param dropped the runs of the page that may be labels
 */
export function textInDrawings(page: PageContent, dropped: readonly TextRun[]): ReadonlySet<TextRun> {
  const lines = linesOf(dropped);
  const text = lines.filter(({ words }) => words >= WORDS_OF_TEXT);
  if (text.length === 0) return new Set();
  const letters = letterTotal(text.flatMap(({ runs }) => runs));
  const isPaper =
    letterTotal(dropped) > MOST * letterTotal(page.runs) &&
    letters > MOST * letterTotal(dropped) &&
    !page.runs.some((run) => CAPTION.test(run.text));
  return new Set(isPaper ? dropped : paragraphsIn(lines).flatMap(({ runs }) => runs));
}

/**
 * Returns consecutive lines of words with a common left margin, including shorter lines between and after these lines.
 */
function paragraphsIn(lines: readonly TextLine[]): TextLine[] {
  return lines.filter((line, i) => {
    const near = lines.filter(
      (other, j) => Math.abs(j - i) <= LINES_OF_TEXT && other.words >= WORDS_OF_TEXT && isBelow(other, line),
    );
    return near.length >= LINES_OF_TEXT || (line.words >= WORDS_OF_TEXT && near.length > 1);
  });
}

const SAME_SIZE = 0.2; // share, because a line may begin with a script

function isBelow(a: TextLine, b: TextLine): boolean {
  const [first, second] = [a.runs[0] as TextRun, b.runs[0] as TextRun];
  return (
    Math.abs(first.baseline - second.baseline) < LINES_OF_TEXT * LINE_STEP * first.size &&
    Math.abs(first.size - second.size) < SAME_SIZE * first.size &&
    Math.abs(first.left - second.left) < SAME_MARGIN * first.size
  );
}

function linesOf(runs: readonly TextRun[]): TextLine[] {
  const lines: TextRun[][] = [];
  for (const run of runs.toSorted((a, b) => a.baseline - b.baseline || a.left - b.left)) {
    const line = lines.findLast((own) => continuesLine(own, run));
    if (line) line.push(run);
    else lines.push([run]);
  }
  return lines.map((own) => ({
    runs: own,
    words: own.flatMap((run) => run.words).filter(({ text }) => WORD.test(text)).length,
  }));
}

function continuesLine(line: readonly TextRun[], run: TextRun): boolean {
  return line.some(
    (one) =>
      Math.abs(one.baseline - run.baseline) < SAME_LINE * run.size &&
      Math.max(run.left - one.right, one.left - run.right) < WIDEST_SPACE * run.size,
  );
}

export function letterTotal(runs: readonly TextRun[]): number {
  return runs.reduce((sum, run) => sum + run.text.length, 0);
}
