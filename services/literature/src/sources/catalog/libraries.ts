import { isBibcode } from '../../domain/papers/paper-reference.ts';
import { SourceError } from '../source.ts';
import { field, NothingFoundError, type CatalogApi } from './api.ts';

export interface CatalogLibrary {
  readonly name: string;
  readonly bibcodes: readonly string[];
}

const ROWS = 500;

/** Maximum number of pages to read. The catalog has no larger libraries. */
const MAX_PAGES = 100;

/** Maximum number of attempts to read a library that changes during the reading. */
const READINGS = 3;

/** Reads a whole library. The library must be public or belong to the owner of the API key. */
export async function readLibrary(
  api: CatalogApi,
  id: string,
  signal: AbortSignal | undefined,
): Promise<CatalogLibrary> {
  for (let reading = 1; reading <= READINGS; reading += 1) {
    const library = await readOnce(api, id, signal);
    if (library !== undefined) return library;
  }
  throw new SourceError('catalog', 'unavailable', `the library ${id} changes too often to be read. Try again later`);
}

/** Reads a library once. Returns undefined if the library changed between two pages. */
async function readOnce(
  api: CatalogApi,
  id: string,
  signal: AbortSignal | undefined,
): Promise<CatalogLibrary | undefined> {
  const bibcodes = new Set<string>();
  let first: Page | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const now = await readPage(api, id, page * ROWS, signal);
    first ??= now;
    if (now.state !== first.state) return undefined;
    for (const bibcode of now.bibcodes) bibcodes.add(bibcode);
    if (now.bibcodes.length < ROWS) break;
  }
  return { name: first?.name ?? id, bibcodes: [...bibcodes] };
}

interface Page {
  readonly name: string;
  readonly bibcodes: readonly string[];
  /** Changes with every change of the library. */
  readonly state: string;
}

async function readPage(api: CatalogApi, id: string, start: number, signal: AbortSignal | undefined): Promise<Page> {
  const params = { start: `${start}`, rows: `${ROWS}`, fl: 'bibcode' };
  try {
    const answer = await api.get(`/biblib/libraries/${id}`, params, signal);
    const [metadata, documents] = [field(answer, 'metadata'), field(answer, 'documents')];
    if (!Array.isArray(documents))
      throw new SourceError('catalog', 'malformed_answer', 'the catalog returned no list of a library');
    const [name, changed, count] = ['name', 'date_last_modified', 'num_documents'].map((one) => field(metadata, one));
    return {
      name: typeof name === 'string' && name.trim() !== '' ? name.trim() : id,
      bibcodes: documents.filter((one): one is string => typeof one === 'string' && isBibcode(one)),
      state: JSON.stringify([changed, count]),
    };
  } catch (error) {
    if (!(error instanceof NothingFoundError)) throw error;
    const message = `SciX has no library ${id}, or the key of this service may not read it. Make it public, or check its id`;
    throw new SourceError('catalog', 'unauthorized', message);
  }
}
