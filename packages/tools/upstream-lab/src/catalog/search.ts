import type { Entry, Library } from '../content/library.ts';
import { catalogName, person } from '../content/persons.ts';
import { json, type Reply } from '../server/exchange.ts';
import { search, UndefinedFieldError } from './matching.ts';
import { parseQuery, QuerySyntaxError } from './query-language.ts';
import { type CatalogRecord, KNOWN_FIELDS, recordOf } from './record.ts';

/** Larger values are reduced silently, as in the real service. */
const MAX_ROWS = 2000;
const DEFAULT_ROWS = 10;
const MAX_FILTERS = 10;

/** The fields by which results can be sorted. Other fields are ignored silently. */
const ORDERS: Readonly<Record<string, (entry: Entry, score: number) => string | number>> = {
  score: (_, score) => score,
  id: ({ recordId }) => recordId,
  bibcode: ({ bibcode }) => bibcode,
  date: ({ paper }) => paper.year * 12 + paper.month,
  entry_date: ({ paper }) => paper.year * 12 + paper.month,
  citation_count: ({ citations }) => citations.length,
  citation_count_norm: ({ citations, paper }) => citations.length / Math.max(1, paper.authors.length),
  author_count: ({ paper }) => paper.authors.length,
  first_author: ({ paper }) => (paper.authors[0] === undefined ? '' : catalogName(person(paper.authors[0]))),
  read_count: (entry) => Number(recordOf(entry)['read_count']),
  classic_factor: ({ citations }) => citations.length,
};

/** Answers `GET /search/query`. */
export function answerSearch(parameters: URLSearchParams, library: Library): Reply {
  const query = parameters.get('q');
  if (query === null)
    return refused('org.apache.solr.common.SolrException', 'query string is missing (parameter q)', parameters);
  return answered(parameters, () => {
    const fits = parameters
      .getAll('fq')
      .slice(0, MAX_FILTERS)
      .map((filter) => search(parseQuery(filter), library));
    const found = [...search(parseQuery(query), library)].filter(([entry]) => fits.every((fit) => fit.has(entry)));
    return page(found, parameters, {});
  });
}

/** Answers `POST /search/bigquery`: the records of the codes in the body, ordered by `sort` and not as in the body. */
export function answerBigQuery(parameters: URLSearchParams, body: string, library: Library): Reply {
  const [field, ...codes] = body
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (field !== 'bibcode') return json({ error: 'The request body must begin with the name of a field' }, 400);
  if (codes.length > MAX_ROWS) return json({ error: `The number of lines is limited to ${MAX_ROWS}` }, 400);
  return answered(parameters, () => {
    const named = new Set(codes.map((code) => library.byIdentifier(code)));
    const found = [...search(parseQuery(parameters.get('q') ?? '*:*'), library)].filter(([entry]) => named.has(entry));
    return page(found, parameters, { fq: '{!bitset}' });
  });
}

function answered(parameters: URLSearchParams, answer: () => Reply): Reply {
  try {
    return answer();
  } catch (error) {
    if (error instanceof QuerySyntaxError)
      return refused('org.apache.solr.common.SolrException', error.message, parameters);
    if (error instanceof UndefinedFieldError)
      return refused('org.apache.solr.common.SolrException', error.message, parameters);
    throw error;
  }
}

function page(
  found: (readonly [Entry, number])[],
  parameters: URLSearchParams,
  extra: Readonly<Record<string, string>>,
): Reply {
  const mark = parameters.get('cursorMark');
  const start = mark === null ? natural(parameters.get('start'), 0) : readMark(mark);
  const rows = Math.min(natural(parameters.get('rows'), DEFAULT_ROWS), MAX_ROWS);
  const ordered = sorted(found, parameters.get('sort') ?? 'score desc');
  const shown = ordered.slice(start, start + rows).map(([entry]) => entry);
  const fields = (parameters.get('fl') ?? 'id').split(/,(?![^[]*\])/).map((field) => field.trim());
  return json({
    responseHeader: {
      status: 0,
      QTime: 4,
      params: { ...Object.fromEntries(parameters), start: String(start), rows: String(rows), wt: 'json', ...extra },
    },
    response: { numFound: found.length, start, docs: shown.map((entry) => chosen(recordOf(entry), fields)) },
    // At the end of the results the cursor mark repeats.
    ...(mark === null ? {} : { nextCursorMark: shown.length === 0 ? mark : writeMark(start + shown.length) }),
  });
}

function sorted(found: (readonly [Entry, number])[], sort: string): (readonly [Entry, number])[] {
  const orders = sort.split(',').flatMap((part) => {
    const [field = '', direction = 'desc'] = part.trim().split(/\s+/);
    const read = ORDERS[field];
    return read === undefined ? [] : [{ read, sign: direction === 'asc' ? 1 : -1 }];
  });
  return [...found].sort(([a, scoreA], [b, scoreB]) => {
    for (const { read, sign } of orders) {
      const [left, right] = [read(a, scoreA), read(b, scoreB)];
      if (left !== right) return left < right ? -sign : sign;
    }
    return a.recordId - b.recordId;
  });
}

/** Returns the requested fields. Unknown and rejected fields are omitted silently. */
function chosen(record: CatalogRecord, fields: readonly string[]): CatalogRecord {
  const names = fields.includes('*') ? [...KNOWN_FIELDS].filter((name) => !name.startsWith('[')) : fields;
  const limit = fields.map((field) => /^\[fields author=(\d+)\]$/.exec(field)?.[1]).find(Boolean);
  const pairs = names
    .filter((name) => KNOWN_FIELDS.has(name) && name in record)
    .map((name) => [name, record[name]] as const);
  const shortened = ([name, value]: readonly [string, unknown]) =>
    name === 'author' && limit !== undefined && Array.isArray(value)
      ? [name, value.slice(0, Number(limit))]
      : [name, value];
  return Object.fromEntries(pairs.map(shortened)) as CatalogRecord;
}

function refused(kind: string, msg: string, parameters: URLSearchParams): Reply {
  return json(
    {
      responseHeader: { status: 400, QTime: 1, params: Object.fromEntries(parameters) },
      error: { metadata: ['error-class', kind, 'root-error-class', kind], msg, code: 400 },
    },
    400,
  );
}

function natural(text: string | null, fallback: number): number {
  return text !== null && /^\d+$/.test(text) ? Number(text) : fallback;
}

function writeMark(start: number): string {
  return Buffer.from(`lab:${start}`).toString('base64');
}

function readMark(mark: string): number {
  return mark === '*' ? 0 : natural(Buffer.from(mark, 'base64').toString().replace('lab:', ''), 0);
}
