import { isCapitals } from './capitals.ts';
import type { Group } from '../paragraphs/groups.ts';
import { isPlainPrint, isShort, standsAlone, styleOf, textOf, type Style } from './heading-style.ts';
import { isBelowTitle } from '../lines/hanging-lines.ts';
import { isSameColumn, type Line } from '../lines/line.ts';
import type { Metrics } from '../lines/metrics.ts';
import { place, readNumbers, UNNUMBERED, type HeadingNumber, type Numbering } from './numbering.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { sectionChain } from './section-chain.ts';
import { aboveAllText, aboveColumns, isBodyText, sectionsInFont, styleOfUnnumbered } from './unnumbered-sections.ts';

/** Titles of headings that have no number in most journals. */
const KNOWN =
  /^(?:abstract|introduction|conclusions?|summary(?: and (?:discussion|conclusions?))?|discussion|discussion and conclusions?|results|methods?|observations|acknowledge?ments?|references(?: and notes)?|bibliography|literature cited|appendix|appendices|contents|table of contents|data (?:and code )?availability(?: statement)?|code availability|author contributions|competing interests|conflicts? of interest|funding|supplementary (?:material|information)|supporting information|online material|declarations?|resumen|résumé|resumo|riassunto|zusammenfassung|kurzfassung|аннотация|реферат|περίληψη)[.:]?$/i;
/** Known headings that have the style of a section. */
const SECTION =
  /^(?:introduction|conclusions?|summary(?: and (?:discussion|conclusions?))?|discussion|discussion and conclusions?|results|methods?|observations|acknowledge?ments?|references|bibliography)[.:]?$/i;
/** Headings after which the text may follow on the same line. */
const RUN_IN =
  /^(abstract|acknowledge?ments?|data availability(?: statement)?|introduction|author contributions|funding)\s*(?:[.:—–]|-{1,2}|\s{2,}|$)/i;

interface Heading {
  readonly level: number;
  readonly lines: readonly Line[];
}

export interface HeadingFinder {
  /**
   * Returns the heading in `group`, or undefined if the group is not a heading. Call this function for all groups in
   * reading order.
   *
   * @param inReferences whether the group is in a list of references. Lines of titles may look like headings there
   */
  next(group: Group, inReferences: boolean): Heading | undefined;
}

/**
 * Finds headings in document order. The numbers of headings must be in sequence. The style of each heading that was
 * found identifies later headings.
 *
 * @param groups of the document in reading order, from which section numbers are known in advance
 */
export function findHeadings(groups: readonly Group[], metrics: Metrics): HeadingFinder {
  let numbering: Numbering = UNNUMBERED;
  const above = aboveText(groups, metrics);
  const heads = aboveColumns(groups, metrics);
  const names = aboveAllText(groups, metrics);
  const sections = findSections(groups, above, metrics);
  const unnumbered = sections.size === 0 ? styleOfUnnumbered(groups, above, metrics) : undefined;
  const levels = new Map<string, number>();
  const body = groups.filter((group) => !names.has(group));
  const inFont = sections.size === 0 ? sectionsInFont(body, above, metrics) : new Set<Group>();
  const levelWithoutNumber = (group: Group, style: Style, inReferences: boolean) => {
    const text = textOf(group);
    // In a paper without section numbers, the usual headings define the style of all headings.
    if (SECTION.test(text) && style.key !== '' && !levels.has(style.key)) levels.set(style.key, 2);
    const isAlone = !inReferences && levels.size > 0 && above.has(group) && standsAlone(group, text, style);
    if (names.has(group)) return KNOWN.test(text) ? 2 : undefined;
    const isHead = isPlainPrint(style) && !levels.has(style.key) && heads.has(group);
    return unnumberedLevel(text, style, levels) ?? (isAlone && !isHead ? levelOfLone(style, levels) : undefined);
  };
  return {
    next(group, inReferences) {
      const text = textOf(group);
      if (unnumbered !== undefined && isBodyText(group, metrics)) levels.set(unnumbered, 2);
      if (!isShort(group, text)) return undefined;
      const style = styleOf(group, metrics);
      const isPlain = (number: HeadingNumber) => isPlainAppendix(number, numbering) && isPlainIn(number, group, above);
      const numbered = placeNumbered(text, style, numbering, sections.has(group), isPlain);
      if (numbered) {
        numbering = numbered.next;
        if (style.key !== '') levels.set(style.key, numbered.level);
        return { level: numbered.level, lines: group.lines };
      }
      if (GOES_ON.test(text) || IN_PARENTHESES.test(text) || areNames(group)) return undefined;
      const level = inFont.has(group) ? addLevel(levels, style, 2) : levelWithoutNumber(group, style, inReferences);
      return level === undefined ? undefined : { level, lines: group.lines };
    },
  };
}

