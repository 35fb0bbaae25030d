import { html, json, type Exchange, type Reply, type Route } from '../server/exchange.ts';
import type { LabWorld } from '../world.ts';
import { answerExport, answerOneExport } from './bibtex.ts';
import { answerLibrary } from './libraries.ts';
import { answerAllLinks, answerResolver } from './resolver.ts';
import { answerBigQuery, answerSearch } from './search.ts';

/** The number of requests allowed per day for each endpoint. */
const DAILY = { search: 5000, bigquery: 100, resolver: 1000, export: 1000, biblib: 1000 };

/** The proxy in front of the service rejects longer request lines. */
const MAX_LINE = 4094;

/** Returns the catalog's API under `/v1`. Every request needs the key. */
export function catalogRoutes(world: LabWorld): Route[] {
  const used = { search: 0, bigquery: 0, resolver: 0, export: 0, biblib: 0 };
  const route = (
    name: string,
    method: string,
    path: RegExp,
    budget: keyof typeof DAILY,
    answer: (exchange: Exchange) => Reply,
  ): Route => ({
    name: `catalog.${name}`,
    host: 'catalog',
    methods: [method],
    path,
    answer: (exchange) => {
      if (exchange.headers['authorization'] !== `Bearer ${world.catalogKey}`)
        return json({ error: 'Unauthorized' }, 401);
      const lineLength = `${exchange.method} ${exchange.url.pathname}${exchange.url.search} HTTP/1.1`.length;
      if (lineLength > MAX_LINE)
        return html(
          `<html><body><h1>Bad Request</h1><p>Request Line is too large (${lineLength} &gt; ${MAX_LINE})</p></body></html>`,
          400,
        );
      used[budget] += 1;
      return withRateLimit(answer(exchange), DAILY[budget], used[budget]);
    },
  });
  const { library } = world;
  return [
    route('search', 'GET', /^\/v1\/search\/query$/, 'search', ({ url }) => answerSearch(url.searchParams, library)),
    route('bigquery', 'POST', /^\/v1\/search\/bigquery$/, 'bigquery', ({ url, body }) =>
      answerBigQuery(url.searchParams, body, library),
    ),
    route('library', 'GET', /^\/v1\/biblib\/libraries\/([^/]+)$/, 'biblib', ({ url, captured: [id = ''] }) =>
      answerLibrary(id, url.searchParams, world),
    ),
    route('export', 'POST', /^\/v1\/export\/bibtex(abs)?$/, 'export', ({ body, captured: [abs] }) =>
      answerExport(body, library, abs === 'abs'),
    ),
    route('exportCollection', 'GET', /^\/v1\/export\/bibtex$/, 'export', () =>
      json({ error: 'method not allowed' }, 405),
    ),
    route('exportOne', 'GET', /^\/v1\/export\/bibtex\/([^/]+)$/, 'export', ({ captured: [code = ''] }) =>
      answerOneExport(code, library),
    ),
    route(
      'resolver',
      'GET',
      /^\/v1\/resolver\/([^/]+)\/([A-Za-z_]+)$/,
      'resolver',
      ({ captured: [code = '', type = ''] }) => answerResolver(code, type, world),
    ),
    route('links', 'GET', /^\/v1\/resolver\/([^/]+)$/, 'resolver', ({ captured: [code = ''] }) =>
      answerAllLinks(code, world),
    ),
  ];
}

/** Adds the headers of the rate limit to a reply. Limits are reset at midnight UTC. */
function withRateLimit(reply: Reply, limit: number, used: number): Reply {
  const dayMs = 86_400_000;
  const headers = {
    ...reply.headers,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, limit - used)),
    'x-ratelimit-reset': String(Math.ceil(Date.now() / dayMs) * (dayMs / 1000)),
  };
  if (used > limit) return { ...json({ error: 'Too many requests' }, 429), headers };
  return { ...reply, headers };
}
