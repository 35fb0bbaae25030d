import type { Origin, SourceRecord } from './source-record.ts';

/** A paper's metadata, merged from the records of its sources. */
interface PaperMetadata {
  readonly bibcode: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: string;
  readonly date: string;
  readonly pubJournal: string;
  readonly keywords: readonly string[];
  readonly abstract: string;
  readonly doi: string;
  readonly preprintId: string;
  readonly citationCount: number;
  readonly referenceCount: number;
  readonly doctype: string;
}

/** Values that a person chose while merging papers. They take precedence over all records. */
export type ChosenValues = Partial<
  Pick<PaperMetadata, 'title' | 'authors' | 'year' | 'date' | 'pubJournal' | 'doi' | 'preprintId'>
>;

/** The source of each field. A field with a chosen value has no source. */
export type Provenance = Readonly<Partial<Record<keyof PaperMetadata, Origin>>>;

export interface MergedPaper {
  readonly metadata: PaperMetadata;
  readonly provenance: Provenance;
}

export function withChosen({ metadata, provenance }: MergedPaper, chosen: ChosenValues): MergedPaper {
  const told = Object.entries(provenance).filter(([field]) => !Object.hasOwn(chosen, field));
  return { metadata: { ...metadata, ...chosen }, provenance: Object.fromEntries(told) };
}

/**
 * Merges the records of one paper. The catalog's values take precedence, then the preprint server's, then the user's.
 */
export function mergeRecords(records: readonly SourceRecord[]): MergedPaper {
  const ranked = records.toSorted((a, b) => RANK[a.source] - RANK[b.source]);
  const [first] = ranked;
  if (first === undefined) throw new Error('a paper without any record');
  const provenance: Partial<Record<keyof PaperMetadata, Origin>> = {};
  const pick = <T>(field: keyof PaperMetadata, read: (record: SourceRecord) => T, isGap: (value: T) => boolean): T => {
    const teller = ranked.find((record) => !isGap(read(record)));
    if (teller !== undefined) provenance[field] = teller.source;
    return read(teller ?? first);
  };
  const noText = (text: string) => text === '';
  const none = (list: readonly string[]) => list.length === 0;
  const zero = (count: number) => count === 0;
  const metadata: PaperMetadata = {
    bibcode: pick('bibcode', ({ bibcode }) => bibcode, noText),
    title: pick('title', ({ title }) => title, noText),
    authors: pick('authors', ({ authors }) => authors, none),
    year: pick('year', ({ year }) => year, noText),
    date: pick('date', ({ date }) => date, noText),
    pubJournal: pick('pubJournal', ({ pubJournal }) => pubJournal, noText),
    keywords: pick('keywords', ({ keywords }) => keywords, none),
    abstract: pick('abstract', ({ abstract }) => abstract, noText),
    doi: pick('doi', ({ dois }) => dois[0] ?? '', noText),
    preprintId: pick('preprintId', ({ preprintId }) => preprintId, noText),
    citationCount: pick('citationCount', ({ citationCount }) => citationCount, zero),
    referenceCount: pick('referenceCount', ({ referenceCount }) => referenceCount, zero),
    doctype: pick('doctype', ({ doctype }) => doctype, noText),
  };
  return { metadata, provenance };
}

const RANK: Readonly<Record<Origin, number>> = { catalog: 0, preprint: 1, user: 2 };
