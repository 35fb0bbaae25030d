import type { SearchSort } from '@almagest/contracts/literature';
import type { PaperReference } from '../../domain/papers/paper-reference.ts';
import type { SourceRecord } from '../../domain/papers/source-record.ts';
import type { FoundRecords, LiteratureSource, Page } from '../source.ts';
import { CatalogApi, type CatalogOptions } from './api.ts';
import { RECORD_FIELDS, recordsOf } from './documents.ts';
import { exportBibtex, type BibtexExport } from './export-bibtex.ts';
import { fullTextLinks, type FullTextLink } from './full-text-links.ts';
import { citationLists, type CitationLists } from './linked-papers.ts';
import { readLibrary, type CatalogLibrary } from './libraries.ts';
import { lookUp } from './look-up.ts';
import { searchPages } from './search-pages.ts';

/** Each order has the bibcode as second key, so that pages neither overlap nor leave gaps. */
const SORTS: Readonly<Record<SearchSort, string>> = {
  relevance: 'score desc,bibcode desc',
  date_desc: 'date desc,bibcode desc',
  date_asc: 'date asc,bibcode desc',
  citations_desc: 'citation_count desc,bibcode desc',
};

/** Larger pages of records with abstracts exceed the catalog's own time limit. */
const RECORDS_PER_CALL = 1000;

export class Catalog implements LiteratureSource {
  readonly source = 'catalog';
  readonly host: string;
  readonly #api: CatalogApi;

  constructor(options: CatalogOptions) {
    this.host = new URL(options.baseUrl).host;
    this.#api = new CatalogApi(options);
  }

  async search(query: string, { start, rows, sort }: Page, signal?: AbortSignal): Promise<FoundRecords> {
    const request = { q: query, fields: RECORD_FIELDS, sort: SORTS[sort], pageRows: RECORDS_PER_CALL };
    const { documents, total } = await searchPages(this.#api, request, { start, rows }, signal);
    return { records: await recordsOf(documents), consumed: documents.length, total };
  }

  async count(query: string, signal?: AbortSignal): Promise<number> {
    const request = { q: query, fields: 'bibcode', sort: SORTS.relevance, pageRows: 0 };
    return (await searchPages(this.#api, request, { start: 0, rows: 0 }, signal)).total;
  }

  async lookUp(references: readonly PaperReference[], signal?: AbortSignal): Promise<SourceRecord[]> {
    return await lookUp(this.#api, references, signal);
  }

  async readLibrary(id: string, signal?: AbortSignal): Promise<CatalogLibrary> {
    return await readLibrary(this.#api, id, signal);
  }

  async exportBibtex(bibcodes: readonly string[], signal?: AbortSignal): Promise<BibtexExport> {
    return await exportBibtex(this.#api, bibcodes, signal);
  }

  async citationLists(bibcode: string, signal?: AbortSignal): Promise<CitationLists> {
    return await citationLists(this.#api, bibcode, signal);
  }

  async fullTextLinks(bibcode: string, signal?: AbortSignal): Promise<FullTextLink[]> {
    return await fullTextLinks(this.#api, bibcode, signal);
  }
}
