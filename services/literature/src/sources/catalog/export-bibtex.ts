import { SourceError } from '../source.ts';
import { field, NothingFoundError, type CatalogApi } from './api.ts';
import { lookUp } from './look-up.ts';

export interface BibtexExport {
  /** The entries. They have the requested order if the catalog uses the same codes. */
  readonly bibtex: string;
  /** Bibcodes that the catalog does not know. The catalog omits them without an error. */
  readonly missing: readonly string[];
}

/** Number of codes per call. */
const BATCH = 2000;

export async function exportBibtex(
  api: CatalogApi,
  bibcodes: readonly string[],
  signal: AbortSignal | undefined,
): Promise<BibtexExport> {
  const requested = [...new Set(bibcodes)];
  const entries = new Map<string, string>();
  for (let from = 0; from < requested.length; from += BATCH) {
    const text = JSON.stringify({ bibcode: requested.slice(from, from + BATCH) });
    for (const [key, entry] of entriesOf(await exported(api, text, signal))) entries.set(key, entry);
  }
  const unnamed = requested.filter((code) => !entries.has(code));
  const missing = await withoutAliases(api, unnamed, entries, signal);
  const rank = new Map(requested.map((code, index) => [code, index]));
  const ordered = [...entries].sort(
    ([a], [b]) => (rank.get(a) ?? requested.length) - (rank.get(b) ?? requested.length),
  );
  return { bibtex: ordered.map(([, entry]) => `${entry}\n`).join('\n'), missing };
}

async function exported(api: CatalogApi, text: string, signal: AbortSignal | undefined): Promise<string> {
  try {
    const bibtex = field(await api.post('/export/bibtex', {}, { type: 'application/json', text }, signal), 'export');
    if (typeof bibtex === 'string') return bibtex;
  } catch (error) {
    // The catalog knows none of these codes.
    if (error instanceof NothingFoundError) return '';
    throw error;
  }
  throw new SourceError('catalog', 'malformed_answer', 'the catalog returned an export without its text');
}

/** Splits BibTeX into entries by key. An entry begins at the start of a line. */
function entriesOf(bibtex: string): [string, string][] {
  return bibtex.split(/^(?=@\w+\s*\{)/m).flatMap((entry) => {
    const key = /^@\w+\s*\{\s*([^,\s]+)\s*,/.exec(entry)?.[1];
    return key === undefined ? [] : [[key, entry.trimEnd()] satisfies [string, string]];
  });
}

/** Removes old codes of papers that the catalog returned under their current codes. */
async function withoutAliases(
  api: CatalogApi,
  unnamed: readonly string[],
  entries: ReadonlyMap<string, string>,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  if (unnamed.length === 0 || entries.size === 0) return unnamed;
  try {
    const references = unnamed.map((value) => ({ kind: 'bibcode', value }) as const);
    const records = await lookUp(api, references, signal);
    const aliases = new Set(records.filter(({ bibcode }) => entries.has(bibcode)).flatMap((one) => one.formerBibcodes));
    return unnamed.filter((code) => !aliases.has(code));
  } catch (error) {
    // The returned entries are complete. A failure to identify the other codes must not lose these entries.
    if (error instanceof SourceError) return unnamed;
    throw error;
  }
}
