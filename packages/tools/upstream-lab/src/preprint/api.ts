import type { Exchange, Reply } from '../server/exchange.ts';
import type { LabWorld } from '../world.ts';
import { currentFeed, errorFeed, legacyFeed, updatedOf } from './feed.ts';
import { type PreprintEntry, preprintsOf, scoreOf } from './matching.ts';
import { parsePreprintQuery, PreprintQueryError } from './query-language.ts';

const MAX_RESULTS = 2000;
/** The largest value of `start + max_results`. */
const MAX_WINDOW = 30_000;
const SORTS = ['relevance', 'lastUpdatedDate', 'submittedDate'];
const SORT_ORDERS = ['ascending', 'descending'];
const ID = /^(?:\d{4}\.\d{4,5}|[a-z]+(?:-[a-z]+)*(?:\.[A-Z]{2})?\/\d{7})(?:v[1-9]\d*)?$/;

interface Found {
  readonly entry: PreprintEntry;
  readonly version: number;
  readonly score: number;
}

/** Answers `GET|POST /api/query`. */
export function answerQuery(exchange: Exchange, world: LabWorld): Reply {
  const form = exchange.method === 'POST' ? new URLSearchParams(exchange.body) : exchange.url.searchParams;
  const now = new Date();
  try {
    const request = readRequest(form);
    const found = find(request, world);
    const shown = listed(found.slice(request.start, request.start + request.maxResults), exchange.fault?.kind);
    const line = `search_query=${request.searchQuery}&id_list=${request.ids.join(',')}&start=${request.start}&max_results=${request.maxResults}`;
    const results = {
      line,
      total: found.length,
      start: request.start,
      perPage: request.maxResults,
      entries: shown,
      now,
    };
    return atom(world.settings.atom === 'legacy' ? legacyFeed(results) : currentFeed(results), 200);
  } catch (error) {
    if (!(error instanceof PreprintQueryError)) throw error;
    return atom(errorFeed(error.message, now), world.settings.atom === 'legacy' ? 200 : 400);
  }
}

function listed(page: readonly Found[], fault: string | undefined): readonly Found[] {
  if (fault === 'empty_page') return [];
  const [first] = page;
  return fault === 'repeated_entry' && first !== undefined ? page.map((one, at) => (at === 1 ? first : one)) : page;
}

interface QueryRequest {
  readonly searchQuery: string;
  readonly ids: readonly string[];
  readonly start: number;
  readonly maxResults: number;
  readonly sortBy: string;
  readonly ascending: boolean;
}

function readRequest(form: URLSearchParams): QueryRequest {
  const searchQuery = form.get('search_query') ?? '';
  const ids = (form.get('id_list') ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  const [start, maxResults] = [natural(form, 'start', 0), natural(form, 'max_results', 10)];
  const sortBy = form.get('sortBy') || 'relevance';
  const sortOrder = form.get('sortOrder') || 'descending';
  if (!SORTS.includes(sortBy)) throw new PreprintQueryError(`sortBy must be in: ${SORTS.join(', ')}`);
  if (!SORT_ORDERS.includes(sortOrder)) throw new PreprintQueryError(`sortOrder must be in: ${SORT_ORDERS.join(', ')}`);
  const wrong = ids.find((id) => !ID.test(id));
  if (wrong !== undefined) throw new PreprintQueryError(`incorrect id format for ${wrong}`);
  if (searchQuery.trim() === '' && ids.length === 0)
    throw new PreprintQueryError('search_query or id_list must be given');
  if (maxResults > MAX_RESULTS) throw new PreprintQueryError(`max_results must not be greater than ${MAX_RESULTS}`);
  if (start + maxResults > MAX_WINDOW)
    throw new PreprintQueryError(`start + max_results must not be greater than ${MAX_WINDOW}`);
  return { searchQuery, ids, start, maxResults, sortBy, ascending: sortOrder === 'ascending' };
}

function natural(form: URLSearchParams, name: string, fallback: number): number {
  const text = form.get(name);
  if (text === null || text === '') return fallback;
  if (!/^-?\d+$/.test(text)) throw new PreprintQueryError(`${name} must be an integer`);
  if (Number(text) < 0) throw new PreprintQueryError(`${name} must be non-negative`);
  return Number(text);
}

function find(request: QueryRequest, world: LabWorld): Found[] {
  const all = preprintsOf(world.library);
  const named =
    request.ids.length === 0 ? all.map((entry) => ({ entry, version: latest(entry) })) : byIds(request.ids, all);
  const query = request.searchQuery.trim() === '' ? undefined : parsePreprintQuery(request.searchQuery);
  const found = named
    .map(({ entry, version }) => ({ entry, version, score: query === undefined ? 1 : scoreOf(query, entry) }))
    .filter(({ score }) => score > 0);
  // A list of ids without a query keeps its order.
  return query === undefined && request.sortBy === 'relevance' ? found : found.sort(orderOf(request));
}

/** Finds papers by id. Drops unknown papers and versions silently, like the real server. */
function byIds(ids: readonly string[], all: readonly PreprintEntry[]): { entry: PreprintEntry; version: number }[] {
  return ids.flatMap((named) => {
    const [, id = '', version] = /^(.*?)(?:v(\d+))?$/.exec(named.replace(/\.[A-Z]{2}\//, '/')) ?? [];
    const entry = all.find(({ preprint }) => preprint.id === id);
    if (entry === undefined || Number(version ?? 1) > latest(entry)) return [];
    return [{ entry, version: version === undefined ? latest(entry) : Number(version) }];
  });
}

function orderOf({ sortBy, ascending }: QueryRequest): (a: Found, b: Found) => number {
  const sign = ascending ? 1 : -1;
  const value = ({ entry, version, score }: Found) => {
    if (sortBy === 'relevance') return score;
    return Date.parse(updatedOf(entry, sortBy === 'submittedDate' ? 1 : version));
  };
  return (a, b) => sign * (value(a) - value(b)) || a.entry.recordId - b.entry.recordId;
}

function latest({ preprint }: PreprintEntry): number {
  return preprint.versions ?? 1;
}

function atom(body: string, status: number): Reply {
  return { status, headers: { 'content-type': 'application/atom+xml; charset=utf-8' }, body };
}
