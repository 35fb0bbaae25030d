import { catalogMarkup, linearText, parseTex } from '../article/tex.ts';
import { bulkPapers } from './bulk-papers.ts';
import { alternateBibcodes, bibcodeOf, doisOf } from './identifiers.ts';
import type { Paper } from './paper.ts';
import { COMPACT_STAR_PAPERS } from './papers-compact-stars.ts';
import { COOL_STAR_PAPERS } from './papers-cool-stars.ts';
import { HOT_STAR_PAPERS } from './papers-hot-stars.ts';
import { METHODS_PAPERS } from './papers-methods.ts';
import { PECULIAR_STAR_PAPERS } from './papers-peculiar-stars.ts';

export const WRITTEN_PAPERS: readonly Paper[] = [
  ...METHODS_PAPERS,
  ...HOT_STAR_PAPERS,
  ...COMPACT_STAR_PAPERS,
  ...COOL_STAR_PAPERS,
  ...PECULIAR_STAR_PAPERS,
];

/** A paper with its references and citations. */
export interface Entry {
  readonly paper: Paper;
  /** The catalog sorts equal results by this number. */
  readonly recordId: number;
  readonly bibcode: string;
  readonly alternates: readonly string[];
  readonly dois: readonly string[];
  readonly references: readonly Entry[];
  readonly citations: readonly Entry[];
}

interface GrowingEntry extends Entry {
  readonly references: Entry[];
  readonly citations: Entry[];
}

/** Contains all papers that the stand-ins know. */
export class Library {
  readonly entries: readonly Entry[];
  readonly #byIdentifier = new Map<string, Entry>();
  readonly #byPreprint = new Map<string, Entry>();
  readonly #byKey = new Map<string, GrowingEntry>();

  constructor(bulk: number) {
    const entries = [...WRITTEN_PAPERS, ...bulkPapers(bulk)].map((paper, index) => entryOf(paper, index));
    for (const entry of entries) this.#index(entry);
    for (const entry of entries) {
      for (const key of entry.paper.cites) {
        const cited = this.#byKey.get(key);
        if (cited === undefined) throw new Error(`${entry.paper.key} cites ${key}, which does not exist`);
        entry.references.push(cited);
        cited.citations.push(entry);
      }
    }
    this.entries = entries;
  }

  /** Finds a paper by bibcode, old bibcode, DOI or preprint id, with or without `arXiv:`, ignoring case. */
  byIdentifier(identifier: string): Entry | undefined {
    return this.#byIdentifier.get(identifier.toLowerCase());
  }

  /** Finds a paper by preprint id without version. */
  byPreprint(id: string): Entry | undefined {
    return this.#byPreprint.get(id);
  }

  byKey(key: string): Entry {
    const entry = this.#byKey.get(key);
    if (entry === undefined) throw new Error(`no paper ${key}`);
    return entry;
  }

  #index(entry: GrowingEntry): void {
    if (this.#byKey.has(entry.paper.key)) throw new Error(`there are two papers ${entry.paper.key}`);
    this.#byKey.set(entry.paper.key, entry);
    for (const identifier of identifiersOf(entry)) this.#byIdentifier.set(identifier.toLowerCase(), entry);
    const { preprint } = entry.paper;
    if (preprint !== undefined) {
      this.#byPreprint.set(preprint.id, entry);
      this.#byIdentifier.set(preprint.id.toLowerCase(), entry);
    }
  }
}

function entryOf(paper: Paper, index: number): GrowingEntry {
  const codes = { bibcode: bibcodeOf(paper), alternates: alternateBibcodes(paper), dois: doisOf(paper) };
  return { paper, recordId: 9_000_001 + index, ...codes, references: [], citations: [] };
}

/** Returns the catalog's `identifier` field. */
export function identifiersOf({ bibcode, alternates, dois, paper }: Entry): string[] {
  const preprint = paper.preprint === undefined ? [] : [`arXiv:${paper.preprint.id}`];
  return [bibcode, ...alternates, ...dois, ...preprint];
}

/** Replaces each formula in a text by the result of `write`. */
export function withFormulas(text: string, write: (tex: string) => string): string {
  return text.replace(/\$([^$]+)\$/g, (_, tex: string) => write(tex));
}

/** Returns a title or abstract with `<SUB>` and `<SUP>`, as in the catalog. */
export function asCatalogText(text: string): string {
  return withFormulas(text, (tex) => catalogMarkup(parseTex(tex)));
}

/** Returns a title or abstract without markup. */
export function asPlainText(text: string): string {
  return withFormulas(text, (tex) => linearText(parseTex(tex)))
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&');
}
