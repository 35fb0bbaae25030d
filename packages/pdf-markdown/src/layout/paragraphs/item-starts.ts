import { SENTENCE_END } from '../lines/hanging-lines.ts';
import type { Line } from '../lines/line.ts';

/** The marks of one list (`1.`, `2.`) or of a nested list (`(a)`, `(b)`). */
interface Marks {
  readonly kind: 'number' | 'letter' | 'roman';
  /** The edges of the list's last mark. Letters are aligned on the left, Roman numerals on the right. */
  readonly left: number;
  readonly right: number;
  readonly value: number;
}

const MARK = /^\(?(?:(\d{1,2})|([ivx]{1,5})|([a-h]))[.)]\s+\S/;
const MARK_OF_LETTER = /^\(?([a-h])[.)]\s+\S/;
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];
const SAME_EDGE = 1.5; // points
/** Minimum indent in em of the marks in a nested list. */
const INNER = 0.5;

/**
 * Returns the lines that begin an item of a numbered list. These lines have the next mark at the position of the
 * previous mark, or the first mark of a nested list.
 */
export function itemStarts(lines: readonly Line[]): ReadonlySet<Line> {
  const starts = new Set<Line>();
  const [first] = lines;
  let open = first ? marksOf(first).slice(0, 1) : [];
  if (open.length === 0) return starts;
  for (const [i, line] of lines.entries()) {
    if (i === 0) continue;
    const marks = marksOf(line);
    const list = open.findLastIndex((last) => marks.some((mark) => follows(mark, last)));
    const inner = list < 0 && isInner(line, lines[i - 1], first) ? marks.find(({ value }) => value === 1) : undefined;
    const mark = inner ?? marks.find((one) => list >= 0 && follows(one, open[list] as Marks));
    if (!mark) continue;
    starts.add(line);
    open = [...open.slice(0, list < 0 ? open.length : list), mark];
  }
  return starts;
}

function follows(mark: Marks, last: Marks): boolean {
  const isAligned = Math.abs(mark.left - last.left) < SAME_EDGE || Math.abs(mark.right - last.right) < SAME_EDGE;
  return mark.kind === last.kind && mark.value === last.value + 1 && isAligned;
}

function isInner(line: Line, above: Line | undefined, first: Line | undefined): boolean {
  if (!above || !first || !SENTENCE_END.test(above.text)) return false;
  return line.box.left > first.box.left + INNER * line.size;
}

/** Returns the possible readings of a line's mark. For example, `i)` is a letter or a Roman numeral. */
function marksOf(line: Line): Marks[] {
  const [, number, roman] = MARK.exec(line.text) ?? [];
  const [, letter] = MARK_OF_LETTER.exec(line.text) ?? [];
  const { left } = line.box;
  const right = line.runs[0]?.words[0]?.right ?? left;
  const marks: Marks[] = [];
  if (number !== undefined) marks.push({ kind: 'number', left, right, value: Number(number) });
  if (letter !== undefined) marks.push({ kind: 'letter', left, right, value: letter.charCodeAt(0) - 96 });
  const value = roman === undefined ? 0 : ROMAN.indexOf(roman) + 1;
  if (value > 0) marks.push({ kind: 'roman', left, right, value });
  return marks;
}
