import { nameText, type ReadEntry, type Reference } from '@almagest/bibliography';
import { MAX_NOTE_CHARS, PAPER_LIMITS } from '@almagest/contracts/literature';

/** The maximum length of tag and collection names. */
export const MAX_NAME_CHARS = 200;
export const MAX_COLLECTION_DEPTH = 20;

/** The maximum length of an address or a file path. */
const MAX_ADDRESS_CHARS = 4_000;
/**
 * The maximum number of fields that are specific to the file's format. An export in the same format restores these
 * fields.
 */
const MAX_EXTRA_FIELDS = 200;

/** The fields with a single line of text, with the names that the report uses. */
const LINES = [
  ['container', 'the journal or book'],
  ['series', 'the series'],
  ['publisher', 'the publisher'],
  ['place', 'the place'],
  ['edition', 'the edition'],
  ['genre', 'the kind of thesis or report'],
  ['key', 'the key'],
  ['volume', 'the volume'],
  ['issue', 'the issue'],
  ['pages', 'the pages'],
  ['number', 'the number'],
  ['language', 'the language'],
  ['preprintClass', 'the class of the preprint'],
] as const;

/** The fields that are dropped if too long, because a cut value would mean something else. */
const WHOLE = [
  ['url', 'the address', MAX_ADDRESS_CHARS],
  ['isbn', 'the ISBN', PAPER_LIMITS.lineChars],
  ['issn', 'the ISSN', PAPER_LIMITS.lineChars],
] as const;

/**
 * Shortens an entry to the limits that apply to papers described by hand. Adds a warning for each text that was cut.
 */
export function shortenEntry(entry: ReadEntry): ReadEntry {
  if ('fault' in entry.outcome) return { ...entry, key: firstChars(entry.key, PAPER_LIMITS.lineChars) };
  const warnings = new Set<string>();
  const cutTo = (maxChars: number, what: string) => (text: string) => {
    if (text.length <= maxChars) return text;
    warnings.add(`${what} is longer than ${maxChars} characters and was cut`);
    return firstChars(text, maxChars);
  };
  const leaveOut = (maxChars: number, what: string) => (text: string) => {
    if (text.length <= maxChars) return text;
    warnings.add(`${what} is longer than ${maxChars} characters and was dropped`);
    return '';
  };
  const reference = shorten(entry.outcome.reference, { cutTo, leaveOut });
  if (reference.authors.length < entry.outcome.reference.authors.length)
    warnings.add(`it has more than ${PAPER_LIMITS.authors} authors. The others were dropped`);
  if (reference.collections.some((path) => path.length > MAX_COLLECTION_DEPTH))
    warnings.add(
      `a collection is nested more than ${MAX_COLLECTION_DEPTH} levels deep. The paper was added to its parent collection at that level`,
    );
  const fields = Object.keys(entry.outcome.reference.extra).length;
  if (fields > MAX_EXTRA_FIELDS)
    warnings.add(`it has ${fields} format-specific fields. Only the first ${MAX_EXTRA_FIELDS} were kept`);
  const key = firstChars(entry.key, PAPER_LIMITS.lineChars);
  return { ...entry, key, warnings: [...entry.warnings, ...warnings], outcome: { reference } };
}

type Name = Reference['authors'][number];
type Bound = (maxChars: number, what: string) => (text: string) => string;

function shorten(reference: Reference, bounds: { readonly cutTo: Bound; readonly leaveOut: Bound }): Reference {
  const { cutTo, leaveOut } = bounds;
  const { titleChars, lineChars, abstractChars, authors } = PAPER_LIMITS;
  const cutName = (name: Name): Name =>
    nameText(name).length > lineChars ? { literal: cutTo(lineChars, 'a name')(nameText(name)) } : name;
  return {
    ...reference,
    ...Object.fromEntries(LINES.map(([field, what]) => [field, cutTo(lineChars, what)(reference[field])])),
    ...Object.fromEntries(WHOLE.map(([field, what, maxChars]) => [field, leaveOut(maxChars, what)(reference[field])])),
    title: cutTo(titleChars, 'the title')(reference.title),
    abstract: cutTo(abstractChars, 'the abstract')(reference.abstract),
    authors: reference.authors.slice(0, authors).map(cutName),
    editors: reference.editors.map(cutName),
    keywords: reference.keywords.map(cutTo(lineChars, 'a keyword')),
    tags: reference.tags.map(cutTo(MAX_NAME_CHARS, 'a tag')),
    notes: reference.notes.map(cutTo(MAX_NOTE_CHARS, 'a note')),
    remark: cutTo(MAX_NOTE_CHARS, 'the remark')(reference.remark),
    files: reference.files.map((file) => ({
      path: leaveOut(MAX_ADDRESS_CHARS, 'the path of a file')(file.path),
      title: cutTo(lineChars, 'the title of a file')(file.title),
      type: cutTo(lineChars, 'the type of a file')(file.type),
    })),
    extra: Object.fromEntries(
      Object.entries(reference.extra)
        .slice(0, MAX_EXTRA_FIELDS)
        .map(([field, text]) => [field, leaveOut(MAX_NOTE_CHARS, `the field ${field.slice(0, 80)}`)(text)] as const)
        .filter(([, text]) => text !== ''),
    ),
    collections: reference.collections.map((path) => path.map(cutTo(MAX_NAME_CHARS, 'the name of a collection'))),
  };
}

/** Shortens the path of a collection to the allowed depth and the allowed length of names. */
export function shortenPath(path: readonly string[]): string[] {
  return path
    .map((name) => firstChars(name, MAX_NAME_CHARS))
    .filter((name) => name.trim() !== '')
    .slice(0, MAX_COLLECTION_DEPTH);
}

function firstChars(text: string, maxChars: number): string {
  return text.slice(0, maxChars).toWellFormed();
}
