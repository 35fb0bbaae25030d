import { AXES, type PointValues } from '@almagest/contracts/grid';
import { newlineOf, splice } from './axis-text.ts';
import { valueOf, type ParsedText } from './config-nodes.ts';

/**
 * Adds points to the end of the list `extra_points` in the text of a configuration. Creates a missing list after the
 * other keys. The rest of the text, including comments, is unchanged. Returns undefined if the list is not written in
 * place, for example if the list is an alias.
 */
export function withExtraPoints({ yaml, root }: ParsedText, points: readonly PointValues[]): string | undefined {
  if (root.kind !== 'mapping') return undefined;
  const lines = points.map(asFlowMap);
  const list = valueOf(root, 'extra_points');
  if (list === undefined) {
    if (root.isFlow) return splice(yaml, root.end - 1, `, extra_points: [${lines.join(', ')}]`);
    const margin = ' '.repeat(columnOf(yaml, root.start));
    return withLines(yaml, root.end, [`${margin}extra_points:`, ...lines.map((line) => `${margin}  - ${line}`)]);
  }
  if (list.kind !== 'list') return undefined;
  const last = list.items.at(-1);
  if (last === undefined) return splice(yaml, list.start + 1, lines.join(', '));
  // The end of an alias is unknown, so items cannot be inserted after it.
  if (last.kind !== 'mapping' && last.kind !== 'list') return undefined;
  if (list.isFlow) return splice(yaml, last.end, lines.map((line) => `, ${line}`).join(''));
  const mark = ' '.repeat(columnOf(yaml, list.start));
  return withLines(
    yaml,
    last.end,
    lines.map((line) => `${mark}- ${line}`),
  );
}

/** Returns how many characters precede an offset in its line. */
export function columnOf(yaml: string, offset: number): number {
  return offset - (yaml.lastIndexOf('\n', offset - 1) + 1);
}

function asFlowMap(point: PointValues): string {
  return `{ ${AXES.map((axis) => `${axis}: ${point[axis]}`).join(', ')} }`;
}

/** Inserts lines after the line in which the content before `end` ends. */
export function withLines(yaml: string, end: number, lines: readonly string[]): string {
  const newline = newlineOf(yaml);
  // A block may end with the newline of its last line.
  const content = yaml.slice(0, end).trimEnd().length;
  const found = yaml.indexOf('\n', content);
  if (found < 0) return `${yaml}${newline}${lines.join(newline)}`;
  return splice(yaml, found + 1, lines.map((line) => line + newline).join(''));
}
