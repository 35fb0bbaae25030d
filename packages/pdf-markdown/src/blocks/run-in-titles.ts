import { isSameColumn, makeLine, type Line } from '../layout/lines/line.ts';
import { readNumbers } from '../layout/headings/numbering.ts';
import type { PlacedRun } from '../text/placed-run.ts';
import type { Draft } from './draft.ts';

/** The title at the start of a paragraph. */
interface Lead {
  /** Number of lines that the title fills completely. */
  readonly lines: number;
  /** Number of title runs on the line after these full lines. */
  readonly runs: number;
  readonly title: string;
  /**
   * The font style of the title, and the mark between the title and the text. Titles of one level have the same style.
   */
  readonly style: string;
  /** Level of the heading. Undefined if the title is only the title of its paragraph, as with LaTeX's `\paragraph`. */
  readonly level: number | undefined;
}

/** Minimum number of paragraphs that begin with a title in the same style. */
const FEWEST = 2;
const MOST_WORDS = 14;
/** Maximum number of words in a numbered title. Titles without a number are shorter. */
const MOST_WORDS_NUMBERED = 24;
const MOST_LINES = 2;
/**
 * Minimum space in em after a heading without a mark. LaTeX leaves one em there. A word space is a third or half of an
 * em.
 */
const GAP = 0.8;
const HALF_GAP = 0.38;
const HALF_SPACE = 'half a space';
/** Words that are not a heading, although they begin a paragraph in another style. */
const OTHER =
  /^(?:theorem|lemma|proof|proposition|corollary|definition|remark|example|claim|conjecture|assumption|note|notes|case|step|algorithm|keywords?|key words|figure|fig|table|tab|facilit(?:y|ies)|software|context|aims|e-?mail|doi|received|accepted)\b/i;

/**
 * Marks the titles at the start of paragraphs (`Sample selection. We chose …`) if several paragraphs begin in the same
 * style. Titles with a subsection number become headings. Other titles become bold.
 */
export function markRunInTitles(drafts: readonly Draft[]): Draft[] {
  // Starts at the first section. Names and parts of abstracts may also begin in another style.
  const start = drafts.findIndex((one) => one.kind === 'heading' && one.level > 1 && !isAbstract(one.lines));
  if (start < 0) return [...drafts];
  const leads = new Map(drafts.slice(start).flatMap((one) => leadOfDraft(one)));
  const counts = Map.groupBy(leads.values(), ({ style }) => style);
  const sections = new Set(drafts.flatMap((one) => (one.kind === 'heading' ? numberOf(one.lines[0]?.text ?? '') : [])));
  return drafts.flatMap((one) => {
    const lead = leads.get(one);
    if (!lead) return [one];
    const isTitle = (counts.get(lead.style)?.length ?? 0) >= FEWEST || isNumberedBelow(lead.title, sections);
    return isTitle ? marked(one, lead) : [one];
  });
}

/** Returns the decimal number at the start of a title, if any. */
function numberOf(title: string): string[] {
  return readNumbers(title)
    .filter(({ style }) => style === 'decimal')
    .map(({ parts }) => parts.join('.'));
}

/**
 * Returns whether a title's number is one level below the number of a heading, as 2.1.1 is below 2.1. The title may be
 * the only title in its style.
 */
function isNumberedBelow(title: string, sections: ReadonlySet<string>): boolean {
  return numberOf(title).some((number) => {
    const parts = number.split('.');
    return parts.length === 3 && sections.has(parts.slice(0, -1).join('.'));
  });
}

function isAbstract(lines: readonly Line[]): boolean {
  return /^abstract\b/i.test(lines[0]?.text ?? '');
}

function leadOfDraft(one: Draft): [Draft, Lead][] {
  if (one.kind !== 'paragraph' && one.kind !== 'list') return [];
  const lead = leadOf(one.lines);
  // List items also have numbers, but their numbers are not in another style.
  return lead && (one.kind === 'paragraph' || readNumbers(lead.title).length > 0) ? [[one, lead]] : [];
}

function leadOf(lines: readonly Line[]): Lead | undefined {
  const first = firstOfLead(lines);
  if (!first || isTerm(lines)) return undefined;
  const end = endOfLead(lines, first);
  const line = lines[end.lines]?.runs ?? [];
  const all = [...lines.slice(0, end.lines).flatMap(({ runs }) => runs), ...line.slice(0, end.runs)];
  const [last, next] = [all.at(-1), line[end.runs]];
  if (!last || !next || end.runs === 0) return undefined;
  const title = textOf(all);
  const mark = markBetween(title, last, next);
  if (mark === undefined || !isTitle(title) || !beginsText(textOf(line.slice(end.runs)))) return undefined;
  const { bold, italic, smallCaps } = first.font;
  const level = mark === HALF_SPACE ? 4 : levelOf(title);
  return { ...end, title: withoutMark(title), style: [bold, italic, smallCaps, mark, level].join(' '), level };
}

/**
 * Returns the first words in the style of a title. In AMS classes, the number before the title has the style of the
 * text.
 */
