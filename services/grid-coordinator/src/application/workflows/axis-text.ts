import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Axis } from '@almagest/contracts/grid';

/**
 * Adds values to the end of an axis's list in the text of a configuration. The rest of the text, including comments, is
 * unchanged. Returns undefined if the list is not written in place, for example if it is an alias.
 */
export function withAxisValues(yaml: string, axis: Axis, values: readonly string[]): string | undefined {
  const { contents } = parseDocument(yaml, { schema: 'failsafe' });
  const grid = isMap(contents) ? contents.get('grid', true) : undefined;
  const list = isMap(grid) ? grid.get(axis, true) : undefined;
  if (!isSeq(list)) return undefined;
  const last: unknown = list.items.at(-1);
  const range = isScalar(last) ? last.range : undefined;
  if (range === undefined || range === null) return undefined;
  const [start, end] = range;
  if (list.flow === true) return splice(yaml, end, values.map((value) => `, ${value}`).join(''));
  return splice(yaml, ...newLines(yaml, { start, end }, values));
}

/** Returns new lines for the end of a block list, indented like its last item. */
function newLines(
  yaml: string,
  { start, end }: { readonly start: number; readonly end: number },
  values: readonly string[],
): [at: number, text: string] {
  const lineStart = yaml.lastIndexOf('\n', start - 1) + 1;
  const mark = yaml.slice(lineStart, start);
  const found = yaml.indexOf('\n', end);
  const newline = newlineOf(yaml);
  const lines = values.map((value) => `${mark}${value}`).join(newline);
  return found < 0 ? [yaml.length, `${newline}${lines}`] : [found + 1, `${lines}${newline}`];
}

/** Returns the newline sequence of the text. */
export function newlineOf(yaml: string): string {
  return yaml.includes('\r\n') ? '\r\n' : '\n';
}

export function splice(text: string, at: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at);
}
