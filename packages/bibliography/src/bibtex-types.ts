import type { ReferenceType } from './reference.ts';

/** Types of BibTeX and biblatex, and types that other programs add. */
const TYPES: Readonly<Record<string, ReferenceType>> = {
  article: 'article-journal',
  periodical: 'article-magazine',
  newspaper: 'article-newspaper',
  book: 'book',
  mvbook: 'book',
  booklet: 'book',
  collection: 'book',
  proceedings: 'book',
  manual: 'document',
  inbook: 'chapter',
  incollection: 'chapter',
  inreference: 'entry-encyclopedia',
  inproceedings: 'paper-conference',
  conference: 'paper-conference',
  phdthesis: 'thesis',
  mastersthesis: 'thesis',
  thesis: 'thesis',
  techreport: 'report',
  report: 'report',
  dataset: 'dataset',
  data: 'dataset',
  software: 'software',
  online: 'webpage',
  electronic: 'webpage',
  www: 'webpage',
  unpublished: 'manuscript',
  patent: 'patent',
  standard: 'standard',
  talk: 'speech',
  misc: 'document',
};

export function typeOf(entryType: string): ReferenceType | undefined {
  return Object.hasOwn(TYPES, entryType) ? TYPES[entryType] : undefined;
}

/** The entry type for each reference type. Prefers types that plain BibTeX styles know. */
export const ENTRY_TYPES: Readonly<Record<ReferenceType, string>> = {
  article: 'misc',
  'article-journal': 'article',
  'article-magazine': 'periodical',
  'article-newspaper': 'newspaper',
  book: 'book',
  chapter: 'incollection',
  dataset: 'dataset',
  document: 'misc',
  'entry-encyclopedia': 'inreference',
  manuscript: 'unpublished',
  'paper-conference': 'inproceedings',
  patent: 'patent',
  report: 'techreport',
  software: 'software',
  speech: 'talk',
  standard: 'standard',
  thesis: 'phdthesis',
  webpage: 'online',
};
