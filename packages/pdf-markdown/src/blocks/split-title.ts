import type { RunInTitle } from '../layout/headings/headings.ts';
import { makeLine, type Line } from '../layout/lines/line.ts';

/** Splits the first line of a paragraph into its title and the following text. The mark between the two is dropped. */
export function splitTitle(line: Line, { title, runs }: RunInTitle): [title: Line, text: Line] {
  const part = (start: number, end?: number) => makeLine(line.page, line.column, line.runs.slice(start, end));
  const rest = part(runs);
  return [
    { ...part(0, runs), text: title, markdown: () => title },
    { ...rest, text: stripMark(rest.text), markdown: () => stripMark(rest.markdown()) },
  ];
}

function stripMark(text: string): string {
  return text.replace(/^[\s.:—–-]+/, '');
}
