import { MARK } from './translation-request.ts';
import type { GlossaryEntry } from './glossary-file.ts';

/** A term in the form that occurs in a text, such as "stellar atmospheres" for the entry "stellar atmosphere". */
export interface FoundTerm extends GlossaryEntry {
  readonly form: string;
}

/** A glossary that is prepared for searching texts. Maps the first word of each entry to the entries. */
export type Glossary = ReadonlyMap<string, readonly IndexedEntry[]>;

interface IndexedEntry extends GlossaryEntry {
  readonly words: readonly string[];
}

interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu;

/** Matches the text between two words of a term: a blank, a hyphen or marks of emphasis, but not a mask. */
const BETWEEN = /^[ \u00A0\u2010\u2011*-]{1,3}$/;

export function indexGlossary(entries: readonly GlossaryEntry[]): Glossary {
  const index = new Map<string, IndexedEntry[]>();
  for (const entry of entries) {
    const words = wordsOf(entry.term).map(({ text }) => keyOf(text));
    const [first = ''] = words;
    index.set(first, [...(index.get(first) ?? []), { ...entry, words }]);
  }
  return index;
}

/**
 * Finds the terms of a glossary in a text with masks. If terms overlap, keeps the term that begins first. If several
 * begin there, keeps the longest.
 */
export function findTerms(text: string, glossary: Glossary): FoundTerm[] {
  const hidden = text.replaceAll(MARK, (mark) => '\n'.repeat(mark.length));
  const words = wordsOf(hidden);
  const found = new Map<string, FoundTerm>();
  for (let at = 0; at < words.length;) {
    const entry = entryAt(words, at, hidden, glossary);
    const last = words[at + (entry?.words.length ?? 1) - 1];
    if (entry !== undefined && last !== undefined) {
      const form = hidden.slice(words[at]?.from, last.to).replaceAll('*', '');
      found.set(form.toLowerCase(), { term: entry.term, translation: entry.translation, form });
    }
    at += entry?.words.length ?? 1;
  }
  return [...found.values()];
}

export function missingTerms(found: readonly FoundTerm[], answer: string): FoundTerm[] {
  const text = comparable(answer.replaceAll(MARK, ''));
  return found.filter(({ translation }) => !text.includes(comparable(translation)));
}

/** Returns a hash of the found terms, so that changes to other parts of the glossary do not change the version. */
export function glossaryVersion(found: readonly FoundTerm[]): string {
  return [...new Set(found.map(({ term, translation }) => JSON.stringify([term, translation])))].toSorted().join();
}

function entryAt(words: readonly Word[], at: number, text: string, glossary: Glossary): IndexedEntry | undefined {
  const candidates = keysOf(words[at]?.text ?? '').flatMap((key) => glossary.get(key) ?? []);
  const fits = ({ words: wanted }: IndexedEntry) =>
    wanted.every((key, index) => {
      const word = words[at + index];
      const before = words[at + index - 1];
      if (word === undefined || !keysOf(word.text).includes(key)) return false;
      return index === 0 || before === undefined || BETWEEN.test(text.slice(before.to, word.from));
    });
  return candidates.toSorted((a, b) => b.words.length - a.words.length).find(fits);
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ text: word, from: index, to: index + word.length }));
}

/**
 * Matches an acronym or a symbol. Their case matters: "NLTE" is not "nlte", and the "II" in an H II region is not "ii".
 */
const ACRONYM = /^\p{N}*\p{Lu}[\p{Lu}\p{N}]*s?$/u;

function keyOf(word: string): string {
  return ACRONYM.test(word) ? word.replace(/s$/, '') : singular(word.toLowerCase());
}

/**
 * Returns the forms under which a glossary may list a word. A word in capitals may be an acronym or an ordinary word.
 */
function keysOf(word: string): string[] {
  const lower = singular(word.toLowerCase());
  return ACRONYM.test(word) ? [word.replace(/s$/, ''), lower] : [lower];
}

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    analyses: 'analysis',
    axes: 'axis',
    continua: 'continuum',
    criteria: 'criterion',
    data: 'datum',
    indices: 'index',
    matrices: 'matrix',
    maxima: 'maximum',
    minima: 'minimum',
    nuclei: 'nucleus',
    phenomena: 'phenomenon',
    radii: 'radius',
    spectra: 'spectrum',
    vertices: 'vertex',
  }),
);

/**
 * Returns an approximate English singular. The result is only compared with other results, so it need not be a word.
 */
function singular(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2).replace(/(?<=s)e?$/, '');
  if (/(?:nov|nebul|formul|lacun)ae$/.test(word)) return word.slice(0, -1);
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
}

function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s*]+/g, '')
    .toLowerCase();
}
