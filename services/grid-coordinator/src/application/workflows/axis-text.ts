import type { Axis } from '@almagest/contracts/grid';
import { valueOf, type ParsedText } from './config-nodes.ts';

/**
 * Adds values to the end of an axis's list in the text of a configuration. The rest of the text, including comments, is
 * unchanged. Returns undefined if the list is not written in place, for example if the list is an alias.
 */
export function withAxisValues({ yaml, root }: ParsedText, axis: Axis, values: readonly string[]): string | undefined {
  const list = valueOf(valueOf(root, 'grid'), axis);
  if (list?.kind !== 'list') return undefined;
  const last = list.items.at(-1);
  if (last?.kind !== 'scalar') return undefined;
  if (list.isFlow) return splice(yaml, last.end, values.map((value) => `, ${value}`).join(''));
  return splice(yaml, ...newLines(yaml, last, values));
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

export function newlineOf(yaml: string): string {
  return yaml.includes('\r\n') ? '\r\n' : '\n';
}

export function splice(text: string, at: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at);
}
