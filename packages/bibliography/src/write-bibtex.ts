import { ENTRY_TYPES } from './bibtex-types.ts';
import { marksOf } from './bibtex-marks.ts';
import { groupName } from './bibtex-groups.ts';
import { monthName } from './dates.ts';
import { catalogAddress } from './identifiers.ts';
import { literalTex, REACHING_OUT, texOf } from './to-tex.ts';
import { fromTex } from './from-tex.ts';
import { readBibtexNames } from './bibtex-names.ts';
import { listOf } from './bibtex-parts.ts';
import { scriptsAsFormulas } from './plain-text.ts';
import { withoutSubtitle } from './subtitles.ts';
import { asciiTex } from './ascii-tex.ts';
import { macroOf } from './journal-macros.ts';
import { isOthers, type AttachedFile, type Name, type Reference } from './reference.ts';

type Field = readonly [name: string, value: string];

export interface BibtexChoice {
  /**
   * `macros` writes the names of the strings that `JOURNAL_STRINGS` defines. Journals without a macro keep their full
   * names.
   */
  readonly journals?: 'names' | 'macros' | undefined;
  /** `tex` writes accented letters and symbols as TeX commands. */
  readonly letters?: 'unicode' | 'tex' | undefined;
}

/**
 * Writes references as BibTeX. Each reference is one entry with its key. Formulas are kept. No value contains a command
 * that TeX would run.
 */
export function writeBibtex(references: readonly Reference[], choice: BibtexChoice = {}): string {
  return references.map((reference) => entryOf(reference, choice)).join('\n');
}

/**
 * Returns the catalog's entry under the user's citation key, with the user's own fields. The catalog's fields are
 * unchanged.
 */
