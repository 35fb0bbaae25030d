import { setImmediate } from 'node:timers/promises';
import { systemClock } from '@almagest/http-client';
import { expect, test } from '@jest/globals';
import { RateLimitError } from '../../../src/domain/host-rate-limit.ts';
import { recordsOf } from '../../../src/sources/catalog/documents.ts';
import { json, openOutbound } from '../local-server.ts';
import { catalogOver, code, searchAnswer } from './stand-in.ts';

const page = { start: 0, rows: 10, sort: 'relevance' } as const;
const failing = (fault: string, ...words: string[]) =>
  expect.objectContaining({
    name: 'SourceError',
    source: 'catalog',
    fault,
    message: expect.stringMatching(words.join('.*')),
  });

test('a search sends the query, the key and an order without ties', async () => {
  const { catalog, server, hosts } = await catalogOver(searchAnswer([{ bibcode: code(1), title: ['One'] }]));
  const found = await catalog.search('author:"Kurucz, R" year:1993', { start: 0, rows: 5, sort: 'date_desc' });
  expect(found).toMatchObject({ total: 1, records: [{ bibcode: code(1), title: 'One', source: 'catalog' }] });
  const [request] = server.received;
  expect(request?.path).toBe('/v1/search/query');
  expect(request?.headers.authorization).toBe('Bearer the-key');
  expect(request?.query.get('q')).toBe('author:"Kurucz, R" year:1993');
  expect(request?.query.get('sort')).toBe('date desc,bibcode desc');
  expect(hosts.requests).toEqual([{ host: new URL(server.origin).host, intervalMs: 100, alone: false }]);
});

test.each([
  ['relevance', 'score desc,bibcode desc'],
  ['date_asc', 'date asc,bibcode desc'],
  ['citations_desc', 'citation_count desc,bibcode desc'],
] as const)('the order %s is requested as %s', async (sort, expected) => {
  const { catalog, server } = await catalogOver(searchAnswer([]));
  await catalog.search('x', { ...page, sort });
  expect(server.received[0]?.query.get('sort')).toBe(expected);
});

test('a page of long author lists is converted in turns, with other work in between', async () => {
  const author = Array.from({ length: 4_000 }, (_, n) => `Example, Author <sub>${n}</sub>`);
  const documents = Array.from({ length: 200 }, (_, n) => ({ bibcode: code(n), author }));
  let turns = 0;
  const state = { isDone: false };
  const reading = recordsOf(documents).finally(() => (state.isDone = true));
  while (!state.isDone) {
    turns += 1;
    await setImmediate();
  }
  expect((await reading).map(({ authors }) => authors.length)).toEqual(documents.map(() => 4_000));
  // If all documents were read at once, the work would be done after the first turn.
  expect(turns).toBeGreaterThan(2);
});

test('an answer larger than any page is refused', async () => {
  const { catalog } = await catalogOver(searchAnswer([{ bibcode: code(1), abstract: 'x'.repeat(33 * 1024 ** 2) }]));
  await expect(catalog.search('x', page)).rejects.toThrow('more than the limit of 33554432 bytes');
});

test('a count requests no rows', async () => {
  const { catalog, server } = await catalogOver(
    searchAnswer(Array.from({ length: 77 }, (_, n) => ({ bibcode: code(n) }))),
  );
  await expect(catalog.count('x')).resolves.toBe(77);
  expect(server.received.map(({ query }) => query.get('rows'))).toEqual(['0']);
});

test('more results than one call returns are collected in order, without overlap, up to the limit', async () => {
  const all = Array.from({ length: 4500 }, (_, n) => ({ bibcode: code(n) }));
  const { catalog } = await catalogOver(searchAnswer(all));
  const { records, total } = await catalog.search('x', { start: 100, rows: 4200, sort: 'relevance' });
  expect(total).toBe(4500);
  expect(records.map(({ bibcode }) => bibcode)).toEqual(all.slice(100, 4300).map(({ bibcode }) => bibcode));
});

