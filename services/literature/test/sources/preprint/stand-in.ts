import type { ServerResponse } from 'node:http';
import type { PreprintOptions } from '../../../src/sources/preprint/api.ts';
import { PreprintServer } from '../../../src/sources/preprint/preprint-server.ts';
import { jumpingClock } from '../fake-clock.ts';
import { unlimitedHosts, openOutbound, serve, type LocalServer, type Received } from '../local-server.ts';

export interface StandIn {
  readonly preprints: PreprintServer;
  readonly server: LocalServer;
  readonly clock: ReturnType<typeof jumpingClock>;
  readonly hosts: ReturnType<typeof unlimitedHosts>;
}

/** Returns the service's client for a test server. */
export async function preprintsOver(
  answer: (request: Received, response: ServerResponse) => void,
  more: Partial<PreprintOptions> = {},
): Promise<StandIn> {
  const server = await serve(answer);
  const [clock, hosts] = [jumpingClock(), unlimitedHosts()];
  const preprints = new PreprintServer({
    queryUrl: `${server.origin}/api/query`,
    intervalMs: 3000,
    maxWaitMs: 60_000,
    outbound: openOutbound([server.origin]),
    hosts,
    clock,
    ...more,
  });
  return { preprints, server, clock, hosts };
}

export const entry = (id: string, inner = ''): string =>
  `<entry><id>http://preprints.example.org/abs/${id}v2</id><title>Paper ${id}</title><published>2020-02-01T10:00:00Z</published>` +
  `<author><name>Robert L. Kurucz</name></author>${inner}</entry>`;

/** Returns the identifier of the n-th result of a large query. */
export const idOf = (n: number): string => `2002.${String(n + 1).padStart(5, '0')}`;

export const feed = (total: number, entries: readonly string[]): string =>
  `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">
<opensearch:totalResults>${total}</opensearch:totalResults>${entries.join('\n')}
</feed>
`;

export const complaint = (words: string): string =>
  feed(1, [
    `<entry><id>http://preprints.example.org/api/errors#${words.replaceAll(' ', '_')}</id><title>Error</title><summary>${words}</summary></entry>`,
  ]);

/** Answers a query with `total` matches like the server: at most 2000 per call, and no results beyond 30,000. */
export function searchAnswer(total: number) {
  return ({ query }: Received, response: ServerResponse): void => {
    const [start, rows] = [Number(query.get('start')), Number(query.get('max_results'))];
    if (rows > 2000 || start + rows > 30_000) return void response.writeHead(400).end(complaint('max_results'));
    const length = Math.max(0, Math.min(rows, total - start));
    response.end(
      feed(
        total,
        Array.from({ length }, (_, n) => entry(idOf(start + n))),
      ),
    );
  };
}
