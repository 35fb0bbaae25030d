import { nameText, type ReadEntry, type Reference } from '@almagest/bibliography';
import { MAX_NOTE_CHARS, PAPER_LIMITS } from '@almagest/contracts/literature';

/** Of a tag and of a collection, as people may name them. */
const MAX_NAME_CHARS = 200;
const MAX_COLLECTION_DEPTH = 20;

/** Fields of one line, as the report names them. Identifiers and addresses are not cut: a part of one names something else. */
const LINES = [
  ['container', 'the journal or book'],
  ['series', 'the series'],
  ['publisher', 'the publisher'],
  ['place', 'the place'],
  ['edition', 'the edition'],
  ['genre', 'the kind of thesis or report'],
] as const;

/** An entry within the limits of papers that are described by hand, with a warning for each kind of text that was cut. */
export function shortenEntry(entry: ReadEntry): ReadEntry {
  if ('fault' in entry.outcome) return entry;
  const warnings = new Set<string>();
  const cutTo = (maxChars: number, what: string) => (text: string) => {
    if (text.length <= maxChars) return text;
    warnings.add(`${what} is longer than ${maxChars} characters and was cut`);
    return firstChars(text, maxChars);
  };
  const reference = shorten(entry.outcome.reference, cutTo);
  if (reference.authors.length < entry.outcome.reference.authors.length)
    warnings.add(`it has more than ${PAPER_LIMITS.authors} authors; the others were left out`);
  if (reference.collections.some((path) => path.length > MAX_COLLECTION_DEPTH))
    warnings.add(`a collection lies more than ${MAX_COLLECTION_DEPTH} deep; the paper is in the one at that depth`);
  return { ...entry, warnings: [...entry.warnings, ...warnings], outcome: { reference } };
}

type Name = Reference['authors'][number];
type CutTo = (maxChars: number, what: string) => (text: string) => string;

function shorten(reference: Reference, cutTo: CutTo): Reference {
  const { titleChars, lineChars, abstractChars, authors } = PAPER_LIMITS;
  const cutName = (name: Name): Name =>
    nameText(name).length > lineChars ? { literal: cutTo(lineChars, 'a name')(nameText(name)) } : name;
  return {
    ...reference,
    ...Object.fromEntries(LINES.map(([field, what]) => [field, cutTo(lineChars, what)(reference[field])])),
    title: cutTo(titleChars, 'the title')(reference.title),
    abstract: cutTo(abstractChars, 'the abstract')(reference.abstract),
    authors: reference.authors.slice(0, authors).map(cutName),
    editors: reference.editors.map(cutName),
    keywords: reference.keywords.map(cutTo(lineChars, 'a keyword')),
    tags: reference.tags.map(cutTo(MAX_NAME_CHARS, 'a tag')),
    notes: reference.notes.map(cutTo(MAX_NOTE_CHARS, 'a note')),
    collections: reference.collections.map((path) => path.map(cutTo(MAX_NAME_CHARS, 'the name of a collection'))),
  };
}

/** The path of a collection, as far as it is kept. */
export function shortenPath(path: readonly string[]): string[] {
  return path
    .map((name) => firstChars(name, MAX_NAME_CHARS))
    .filter((name) => name.trim() !== '')
    .slice(0, MAX_COLLECTION_DEPTH);
}

function firstChars(text: string, maxChars: number): string {
  return text.slice(0, maxChars).toWellFormed();
}
