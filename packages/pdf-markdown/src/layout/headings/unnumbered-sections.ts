import type { Group } from '../paragraphs/groups.ts';
import { isShort, isTitleLike, standsAlone, styleOf, textOf } from './heading-style.ts';
import type { Column } from '../lines/line.ts';
import type { Metrics } from '../lines/metrics.ts';

/** Headings that occur within the text of most papers. */
const OF_TEXT =
  /^(?:conclusions?|summary(?: and (?:discussion|conclusions?))?|discussion|discussion and conclusions?|results|methods?|observations)$/i;

/**
 * Returns the style of section headings in a paper without section numbers. The style is taken from usual headings,
 * which may occur only at the end of the paper. Names before the text may have the same print. Without usual headings,
 * the style is the largest print that several isolated lines have.
 */
export function styleOfUnnumbered(
  groups: readonly Group[],
  above: ReadonlySet<Group>,
  metrics: Metrics,
): string | undefined {
  const known = groups.find((group) => isShort(group, textOf(group)) && OF_TEXT.test(textOf(group)));
  const key = known && styleOf(known, metrics).key;
  return key || largestRepeated(groups, above, metrics);
}

/**
 * Returns sections that differ from the text only in their font, such as sans serif in the text size. The sections are
 * lines above text in the font of a usual heading. Paragraphs do not have this font.
 */
export function sectionsInFont(
  groups: readonly Group[],
  above: ReadonlySet<Group>,
  metrics: Metrics,
): ReadonlySet<Group> {
  const titles = groups.filter((group) => {
    const text = textOf(group);
    return above.has(group) && isShort(group, text) && isTitleLike(text) && styleOf(group, metrics).key === '';
  });
  const known = titles.find((group) => OF_TEXT.test(textOf(group)));
  const font = known && fontOf(known);
  const isOfText = groups.some(
    (group) => isBodyText(group, metrics) && group.lines.some(({ runs }) => runs.some((run) => run.fontKey === font)),
  );
  return new Set(font === undefined || isOfText ? [] : titles.filter((group) => fontOf(group) === font));
}

/** Returns the font of a group, or undefined if the group has several fonts. */
function fontOf({ lines }: Group): string | undefined {
  const [font, ...others] = new Set(lines.flatMap(({ runs }) => runs.map((run) => run.fontKey)));
  return others.length === 0 ? font : undefined;
}

const FEWEST_HEADINGS = 3;
/** Points by which headings in capitals count as larger. Among headings of one size, capitals have the higher level. */
const CAPITALS_LARGER = 0.1;

function largestRepeated(groups: readonly Group[], above: ReadonlySet<Group>, metrics: Metrics): string | undefined {
  const text = groups.findIndex((group) => isBodyText(group, metrics));
  const lone = (text < 0 ? [] : groups.slice(text)).flatMap((group) => {
    const style = styleOf(group, metrics);
    const isAlone = above.has(group) && isShort(group, textOf(group)) && standsAlone(group, textOf(group), style);
    const rank = (group.lines[0]?.size ?? 0) + (style.capitals ? CAPITALS_LARGER : 0);
    return isAlone && (style.bold || style.larger) ? [{ key: style.key, rank }] : [];
  });
  const prints = [...Map.groupBy(lone, ({ key }) => key).values()].filter((own) => own.length >= FEWEST_HEADINGS);
  return prints.toSorted(([a], [b]) => (b?.rank ?? 0) - (a?.rank ?? 0))[0]?.[0]?.key;
}

const LINES_OF_TEXT = 4;
const SAME_SIZE = 0.04; // share

export function isBodyText({ kind, lines }: Group, { bodySize }: Metrics): boolean {
  return (
    kind === 'text' &&
    lines.length >= LINES_OF_TEXT &&
    Math.abs((lines[0]?.size ?? 0) - bodySize) < SAME_SIZE * bodySize
  );
}

/**
 * Returns the groups of the first page without text above them in their column. After an abstract, these groups may
 * include author names in large print at the start of the left column.
 */
export function aboveColumns(groups: readonly Group[], metrics: Metrics): ReadonlySet<Group> {
  const begun = new Set<Column | undefined>();
  const above = new Set<Group>();
  for (const group of groups.filter(({ lines }) => lines[0]?.page === 1)) {
    const column = group.lines[0]?.column;
    if (isBodyText(group, metrics)) begun.add(column);
    else if (!begun.has(column)) above.add(group);
  }
  return above;
}

/**
 * Returns the groups of the first page above all text, in any print: a subtitle, names and addresses. The last of these
 * groups may be the heading of the text.
 */
export function aboveAllText(groups: readonly Group[], metrics: Metrics): ReadonlySet<Group> {
  const own = groups.filter(({ lines }) => lines[0]?.page === 1);
  const isText = own.map((group) => isBodyText(group, metrics));
  const yOf = ({ lines }: Group) => lines[0]?.baseline ?? 0;
  const top = Math.min(...own.filter((_, i) => isText[i]).map(yOf));
  return new Set(own.filter((group, i) => yOf(group) < top && isText[i + 1] !== true));
}