/** Returns the groups that are headings of sections with decimal numbers. */
function findSections(groups: readonly Group[], above: ReadonlySet<Group>, metrics: Metrics): ReadonlySet<Group> {
  const candidates = groups.flatMap((group) => {
    const text = textOf(group);
    if (!isShort(group, text)) return [];
    const number = readNumbers(text).find((one) => one.style === 'decimal');
    if (!number) return [];
    const style = styleOf(group, metrics);
    return canBeHeading(number, style, isPlainIn(number, group, above))
      ? [{ group, parts: number.parts, style: style.key }]
      : [];
  });
  const chain = sectionChain(candidates);
  return new Set(candidates.filter((_, i) => chain.has(i)).map(({ group }) => group));
}

/** A title at the start of a paragraph, and the number of runs in it. */
export interface RunInTitle {
  readonly runs: number;
  readonly title: string;
}

/** Returns the heading at the start of a paragraph ("Acknowledgements. We thank …") and the number of its runs. */
export function runInHeading(group: Group): RunInTitle | undefined {
  const runs = group.kind === 'text' ? (group.lines[0]?.runs ?? []) : [];
  const [lead] = runs;
  if (!lead || !isMarked(lead)) return undefined;
  const end = runs.findIndex((run, i) => i > 0 && (!isLikeFont(run, lead) || isBeyondGap(run, runs[i - 1])));
  if (end < 0) return undefined;
  const title = runs
    .slice(0, end)
    .map((run) => run.text.trim())
    .join(' ');
  return RUN_IN.test(`${title}  `) ? { runs: end, title: title.replace(/(?<![\s.:—–-])[\s.:—–-]+$/, '') } : undefined;
}

function isMarked({ font, text }: PlacedRun): boolean {
  return font.bold || font.italic || font.smallCaps || isCapitals(text);
}

function isLikeFont({ font }: PlacedRun, lead: PlacedRun): boolean {
  return font.bold === lead.font.bold && font.italic === lead.font.italic && font.smallCaps === lead.font.smallCaps;
}

/**
 * Returns whether a space wider than one em precedes the run. The space ends a heading even if the font stays the same.
 */
function isBeyondGap(run: PlacedRun, before: PlacedRun | undefined): boolean {
  return before !== undefined && run.left - before.right > run.size;
}

export function isKnownHeading(text: string): boolean {
  return KNOWN.test(text.replace(/^\s*(?:\d+|[IVX]+)\.?\s+/, ''));
}

function placeNumbered(
  text: string,
  style: Style,
  now: Numbering,
  isSection: boolean,
  isPlain: (number: HeadingNumber) => boolean,
) {
  for (const number of readNumbers(text)) {
    const placed = canBeHeading(number, style, isSection || isPlain(number))
      ? place(number, now, isSection)
      : undefined;
    if (placed) return placed;
  }
  return undefined;
}

/** @param isPlain whether the group is a heading because of its position, although it is printed like the text */
function canBeHeading(number: HeadingNumber, style: Style, isPlain: boolean): boolean {
  const isStyled = isPlain || style.key !== '' || number.style === 'appendix' || KNOWN.test(number.title);
  if (!isStyled || !(looksLikeTitle(number.title) || isTitleOfSubsection(number, style))) return false;
  if (number.style === 'letter' && YEAR.test(number.title)) return false;
  return number.style !== 'small letter' || style.italic || style.bold;
}

/**
 * Returns whether this may be a subsection title. A bold title may begin with a lower-case program name, and a large
 * title may begin with a formula.
 */
function isTitleOfSubsection({ parts, title }: HeadingNumber, style: Style): boolean {
  const mayBeginSo = style.bold || (style.larger && !/\p{L}{2}/u.test(title));
  return mayBeginSo && parts.length > 1 && !/[,;]$/.test(title);
}