test('missing results are requested again, unless the catalog returned none', async () => {
  const all = Array.from({ length: 30 }, (_, n) => ({ bibcode: code(n) }));
  const { catalog, server } = await catalogOver(({ query }, response) => {
    const start = Number(query.get('start'));
    json(response, { response: { numFound: 40, start, docs: all.slice(start, start + 7) } });
  });
  const { records } = await catalog.search('x', { start: 0, rows: 40, sort: 'relevance' });
  expect(records).toHaveLength(30);
  expect(server.received.map(({ query }) => query.get('start'))).toEqual(['0', '7', '14', '21', '28', '30']);
});

test('a document without a code is not a record, but counts as read', async () => {
  const documents = [{ bibcode: code(1) }, { title: ['Nameless'] }, { bibcode: code(2) }];
  const { catalog } = await catalogOver((_, response) =>
    json(response, { response: { numFound: 3, docs: documents } }),
  );
  await expect(catalog.search('x', page)).resolves.toMatchObject({ records: { length: 2 }, consumed: 3, total: 3 });
});

test('results beyond the requested number are ignored', async () => {
  const all = Array.from({ length: 30 }, (_, n) => ({ bibcode: code(n) }));
  const { catalog } = await catalogOver((_, response) => json(response, { response: { numFound: 30, docs: all } }));
  await expect(catalog.search('x', page)).resolves.toMatchObject({ records: { length: 10 } });
});

test('without a key no request is sent, and the failure names the variable', async () => {
  for (const key of [undefined, '']) {
    const { catalog, server } = await catalogOver(searchAnswer([]), { key });
    await expect(catalog.search('x', page)).rejects.toEqual(failing('not_configured', 'CATALOG_API_KEY'));
    expect(server.received).toHaveLength(0);
  }
});

test('a rejected key is not tried again', async () => {
  const { catalog, server } = await catalogOver((_, response) => json(response, { error: 'Unauthorized' }, 401));
  await expect(catalog.search('x', page)).rejects.toEqual(failing('unauthorized', 'CATALOG_API_KEY'));
  expect(server.received).toHaveLength(1);
});

test('an HTML refusal is attributed to a proxy of the catalog, not to the key', async () => {
  const { catalog } = await catalogOver((_, response) => {
    response.writeHead(403).end('<html><head><script>x()</script><title>Just a moment...</title></head></html>');
  });
  await expect(catalog.search('x', page)).rejects.toEqual(failing('unavailable', 'HTTP 403: Just a moment...$'));
});

test('an address without a catalog is reported', async () => {
  const { catalog } = await catalogOver((_, response) => void response.writeHead(404).end('<h1>Not\n found</h1>'));
  await expect(catalog.search('x', page)).rejects.toEqual(failing('unavailable', '/v1/search/query: Not found$'));
});

test.each([
  [{ error: { msg: 'org.apache.solr.search.SyntaxError: INVALID_SYNTAX: (x', code: 400 } }, 'INVALID_SYNTAX: (x'],
  [{ error: 'undefined field colour' }, 'undefined field colour'],
])("an invalid query is reported with the catalog's message: %j", async (body, words) => {
  const { catalog, server } = await catalogOver((_, response) => json(response, body, 400));
  await expect(catalog.search('x', page)).rejects.toEqual(
    expect.objectContaining({ fault: 'query_refused', message: `the catalog refused the query: ${words}` }),
  );
  expect(server.received).toHaveLength(1);
});

test('a query too long for the request line is refused before it is sent', async () => {
  const { catalog, server } = await catalogOver(searchAnswer([]));
  await expect(catalog.search('x'.repeat(4000), page)).rejects.toEqual(failing('query_refused', 'too long'));
  expect(server.received).toHaveLength(0);
});