export function withPersonalFields(entry: string, reference: Reference): string {
  const fields = personalFields(reference).filter(
    ([name, value]) => value !== '' && name !== 'abstract' && name !== 'keywords',
  );
  const body = entry
    .trimEnd()
    .replace(/^(@\w+\s{0,9}\{\s{0,9})[^,\s]+/, `$1${keyOf(reference).replaceAll('$', '$$$$')}`);
  if (fields.length === 0 || !body.endsWith('}')) return `${body}\n`;
  const before = body.slice(0, -1).trimEnd().replace(/,$/, '');
  return `${before},\n${fields.map(lineOf).join(',\n')}\n}\n`;
}

/** Fields whose values TeX does not interpret. */
const VERBATIM = new Set(['doi', 'eprint', 'url', 'adsurl', 'file', 'ids', 'primaryClass']);

function lineOf([name, value]: Field): string {
  return `${name.padStart(13)} = ${/^[a-z]{3}$/.test(value) && name === 'month' ? value : `{${value}}`}`;
}

function chosenLine([name, value]: Field, { journals, letters }: BibtexChoice): string {
  const macro = journals === 'macros' && name === 'journal' ? macroOf(fromTex(value)) : undefined;
  if (macro !== undefined) return `${name.padStart(13)} = ${macro}`;
  return lineOf([name, letters === 'tex' && !VERBATIM.has(name) ? asciiTex(value) : value]);
}

function entryOf(reference: Reference, choice: BibtexChoice): string {
  // Values that didn't fit their field are written again, such as a year `in press` or the identifier of another
  // archive.
  const read = [...mainFields(reference), ...identifierFields(reference)].filter(([, value]) => value !== '');
  const fields = [...read, ...personalFields(reference)];
  // A title that was changed already contains these parts.
  const stale = titleOf(reference) === reference.title ? ['subtitle', 'titleaddon'] : [];
  if (containerOf(reference) === reference.container) stale.push('journalsubtitle', 'booksubtitle');
  const names = new Set([...fields.map(([name]) => name.toLowerCase()), ...stale]);
  const kept = Object.entries(reference.extra).flatMap(([name, value]): Field[] => {
    const field = name.startsWith('bibtex:') ? name.slice('bibtex:'.length) : '';
    return /^[a-z][\w-]*$/.test(field) && !names.has(field) ? [[field, isSafe(value) ? value : texOf(value)]] : [];
  });
  const lines = [...fields, ...kept].filter(([, value]) => value !== '').map((field) => chosenLine(field, choice));
  return `@${typeFor(reference)}{${keyOf(reference)},\n${lines.join(',\n')}\n}\n`;
}

function typeFor({ type, genre, extra }: Reference): string {
  const own = extra['bibtex:@'] ?? '';
  if (/^[a-z][a-z0-9]*$/.test(own)) return own;
  if (type !== 'thesis') return ENTRY_TYPES[type];
  return genre === 'PhD thesis' ? 'phdthesis' : genre === "Master's thesis" ? 'mastersthesis' : 'thesis';
}

function keyOf({ key, bibcode, doi }: Reference): string {
  return safeKey(key || bibcode || doi || 'unnamed');
}

/** Replaces characters in a key that have a meaning in BibTeX. */
export function safeKey(key: string): string {
  return key.replaceAll(/[\s,={}()"#%'\\~]+/g, '_');
}

function mainFields(reference: Reference): Field[] {
  const { type, genre, date, pages } = reference;
  const publisher = type === 'thesis' ? 'school' : type === 'report' ? 'institution' : 'publisher';
  const container = type === 'chapter' || type === 'paper-conference' ? 'booktitle' : 'journal';
  const written = unchangedSource(reference);
  const isNamedGenre = type === 'thesis' && ['PhD thesis', "Master's thesis"].includes(genre);
  return [
    ['author', written('tex:authors', namesOf(reference.authors), texOfNames)],
    ['editor', written('tex:editors', namesOf(reference.editors), texOfNames)],
    ['title', inBraces(written('bibtex:title', valueOf(titleOf(reference))))],
    [container, written('tex:container', valueOf(containerOf(reference)))],
    ['series', written('tex:series', valueOf(reference.series))],
    ['year', date.slice(0, 4)],
    ['month', monthName(date)],
    ['day', String(Number(date.slice(8, 10)) || '')],
    ['volume', valueOf(reference.volume)],
    ['number', valueOf(reference.number || reference.issue)],
    ['pages', valueOf(pages).replace(/^([\w.:]+)-([\w.:]+)$/, '$1--$2')],
    ['edition', valueOf(reference.edition)],
    [publisher, written('tex:publisher', valueOf(reference.publisher))],
    ['address', written('tex:place', valueOf(reference.place))],
    ['type', isNamedGenre ? '' : valueOf(genre)],
    ['language', valueOf(reference.language)],
    ['note', written('tex:remark', valueOf(reference.remark))],
  ];
}

const extraText = ({ extra }: Reference, field: string) => fromTex(extra[`bibtex:${field}`] ?? '');

/** Returns the title without a subtitle that has its own field. */
function titleOf(reference: Reference): string {
  const [subtitle, addon] = [extraText(reference, 'subtitle'), extraText(reference, 'titleaddon')];
  return withoutSubtitle(reference.title, subtitle, addon) ?? reference.title;
}

function containerOf(reference: Reference): string {
  const subtitle = extraText(reference, 'journalsubtitle') || extraText(reference, 'booksubtitle');
  return withoutSubtitle(reference.container, subtitle) ?? reference.container;
}

/**
 * Returns a function that writes the original TeX of a part with unknown commands. The function returns the part's
 * value instead if `read` of the original TeX yields another value, because the part was changed.
 */
function unchangedSource({ extra }: Reference) {
  return (part: string, value: string, read = (source: string) => valueOf(fromTex(source))): string => {
    const source = extra[part] ?? '';
    return source !== '' && isSafe(source) && read(source) === value ? source : value;
  };
}

/** Puts a title in braces, which keep the title's capitals. Titles in braces and empty titles are not changed. */
function inBraces(tex: string): string {
  const isInBraces = tex.startsWith('{') && tex.endsWith('}') && isSafe(tex.slice(1, -1));
  return tex === '' || isInBraces ? tex : `{${tex}}`;
}

const texOfNames = (source: string) => namesOf(readBibtexNames(source));

function identifierFields({ doi, preprintId, preprintClass, bibcode, isbn, issn, url }: Reference): Field[] {
  return [
    ['doi', verbatim(doi)],
    ['eprint', verbatim(preprintId)],
    ['archivePrefix', preprintId === '' ? '' : 'arXiv'],
    ['primaryClass', verbatim(preprintClass)],
    ['isbn', valueOf(isbn)],
    ['issn', valueOf(issn)],
    ['url', verbatim(url)],
    ['adsurl', bibcode === '' ? '' : verbatim(catalogAddress(bibcode))],
  ];
}

function personalFields(reference: Reference): Field[] {
  const { abstract, keywords, tags, notes, files, collections } = reference;
  const written = unchangedSource(reference);
  return [
    ['abstract', written('tex:abstract', valueOf(abstract))],
    ['keywords', written('tex:keywords', listed([...keywords, ...tags]), (source) => listed(listOf(fromTex(source))))],
    ['mendeley-tags', listed(tags)],
    ...notes.map((note, place): Field => [place === 0 ? 'annote' : `annote${place + 1}`, paragraphsOf(note)]),
    ['file', files.map(fileOf).join(';')],
    ['groups', [...new Set(collections.map((path) => groupName(path.at(-1) ?? '')))].join(',')],
    ...marksOf(reference),
  ];
}

function paragraphsOf(note: string): string {
  // In a damaged file, an `@` at the start of a line would begin an entry.
  const line = (text: string) => apart(literalTex(text)).replace(/^@/, '{}@');
  const linesOf = (paragraph: string) => paragraph.split('\n').map(line).join('\\\\\n');
  return note
    .split(/\n{2,}/)
    .map(linesOf)
    .join('\n\n');
}

/** Writes text as a value. Superscripts and subscripts become formulas, because BibTeX would print the tags. */
function valueOf(text: string): string {
  return apart(texOf(scriptsAsFormulas(text)));
}

/** Separates hyphens and quotes that TeX would combine. */
function apart(tex: string): string {
  if (!/--|''|``/.test(tex)) return tex;
  return tex.replaceAll(/-(?=-)/g, '-{}').replaceAll(/(['`])(?=\1)/g, '$1{}');
}

function listed(given: readonly string[]): string {
  // A semicolon always separates two keywords.
  const words = given.flatMap((word) => word.split(';').map((part) => part.trim())).filter((word) => word !== '');
  if (words.length === 0) return '';
  const hasComma = words.some((word) => word.includes(','));
  return valueOf(hasComma ? `${words.join('; ')};` : words.join(', '));
}

/** Braces keep particles and collaboration names together. */
function namesOf(names: readonly Name[]): string {
  const known = names.filter((name) => !isOthers(name)).map(nameOf);
  return [...known, ...(known.length < names.length ? ['others'] : [])].join(' and ');
}

function nameOf(name: Name): string {
  if ('literal' in name) return `{${valueOf(name.literal)}}`;
  const { family, given, suffix = '' } = name;
  return [`{${valueOf(family)}}`, ...(suffix === '' ? [] : [`{${valueOf(suffix)}}`]), braced(given)]
    .filter((part) => part !== '')
    .join(', ');
}

/**
 * Returns given names. They are in braces if BibTeX would read a comma or `and` in them as the start of another name.
 */
function braced(given: string): string {
  const tex = valueOf(given);
  return /,|\sand\s|^and\s|\sand$/i.test(given) ? `{${tex}}` : tex;
}

/** Returns a value that BibTeX and its styles don't interpret. Percent-encodes characters that would end the value. */
function verbatim(text: string): string {
  // Several addresses in one field stay separate.
  return text.replaceAll(/\s(?!https?:)|[{}\\]/g, (sign) => encodeURIComponent(sign));
}

function fileOf({ path, title, type }: AttachedFile): string {
  return [title, path, type].map((part) => verbatimPath(part)).join(':');
}

function verbatimPath(part: string): string {
  return part.replaceAll(/[{}]/g, '').replaceAll(/[\\:;]/g, String.raw`\$&`);
}

/** Returns whether a raw TeX value may be written again. The value must not end early or run anything. */
function isSafe(value: string): boolean {
  let depth = 0;
  for (const sign of value) {
    depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth === 0 && !REACHING_OUT.test(value);
}
