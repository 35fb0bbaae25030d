import { isCollection, isMap, isSeq, parseDocument } from 'yaml';
import { AXES, type PointValues } from '@almagest/contracts/grid';
import { newlineOf, splice } from './axis-text.ts';

/**
 * Adds points to the end of the list `extra_points` in the text of a configuration. Creates a missing list after the
 * other keys. The rest of the text, including comments, is unchanged. Returns undefined if the list is not written in
 * place, for example if it is an alias.
 */
export function withExtraPoints(yaml: string, points: readonly PointValues[]): string | undefined {
  const { contents } = parseDocument(yaml, { schema: 'failsafe' });
  if (!isMap(contents) || contents.range == null) return undefined;
  const lines = points.map(asFlowMap);
  const [start, end] = contents.range;
  if (!contents.has('extra_points')) {
    if (contents.flow === true) return splice(yaml, end - 1, `, extra_points: [${lines.join(', ')}]`);
    const margin = ' '.repeat(start - (yaml.lastIndexOf('\n', start - 1) + 1));
    return withLines(yaml, end, [`${margin}extra_points:`, ...lines.map((line) => `${margin}  - ${line}`)]);
  }
  const list = contents.get('extra_points', true);
  if (!isSeq(list) || list.range == null) return undefined;
  const last: unknown = list.items.at(-1);
  if (last === undefined) return splice(yaml, list.range[0] + 1, lines.join(', '));
  // An alias at the end has no text after which to insert. The caller checks the result.
  if (!isCollection(last) || last.range == null) return undefined;
  if (list.flow === true) return splice(yaml, last.range[1], lines.map((line) => `, ${line}`).join(''));
  const mark = ' '.repeat(list.range[0] - (yaml.lastIndexOf('\n', list.range[0] - 1) + 1));
  return withLines(
    yaml,
    last.range[1],
    lines.map((line) => `${mark}- ${line}`),
  );
}

function asFlowMap(point: PointValues): string {
  return `{ ${AXES.map((axis) => `${axis}: ${point[axis]}`).join(', ')} }`;
}

/** Inserts lines after the line in which the content before `end` ends. */
function withLines(yaml: string, end: number, lines: readonly string[]): string {
  const newline = newlineOf(yaml);
  // A block may end with the newline of its last line.
  const content = yaml.slice(0, end).trimEnd().length;
  const found = yaml.indexOf('\n', content);
  if (found < 0) return `${yaml}${newline}${lines.join(newline)}`;
  return splice(yaml, found + 1, lines.map((line) => line + newline).join(''));
}