function firstOfLead([line]: readonly Line[]): PlacedRun | undefined {
  const first = line?.runs.find(({ text }, i) => i > 0 || !/^\d{1,2}(?:\.\d{1,2}){1,2}\.?$/.test(text.trim()));
  return first && !first.font.math && isMarked(first) ? first : undefined;
}

/**
 * Returns the end of the style of the first run. The end is on the first line, or on the second line if the style fills
 * the first line.
 */
function endOfLead(lines: readonly Line[], first: PlacedRun): Pick<Lead, 'lines' | 'runs'> {
  for (const [index, { runs }] of lines.slice(0, MOST_LINES).entries()) {
    const from = index === 0 ? runs.indexOf(first) + 1 : 0;
    const end = runs.findIndex((run, i) => i >= from && !isAlike(run, first));
    if (end >= 0) return { lines: index, runs: end };
  }
  return { lines: 0, runs: 0 };
}

/** Minimum indent of hanging lines relative to their term. */
const LEAST_HANG = 0.3; // em

/** Returns whether a line begins with a list term. The term is to the left of the text. */
function isTerm([line, below]: readonly Line[]): boolean {
  return (
    line !== undefined &&
    below !== undefined &&
    isSameColumn(below, line) &&
    below.box.left > line.box.left + LEAST_HANG * line.size
  );
}

function beginsText(text: string): boolean {
  return /^[\p{Lu}\d$“"‘'([]/u.test(text.replace(/^[\s.:—–-]+/u, ''));
}

/**
 * Returns the level of a numbered title. AMS classes print `2.1. Title. Text`. IEEE's third level is `1) Title: text`.
 */
function levelOf(title: string): number | undefined {
  if (/^\d{1,2}\)\s/.test(title)) return 4;
  const parts = readNumbers(title).find(({ style }) => style === 'decimal')?.parts.length ?? 0;
  return parts === 2 || parts === 3 ? parts + 1 : undefined;
}

function isMarked({ font }: PlacedRun): boolean {
  return font.bold || font.italic || font.smallCaps;
}

function isAlike({ font, text }: PlacedRun, first: PlacedRun): boolean {
  if (font.math || /^[\d.,:)(–—-]+$/.test(text)) return false;
  return font.bold === first.font.bold && font.italic === first.font.italic && font.smallCaps === first.font.smallCaps;
}

/**
 * Returns the mark between a heading and its text: a full stop, a colon, a dash, or only space. LNCS leaves half an em
 * after its bold third-level headings, slightly more than a word space.
 */
function markBetween(title: string, last: PlacedRun, next: PlacedRun): string | undefined {
  const [own] = /[.:?—–]$/u.exec(title) ?? /^[.:—–]/u.exec(next.text.trim()) ?? [];
  if (own !== undefined) return own;
  const gap = (next.left - last.right) / last.size;
  if (gap > GAP) return 'space';
  return gap > HALF_GAP && last.font.bold && !/\d$/.test(title) ? HALF_SPACE : undefined;
}

function isTitle(title: string): boolean {
  const bare = title.replace(/^(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]|\d{1,2}(?:\.\d{1,2}){1,4}\.?)\s+/u, '');
  return (
    /^\p{Lu}/u.test(bare) &&
    /\p{L}{3}/u.test(bare) &&
    bare.split(/\s+/).length <= (levelOf(title) === undefined ? MOST_WORDS : MOST_WORDS_NUMBERED) &&
    !OTHER.test(bare) &&
    !/[,;]$/.test(bare)
  );
}

function withoutMark(title: string): string {
  return title.replace(/(?<![\s.:—–-])[\s.:—–-]+$/u, '');
}

function textOf(runs: readonly PlacedRun[]): string {
  return runs
    .map((run) => run.text.trim())
    .join(' ')
    .trim();
}

function marked(one: Draft, { lines, runs, title, level }: Lead): Draft[] {
  if (one.kind !== 'paragraph' && one.kind !== 'list') return [one];
  const filled = one.lines.slice(0, lines);
  const [last, ...others] = one.lines.slice(lines);
  if (!last) return [one];
  const lead = makeLine(last.page, last.column, last.runs.slice(0, runs));
  const rest = makeLine(last.page, last.column, last.runs.slice(runs));
  if (level === undefined) {
    const line = { ...last, markdown: () => `${lead.markdown().trim()}** ${rest.markdown()}` };
    const [first, ...inner] = [...filled, line].map((own, i) =>
      i === 0 ? { ...own, markdown: () => `**${own.markdown()}` } : own,
    );
    return first ? [{ ...one, lines: [first, ...inner, ...others] }] : [one];
  }
  const bare = (text: string) => text.replace(/^[\s.:—–-]+/u, '');
  const text = { ...rest, text: bare(rest.text), markdown: () => bare(rest.markdown()) };
  const end = {
    ...lead,
    text: filled.length === 0 ? title : withoutMark(lead.text),
    markdown: () => withoutMark(lead.markdown()),
  };
  return [
    { kind: 'heading', lines: [...filled, end], level },
    { kind: 'paragraph', lines: [text, ...others], indented: false },
  ];
}
