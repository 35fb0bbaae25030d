import { isSameColumn } from '../layout/formulas.ts';
import { makeLine, type Line } from '../layout/line.ts';
import { readNumbers } from '../layout/numbering.ts';
import type { PlacedRun } from '../layout/rows.ts';
import type { Draft } from './draft.ts';

/** The title on the first line of a paragraph. */
interface Lead {
  readonly runs: number;
  readonly title: string;
  /** Its print, and what separates it from the text: titles of one level have the same. */
  readonly style: string;
  /** Of the heading that it is; undefined if it is only the title of its paragraph, as of LaTeX's `\paragraph`. */
  readonly level: number | undefined;
}

/** This many paragraphs begin in one style if it is that of titles. */
const FEWEST = 2;
const MOST_WORDS = 14;
/** Space after a heading without a mark, at least, in sizes; LaTeX leaves one. Between words are a third or half of one. */
const GAP = 0.8;
/** What begins in another style without being a heading. */
const OTHER =
  /^(?:theorem|lemma|proof|proposition|corollary|definition|remark|example|claim|conjecture|assumption|note|notes|case|step|algorithm|keywords?|key words|figure|fig|table|tab|facilit(?:y|ies)|software|context|aims|e-?mail|doi|received|accepted)\b/i;

/**
 * Marks the titles at the start of paragraphs, `Sample selection. We chose …`, if several paragraphs of the text begin in
 * the same style. Those with the number of a subsection are headings; others become bold.
 */
export function markRunInTitles(drafts: readonly Draft[]): Draft[] {
  // Before the first section stand names and the parts of abstracts, after the text references.
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

/** The decimal number at the start of a title, if it has one. */
function numberOf(title: string): string[] {
  return readNumbers(title)
    .filter(({ style }) => style === 'decimal')
    .map(({ parts }) => parts.join('.'));
}

/** A title may be the only one of its print if its number is one below that of a heading, as 2.1.1 is below 2.1. */
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
  // An item of a list is numbered too, but not in another print.
  return lead && (one.kind === 'paragraph' || readNumbers(lead.title).length > 0) ? [[one, lead]] : [];
}

function leadOf([line, below]: readonly Line[]): Lead | undefined {
  const runs = line?.runs ?? [];
  const [first] = runs;
  if (!line || !first || first.font.math || !isMarked(first) || isTerm(line, below)) return undefined;
  const end = runs.findIndex((run, i) => i > 0 && !isAlike(run, first));
  const [last, next] = [runs[end - 1], runs[end]];
  if (!last || !next) return undefined;
  const title = textOf(runs.slice(0, end));
  const mark = markBetween(title, last, next);
  if (mark === undefined || !isTitle(title) || !beginsText(textOf(runs.slice(end)))) return undefined;
  const { bold, italic, smallCaps } = first.font;
  const level = levelOf(title);
  return { runs: end, title: withoutMark(title), style: [bold, italic, smallCaps, mark, level].join(' '), level };
}

/** The terms of a list stand to the left of its texts. */
function isTerm(line: Line, below: Line | undefined): boolean {
  return below !== undefined && isSameColumn(below, line) && below.box.left > line.box.left + 0.3 * line.size;
}

function beginsText(text: string): boolean {
  return /^[\p{Lu}\d$“"‘'([]/u.test(text.replace(/^[\s.:—–-]+/u, ''));
}

/** AMS classes print `2.1. Title. Text`, IEEE's the third level as `1) Title: text`. */
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

/** What stands between a heading and its text: a stop, a colon, a dash, or only space. */
function markBetween(title: string, last: PlacedRun, next: PlacedRun): string | undefined {
  const [own] = /[.:?—–]$/u.exec(title) ?? /^[.:—–]/u.exec(next.text.trim()) ?? [];
  if (own !== undefined) return own;
  return next.left - last.right > GAP * last.size ? 'space' : undefined;
}

function isTitle(title: string): boolean {
  const bare = title.replace(/^(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]|\d{1,2}(?:\.\d{1,2}){1,4}\.?)\s+/u, '');
  return (
    /^\p{Lu}/u.test(bare) &&
    /\p{L}{3}/u.test(bare) &&
    bare.split(/\s+/).length <= MOST_WORDS &&
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

function marked(one: Draft, { runs, title, level }: Lead): Draft[] {
  if (one.kind !== 'paragraph' && one.kind !== 'list') return [one];
  const [first, ...others] = one.lines;
  if (!first) return [one];
  const lead = makeLine(first.page, first.column, first.runs.slice(0, runs));
  const rest = makeLine(first.page, first.column, first.runs.slice(runs));
  if (level === undefined) {
    const line = { ...first, markdown: `**${lead.markdown.trim()}** ${rest.markdown}` };
    return [{ ...one, lines: [line, ...others] }];
  }
  const bare = (text: string) => text.replace(/^[\s.:—–-]+/u, '');
  const text = { ...rest, text: bare(rest.text), markdown: bare(rest.markdown) };
  return [
    { kind: 'heading', lines: [{ ...lead, text: title, markdown: withoutMark(lead.markdown) }], level },
    { kind: 'paragraph', lines: [text, ...others], indented: false },
  ];
}
