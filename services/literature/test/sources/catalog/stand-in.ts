import type { ServerResponse } from 'node:http';
import { Catalog } from '../../../src/sources/catalog/catalog.ts';
import type { CatalogOptions } from '../../../src/sources/catalog/api.ts';
import { jumpingClock } from '../fake-clock.ts';
import { json, unlimitedHosts, openOutbound, serve, type LocalServer, type Received } from '../local-server.ts';

export interface StandIn {
  readonly catalog: Catalog;
  readonly server: LocalServer;
  readonly clock: ReturnType<typeof jumpingClock>;
  readonly hosts: ReturnType<typeof unlimitedHosts>;
}

/** Returns a catalog client for a test server, with a key and a clock that jumps. */
export async function catalogOver(
  answer: (request: Received, response: ServerResponse) => void,
  more: Partial<CatalogOptions> = {},
): Promise<StandIn> {
  const server = await serve(answer);
  const [clock, hosts] = [jumpingClock(), unlimitedHosts()];
  const catalog = new Catalog({
    baseUrl: `${server.origin}/v1/`,
    key: 'the-key',
    intervalMs: 100,
    maxWaitMs: 60_000,
    outbound: openOutbound([server.origin]),
    hosts,
    clock,
    ...more,
  });
  return { catalog, server, clock, hosts };
}

/** Answers searches from these documents, at most 2000 per call. */
export function searchAnswer(documents: readonly unknown[]) {
  return ({ query }: Received, response: ServerResponse): void => {
    const [start, rows] = [Number(query.get('start') ?? 0), Math.min(2000, Number(query.get('rows') ?? 10))];
    json(response, {
      responseHeader: { status: 0, QTime: 7, params: Object.fromEntries(query) },
      response: { numFound: documents.length, start, docs: documents.slice(start, start + rows) },
    });
  };
}

/** Returns a code of a journal that does not exist. */
export const code = (number: number): string => `2020Tst..${String(number).padStart(9, '.')}K`;
