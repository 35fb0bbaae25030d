import { fromTex } from './from-tex.ts';
import type { Name, ReadEntry, Reference } from './reference.ts';

const FORMULA = /\$[^$]*\$/g;
const COMMAND = /\\(?:[a-zA-Z]{2,}|["'`^~=.][a-zA-Z{\\]|[a-zA-Z]\{|[&%#_$])/;

/**
 * Converts TeX in the titles, names and keywords of a format that isn't TeX. The catalog and converters of BibTeX files
 * leave TeX there.
 */
export function withoutStrayTex(entry: ReadEntry): ReadEntry {
  if ('fault' in entry.outcome) return entry;
  return { ...entry, outcome: { reference: cleaned(entry.outcome.reference) } };
}

function cleaned(reference: Reference): Reference {
  const { title, container, series, authors, editors, keywords } = reference;
  return {
    ...reference,
    title: plain(title),
    container: plain(container),
    series: plain(series),
    authors: authors.map(cleanedName),
    editors: editors.map(cleanedName),
    keywords: keywords.map(plain),
  };
}

function cleanedName(name: Name): Name {
  if ('literal' in name) return { literal: plain(name.literal) };
  return { ...name, family: plain(name.family), given: plain(name.given) };
}

function plain(text: string): string {
  // Fast path: most texts have no backslash.
  if (!text.includes('\\') || !COMMAND.test(text.replaceAll(FORMULA, ''))) return text;
  return fromTex(text);
}
