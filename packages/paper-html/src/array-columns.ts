import { endOfGroup } from './tex-arguments.ts';

const ARRAY = /(\\begin\{(?:array|darray|subarray)\})(?:\[[^\]]{0,20}\])?\s*\{/g;
/** A repeated column in a preamble. */
const REPEATED = /\*\s*(?:\{\s*(\d{1,2})\s*\}|(\d))\s*(?:\{([^{}]*)\}|([lcr]))/g;
/** Text before, between and after columns, and paragraph columns, which KaTeX does not support. */
const DECORATION = /[@!<>]\s*\{(?:[^{}]|\{[^{}]*\})*\}/g;
const PARAGRAPH = /[pmb]\s*\{[^{}]*\}|X/g;
const MOST_COLUMNS = 100;

/** Writes array preambles with one letter per column: `*{3}{c}` becomes `ccc`. */
export function expandArrayColumns(tex: string): string {
  let written = '';
  let from = 0;
  for (const match of tex.matchAll(ARRAY)) {
    const start = match.index + match[0].length;
    const end = endOfGroup(tex, start);
    if (start < from || end < 0) continue;
    // KaTeX does not support the vertical position of an array either.
    written += `${tex.slice(from, match.index)}${match[1]}{${columnsOf(tex.slice(start, end))}`;
    from = end;
  }
  return written + tex.slice(from);
}

function columnsOf(preamble: string): string {
  return preamble
    .replace(DECORATION, '')
    .replace(REPEATED, (_, ...[times, digit, group, letter]: (string | undefined)[]) =>
      (group ?? letter ?? '').repeat(Number(times ?? digit)),
    )
    .replace(PARAGRAPH, 'l')
    .slice(0, MOST_COLUMNS);
}
