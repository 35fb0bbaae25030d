import { expect, test } from '@jest/globals';
import { complaint, entry, feed, idOf, preprintsOver, searchAnswer } from './stand-in.ts';

const page = { start: 0, rows: 10, sort: 'relevance' } as const;
const failing = (fault: string, words = '') =>
  expect.objectContaining({
    name: 'SourceError',
    source: 'preprint',
    fault,
    message: expect.stringContaining(words),
  });

test("a search uses the server's query language, on one connection at a time", async () => {
  const { preprints, server, hosts } = await preprintsOver(searchAnswer(3));
  const { records, total } = await preprints.search('title:winds author:"Abbott, D"', { ...page, sort: 'date_asc' });
  expect(total).toBe(3);
  expect(records.map(({ bibcode }) => bibcode)).toEqual([0, 1, 2].map((n) => `2020arXiv${idOf(n).replace('.', '')}K`));
  expect(Object.fromEntries(server.received[0]?.query ?? [])).toEqual({
    search_query: '(ti:winds AND au:"Abbott D")',
    start: '0',
    max_results: '10',
    sortBy: 'submittedDate',
    sortOrder: 'ascending',
  });
  expect(hosts.requests).toEqual([{ host: new URL(server.origin).host, intervalMs: 3000, alone: true }]);
});

test('a query for one preprint requests its identifier', async () => {
  const { preprints, server } = await preprintsOver(searchAnswer(1));
  await preprints.search('arXiv:astro-ph/9710182', page);
  expect(server.received[0]?.query.get('id_list')).toBe('astro-ph/9710182');
  expect(server.received[0]?.query.has('search_query')).toBe(false);
});

test('a query that the server cannot express is refused with the reason, and sends no request', async () => {
  const { preprints, server } = await preprintsOver(searchAnswer(1));
  for (const ask of [() => preprints.search('citations(author:"Kurucz")', page), () => preprints.count('bibstem:ApJ')])
    await expect(ask()).rejects.toEqual(failing('query_refused', 'the preprint server'));
  expect(server.received).toHaveLength(0);
});

test('a count requests no results', async () => {
  const { preprints, server } = await preprintsOver(searchAnswer(214_881));
  await expect(preprints.count('testing')).resolves.toBe(214_881);
  expect(server.received.map(({ query }) => query.get('max_results'))).toEqual(['0']);
});

test('more results than one call returns are collected in order', async () => {
  const { preprints, server } = await preprintsOver(searchAnswer(4300));
  const { records } = await preprints.search('x', { start: 50, rows: 4100, sort: 'relevance' });
  expect(records.map(({ preprintId }) => preprintId)).toEqual(Array.from({ length: 4100 }, (_, n) => idOf(50 + n)));
  expect(server.received.map(({ query }) => query.get('start'))).toEqual(['50', '2050', '4050']);
});

test("results beyond the server's limit are omitted but counted in the total", async () => {
  const { preprints } = await preprintsOver(searchAnswer(40_000));
  const edge = await preprints.search('x', { start: 29_995, rows: 10, sort: 'relevance' });
  expect(edge).toMatchObject({ total: 40_000, records: { length: 5 } });
  const beyond = await preprints.search('x', { start: 35_000, rows: 10, sort: 'relevance' });
  expect(beyond).toEqual({ total: 40_000, consumed: 0, records: [] });
});

test('an empty page of a query with matches is requested again', async () => {
  const { preprints, server, clock } = await preprintsOver((request, response) => {
    if (server.received.length < 3) response.end(feed(7, []));
    else searchAnswer(7)(request, response);
  });
  await expect(preprints.search('x', page)).resolves.toMatchObject({ records: { length: 7 } });
  expect(clock.waits).toEqual([1000, 2000]);
});

test('a page that stays empty is a failure, not an empty result', async () => {
  const { preprints, server } = await preprintsOver((_, response) => void response.end(feed(7, [])));
  await expect(preprints.search('x', page)).rejects.toEqual(failing('unavailable', 'reports 7 papers but lists none'));
  expect(server.received).toHaveLength(4);
});

test('an empty page after the last paper is the end', async () => {
  const { preprints, server } = await preprintsOver(searchAnswer(7));
  await expect(preprints.search('x', { ...page, start: 20 })).resolves.toEqual({ total: 7, consumed: 0, records: [] });
  expect(server.received).toHaveLength(1);
});

test('after a short page, the rest is requested', async () => {
  const { preprints } = await preprintsOver(({ query }, response) => {
    const start = Number(query.get('start'));
    response.end(feed(5, [entry(idOf(start))]));
  });
  const { records } = await preprints.search('x', page);
  expect(records.map(({ preprintId }) => preprintId)).toEqual([0, 1, 2, 3, 4].map(idOf));
});

test.each([200, 400])("an error with status %d is reported with the server's message", async (status) => {
  const { preprints, server } = await preprintsOver((_, response) => {
    response.writeHead(status).end(complaint('sortBy must be in: relevance'));
  });
  await expect(preprints.search('x', page)).rejects.toEqual(failing('query_refused', 'sortBy must be in: relevance'));
  expect(server.received).toHaveLength(1);
});

test('status 429 is retried after the delay that the server requests', async () => {
  const { preprints, server, clock } = await preprintsOver((request, response) => {
    if (server.received.length === 1) response.writeHead(429).end('Rate exceeded.');
    else searchAnswer(1)(request, response);
  });
  await expect(preprints.count('x')).resolves.toBe(1);
  expect(clock.waits).toEqual([30_000]);
});

test("'too many requests' is reported to a caller that waits less", async () => {
  const { preprints, clock } = await preprintsOver(
    (_, response) => void response.writeHead(429).end('Rate exceeded.'),
    {
      maxWaitMs: 20_000,
    },
  );
  await expect(preprints.count('x')).rejects.toEqual(failing('rate_limited', '30 seconds'));
  expect(clock.waits).toEqual([]);
});

test.each(['<html><body>Down</body></html>', feed(3, [entry(idOf(0))]).slice(0, -20), '', '{}'])(
  'an incomplete feed is malformed: %j',
  async (body) => {
    const { preprints } = await preprintsOver((_, response) => void response.end(body));
    await expect(preprints.search('x', page)).rejects.toEqual(failing('malformed_answer'));
  },
);

test.each([
  [503, 'unavailable', ''],
  [403, 'unavailable', ': not now'],
  [400, 'query_refused', '): not now'],
])('status %d without a feed is reported as %s', async (status, fault, words) => {
  const { preprints } = await preprintsOver((_, response) => void response.writeHead(status).end('<h1>not now</h1>'));
  await expect(preprints.count('x')).rejects.toEqual(failing(fault, `HTTP ${status}${words}`));
});
