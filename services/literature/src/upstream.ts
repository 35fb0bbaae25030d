import type { HttpClient, HttpTimeouts } from '@almagest/http-client';
import type { Config } from './config.ts';
import type { Upstream } from './metrics.ts';
import type { Db } from './persistence/database.ts';
import { PostgresHostRateLimiter } from './persistence/host-rate-limiter.ts';
import { Catalog } from './sources/catalog/catalog.ts';
import { FigureFetcher } from './sources/full-text/figure-fetcher.ts';
import type { PageThread } from './sources/full-text/diagnose.ts';
import { FullTextFetcher } from './sources/full-text/full-text-fetcher.ts';
import { FULL_TEXT_SOURCES } from './sources/full-text/sources.ts';
import { ConfiguredModels } from './sources/language-model/configured-models.ts';
import { NameResolver } from './sources/name-resolver/name-resolver.ts';
import { ZoteroApi } from './sources/zotero/zotero-api.ts';
import { openOutbound } from './sources/outbound.ts';
import { PreprintServer } from './sources/preprint/preprint-server.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

const CONNECT_MS = 10 * SECOND_MS;

/**
 * Time limit in milliseconds for one exchange, including redirects and the body. A scan of 100 MB takes several
 * minutes.
 */
const TOTAL_MS = 5 * MINUTE_MS;

/** The intervals, in milliseconds, that the hosts require between requests. */
const INTERVALS_MS = { preprintApi: 3_000, web: 1_000, names: 250, zotero: 250, catalog: 100 };

/** How long interactive requests and batches may wait for a host, in milliseconds. */
const MAX_WAIT_MS = { interactive: 2 * MINUTE_MS, batch: 15 * MINUTE_MS };

/** Opens the clients of external services, each with the rate limit of its host. */
export function openUpstream(
  config: Config,
  db: Db,
  { maxWait, pages }: { readonly maxWait: keyof typeof MAX_WAIT_MS; readonly pages: PageThread },
  onExchange: (upstream: Upstream, served: boolean) => void,
) {
  const { catalog, preprintApiUrl, fullTextUrls, nameResolverUrl, zoteroApiUrl } = config;
  const upstreams = upstreamsByHost(config);
  const clients: HttpClient[] = [];
  const outboundTo = (...trusted: readonly string[]) => {
    const outbound = openOutbound({
      trusted,
      userAgent: 'Almagest-literature/0.1',
      timeouts: timeoutsOf(config),
      onExchange: (url, served) => onExchange(upstreams.get(URL.parse(url)?.host ?? '') ?? 'web', served),
    });
    clients.push(outbound);
    return outbound;
  };
  const hosts = new PostgresHostRateLimiter(db);
  const policy = (intervalMs: number, ...trusted: readonly string[]) => ({
    outbound: outboundTo(...trusted),
    hosts,
    intervalMs: config.upstreamMinIntervalMs ?? intervalMs,
    maxWaitMs: MAX_WAIT_MS[maxWait],
  });
  const catalogSource = new Catalog({
    ...policy(INTERVALS_MS.catalog, catalog.apiUrl),
    baseUrl: catalog.apiUrl,
    key: catalog.apiKey,
  });
  const web = policy(INTERVALS_MS.web, ...FULL_TEXT_SOURCES.map(({ name }) => fullTextUrls[name]));
  const figures = new FigureFetcher(web);
  const { idleMs, totalMs, ...names } = config.models;
  return {
    close: async () => void (await Promise.all(clients.map((client) => client.close()))),
    models: new ConfiguredModels({
      ...names,
      timeouts: { connectMs: CONNECT_MS, idleMs, totalMs },
      onExchange: (served) => onExchange('model', served),
    }),
    catalog: catalogSource,
    preprint: new PreprintServer({ ...policy(INTERVALS_MS.preprintApi, preprintApiUrl), queryUrl: preprintApiUrl }),
    names: new NameResolver({ ...policy(INTERVALS_MS.names, nameResolverUrl), baseUrl: nameResolverUrl }),
    zotero: new ZoteroApi({
      ...policy(INTERVALS_MS.zotero, zoteroApiUrl),
      baseUrl: zoteroApiUrl,
      maxFileBytes: config.maxDownloadBytes,
    }),
    fullText: new FullTextFetcher({
      ...web,
      urls: fullTextUrls,
      links: catalogSource,
      gatewayUrl: catalog.gatewayUrl,
      maxBytes: config.maxDownloadBytes,
      pages,
    }),
    fetchFigure: (address: string, signal?: AbortSignal) => figures.fetch(address, signal),
  };
}

function timeoutsOf({ upstreamTimeoutMs: silentMs }: Config): HttpTimeouts {
  return { connectMs: CONNECT_MS, headersMs: silentMs, idleMs: silentMs, totalMs: TOTAL_MS };
}

function upstreamsByHost({
  catalog,
  preprintApiUrl,
  fullTextUrls,
  nameResolverUrl,
  zoteroApiUrl,
}: Config): Map<string, Upstream> {
  const known: readonly (readonly [string, Upstream])[] = [
    [catalog.apiUrl, 'catalog'],
    [preprintApiUrl, 'preprint_api'],
    ...FULL_TEXT_SOURCES.map(({ name }) => [fullTextUrls[name], name] as const),
    [nameResolverUrl, 'names'],
    [zoteroApiUrl, 'zotero'],
  ];
  return new Map(known.map(([url, name]) => [new URL(url).host, name]));
}
