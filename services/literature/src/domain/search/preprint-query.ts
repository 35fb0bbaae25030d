import { parsePreprintId } from '../papers/preprint-id.ts';
import { parseQuery, type Query } from './query-language.ts';

/** A query in the preprint server's language, or the part of a query that this language cannot express. */
export type PreprintQuery =
  | { readonly kind: 'query'; readonly searchQuery: string; readonly ids: readonly string[] }
  | { readonly kind: 'untranslatable'; readonly reason: string };

/** The preprint server's prefix for each catalog field that the server also has. */
const PREFIXES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    author: 'au',
    first_author: 'au',
    title: 'ti',
    abs: 'abs',
    abstract: 'abs',
    full: 'all',
    keyword: 'all',
    object: 'all',
    all: 'all',
    ti: 'ti',
    au: 'au',
    co: 'co',
    cat: 'cat',
    arxiv_class: 'cat',
  }),
);

/** Fields that restrict the catalog's holdings. Every preprint matches them. */
const IGNORED = new Set(['database', 'collection']);

class UntranslatableError extends Error {}

/**
 * Translates a catalog query for the preprint server. Joins bare words with AND, as the catalog does. The server itself
 * would join them with OR.
 */
export function toPreprintQuery(text: string): PreprintQuery {
  const id = parsePreprintId(text);
  if (id !== undefined) return { kind: 'query', searchQuery: '', ids: [id] };
  const query = parseQuery(text);
  if (query === undefined) return { kind: 'untranslatable', reason: 'the query contains no words' };
  try {
    const only = onlyIdentifier(query);
    if (only !== undefined) return { kind: 'query', searchQuery: '', ids: [only] };
    const searchQuery = translate(query);
    if (searchQuery === '')
      return { kind: 'untranslatable', reason: 'the query has no condition that applies to preprints' };
    return { kind: 'query', searchQuery, ids: [] };
  } catch (error) {
    if (error instanceof UntranslatableError) return { kind: 'untranslatable', reason: error.message };
    throw error;
  }
}

function onlyIdentifier(query: Query): string | undefined {
  if (query.kind !== 'term' || !IDENTIFIERS.has(query.field ?? '')) return undefined;
  return parsePreprintId(query.text);
}

const IDENTIFIERS = new Set(['identifier', 'arxiv', 'bibcode', 'eprint', 'id']);

function translate(query: Query): string {
  switch (query.kind) {
    case 'term':
      return term(query);
    case 'range':
      return range(query.field, query.from, query.to);
    case 'operator':
      throw new UntranslatableError(`the preprint server does not support ${query.name}()`);
    case 'not':
      throw new UntranslatableError('the preprint server does not support queries with only NOT');
    case 'or': {
      const parts = query.parts.map(translate).filter((part) => part !== '');
      return parts.length > 1 ? `(${parts.join(' OR ')})` : (parts[0] ?? '');
    }
    case 'and': {
      const wanted = query.parts
        .filter((part) => part.kind !== 'not')
        .map(translate)
        .filter((part) => part !== '');
      const unwanted = query.parts
        .flatMap((part) => (part.kind === 'not' ? [translate(part.part)] : []))
        .filter((part) => part !== '');
      if (wanted.length === 0 && unwanted.length > 0) return translate({ kind: 'not', part: query });
      const joined = [wanted.join(' AND '), ...unwanted].join(' ANDNOT ');
      return wanted.length + unwanted.length > 1 ? `(${joined})` : joined;
    }
  }
}

function term({ field, text, exact }: Query & { kind: 'term' }): string {
  if (field === undefined) return prefixed('all', text, exact);
  if (IGNORED.has(field)) return '';
  if (field === 'year') return range('year', ...yearsOf(text));
  if (field === 'doi') return `doi:"${text.replaceAll(/["\\]/g, '')}"`;
  if (field === 'doctype' && text.toLowerCase() === 'eprint') return '';
  if (IDENTIFIERS.has(field)) {
    const id = parsePreprintId(text);
    if (id !== undefined) return `id:${id}`;
  }
  const prefix = PREFIXES.get(field);
  if (prefix === undefined) throw new UntranslatableError(`the preprint server has no field ${field}`);
  return prefix === 'au' ? author(text) : prefixed(prefix, text, exact);
}

function yearsOf(text: string): [string, string] {
  const [from = '', to = from] = text.split('-', 2);
  return [from, to];
}

function range(field: string, from: string, to: string): string {
  if (field !== 'year' && field !== 'pubdate' && field !== 'date')
    throw new UntranslatableError(`the preprint server does not support ranges of ${field}`);
  const day = (text: string, open: string, rest: string) => {
    if (text === '*') return open;
    const digits = text.replaceAll('-', '').slice(0, 8);
    if (!/^\d{4}(\d{2}){0,2}$/.test(digits)) throw new UntranslatableError(`${text} is not a date`);
    return `${digits}${rest.slice(digits.length)}`;
  };
  return `submittedDate:[${day(from, '199101010000', '000001010000')} TO ${day(to, '299912312359', '000012312359')}]`;
}

/** Converts `"^Kurtz, M"` and `"Kurtz, Michael J"` to `kurtz_m`, the server's form with surname and first initial. */
function author(text: string): string {
  const [last = '', first = ''] = text.replace(/^\^/, '').split(',', 2);
  const words = [...last.trim().split(/\s+/), first.trim().charAt(0)].filter((word) => word !== '');
  return words.length > 1 ? `au:"${words.map(clean).join(' ')}"` : `au:${clean(words[0] ?? '')}`;
}

function prefixed(prefix: string, text: string, exact: boolean): string {
  const plain = clean(text);
  if (plain === '') return '';
  return exact && /\s/.test(plain) ? `${prefix}:"${plain}"` : `${prefix}:${plain}`;
}

/** Removes characters that are syntax in the server's language. */
function clean(text: string): string {
  return text
    .replaceAll(/["()[\]]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