test.each([500, 502, 503, 504, 499])('status %d is retried with growing delays', async (status) => {
  const { catalog, server, clock } = await catalogOver((request, response) => {
    if (server.received.length < 3) response.writeHead(status).end('<html>Server too busy</html>');
    else searchAnswer([])(request, response);
  });
  await expect(catalog.count('x')).resolves.toBe(0);
  expect(clock.waits).toEqual([500, 1500]);
});

test('a lasting outage is reported after four attempts', async () => {
  const { catalog, server } = await catalogOver(
    (_, response) => void response.writeHead(504).end('504 Gateway Timeout'),
  );
  await expect(catalog.count('x')).rejects.toEqual(failing('unavailable', 'HTTP 504'));
  expect(server.received).toHaveLength(4);
});

test('a broken connection is retried', async () => {
  const { catalog, server } = await catalogOver((request, response) => {
    if (server.received.length < 2) response.destroy();
    else searchAnswer([])(request, response);
  });
  await expect(catalog.count('x')).resolves.toBe(0);
});

test('after too many requests, the client waits as long as the catalog requests', async () => {
  const { catalog, server, clock } = await catalogOver((request, response) => {
    if (server.received.length === 1)
      response.writeHead(429, { 'retry-after': '7' }).end('{"error":"Too many requests"}');
    else if (server.received.length === 2) response.writeHead(429).end('Rate limit was exceeded');
    else searchAnswer([])(request, response);
  });
  await expect(catalog.count('x')).resolves.toBe(0);
  expect(clock.waits).toEqual([7000, 2000]);
});

test("a delay beyond the caller's limit fails at once", async () => {
  const { catalog, clock, server } = await catalogOver((_, response) => {
    response.writeHead(429, { 'retry-after': '61' }).end();
  });
  await expect(catalog.count('x')).rejects.toEqual(failing('rate_limited', '61 seconds'));
  expect(clock.waits).toEqual([]);
  expect(server.received).toHaveLength(1);
});

test('a used-up daily quota is reported with the time of its reset', async () => {
  const inThreeHours = String(3 * 3600);
  const { catalog, server } = await catalogOver((_, response) => {
    response
      .writeHead(429, { 'retry-after': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inThreeHours })
      .end('{"error":"Too many requests"}');
  });
  await expect(catalog.count('x')).rejects.toEqual(failing('rate_limited', '3 hours'));
  expect(server.received).toHaveLength(1);
});

test.each(['<html>Welcome</html>', '{"response":{"docs":', '{"response":{}}', 'null'])(
  'an answer without a list of documents is reported as malformed: %s',
  async (body) => {
    const { catalog } = await catalogOver((_, response) => void response.end(body));
    await expect(catalog.search('x', page)).rejects.toEqual(failing('malformed_answer'));
  },
);

test('a hanging request is reported as a time-out, without a retry', async () => {
  const { server } = await catalogOver(() => undefined);
  const outbound = openOutbound([server.origin], { headersMs: 200 });
  const { catalog } = await catalogOver(() => undefined, { baseUrl: server.origin, outbound });
  await expect(catalog.count('x')).rejects.toEqual(failing('timeout', 'the catalog: no answer'));
  expect(server.received).toHaveLength(1);
});

test('an exceeded rate limit is reported as a failure of the catalog', async () => {
  const { catalog } = await catalogOver(searchAnswer([]), {
    hosts: { run: (host) => Promise.reject(new RateLimitError(host)) },
  });
  await expect(catalog.count('x')).rejects.toEqual(failing('rate_limited', 'too many requests wait'));
});

test('the caller can stop waiting', async () => {
  const stop = new AbortController();
  const { catalog } = await catalogOver(
    (_, response) => {
      response.writeHead(429, { 'retry-after': '30' }).end(() => stop.abort(new Error('gone')));
    },
    { clock: systemClock },
  );
  await expect(catalog.count('x', stop.signal)).rejects.toThrow('gone');
});