const LONGEST_PLAIN = 90; // letters

/**
 * Returns whether this is a heading printed like the text, such as A&A's third level. Only the number and the position
 * above text identify such a heading. If the heading fills two lines, the second line is aligned with the title.
 */
function isPlainIn({ parts, title }: HeadingNumber, group: Group, above: ReadonlySet<Group>): boolean {
  const [first, second, third] = group.lines;
  if (!first || third || parts.length < 2 || !above.has(group)) return false;
  const isHanging = second !== undefined && isBelowTitle(first, second);
  return (isHanging || title.length <= LONGEST_PLAIN) && !/[.:;,?!-]$/.test(title);
}

/** Returns whether this is a section of an appendix that has already begun: `A.1`. */
function isPlainAppendix({ style, parts }: HeadingNumber, { appendix }: Numbering): boolean {
  return style === 'letter' && appendix[0] === parts[0];
}

/** Matches the text after the initials of a reference's last author, on a new line. */
const YEAR = /^(?:1[89]|20)\d\d[a-z]?,/;

/** The full stop between a title and the following text. */
const AND_TEXT = /\p{Ll}{3}\.\s+\p{Lu}/u;

function looksLikeTitle(title: string): boolean {
  return (
    (title === '' || /^[\p{Lu}\d$“"‘'(\p{M}]|^[^\p{L}]*\p{Lu}|^[a-z]{1,2}[A-Z-]/u.test(title)) &&
    !/[,;]$/.test(title) &&
    !(title.endsWith('.') && /\.\s+\p{Lu}\p{Ll}/u.test(title)) &&
    !AND_TEXT.test(title)
  );
}

/** Maximum distance in line spacings from a heading down to the text. */
const ABOVE_TEXT = 3;

/**
 * Returns the groups that have text closely below in their column, as headings do. Lines at the foot of a page have no
 * text below.
 */
function aboveText(groups: readonly Group[], metrics: Metrics): ReadonlySet<Group> {
  const above = new Set<Group>();
  groups.forEach((group, i) => {
    const [last, next] = [group.lines.at(-1), groups[i + 1]?.lines[0]];
    if (!last || !next || !isSameColumn(last, next)) return;
    const gap = next.baseline - last.baseline;
    if (gap > 0 && gap < ABOVE_TEXT * metrics.leading(metrics.bodySize)) above.add(group);
  });
  return above;
}

/**
 * Returns the level of a heading without a number. Bold and large headings have a higher level than italic headings.
 * Headings in the same print have the same level.
 */
function levelOfLone(style: Style, levels: Map<string, number>): number {
  return addLevel(levels, style, levels.get(style.key) ?? (style.bold || style.larger ? 3 : 4));
}

function addLevel(levels: Map<string, number>, style: Style, level: number): number {
  levels.set(style.key, level);
  return level;
}

/** The last words of a list on their own line, such as the capitalised instruments of a telescope. */
const IN_PARENTHESES = /^\([^()]*\)\.?$/;

/**
 * Words that do not end a heading. A line that ends with such a word is the first line of a title at the start of a
 * paragraph.
 */
const GOES_ON = /\b(?:an?|and|at|by|for|from|in|of|on|or|the|to|with)$/i;

/** Maximum number of marks in a heading. Author names have institute marks. */
const MOST_MARKS = 1;

function areNames({ lines }: Group): boolean {
  const marks = lines.flatMap(({ runs }) =>
    runs.filter((run) => run.script === 'sup' && /^[\d,*†‡§]+$/.test(run.text)),
  );
  return marks.length > MOST_MARKS;
}

function unnumberedLevel(text: string, style: Style, levels: ReadonlyMap<string, number>): number | undefined {
  if (KNOWN.test(text)) return 2;
  const numbers = readNumbers(text).filter(({ style: of }) => of === 'decimal' || of === 'roman');
  const titles = numbers.length === 0 ? [text] : numbers.map((number) => number.title);
  if (!titles.some(looksLikeTitle) || /[.:]$/.test(text) || style.key === '') return undefined;
  const level = levels.get(style.key);
  const isStrong = style.bold || (style.capitals && style.larger);
  if (level !== undefined && (isStrong || style.capitals)) return level;
  // A question is a heading only if it is printed like a heading.
  return style.bold && style.larger && !text.endsWith('?') ? 2 : undefined;
}
