import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { queriesFor } from '../../../src/sources/catalog/look-up.ts';
import type { PaperReference } from '../../../src/domain/papers/paper-reference.ts';
import { json } from '../local-server.ts';
import { catalogOver, code, searchAnswer } from './stand-in.ts';

const codes = (count: number): PaperReference[] =>
  Array.from({ length: count }, (_, n) => ({ kind: 'bibcode', value: code(n) }));

test('names of every kind are requested in one query, quoted', async () => {
  const { catalog, server } = await catalogOver(searchAnswer([{ bibcode: code(1) }, { bibcode: code(2) }]));
  const records = await catalog.lookUp([
    { kind: 'bibcode', value: '2013A&A...552A.143S' },
    { kind: 'doi', value: '10.1088/0004-637x/699/1/56' },
    { kind: 'preprint_id', value: 'astro-ph/9710182' },
  ]);
  expect(records).toHaveLength(2);
  expect(server.received.map(({ query }) => query.get('q'))).toEqual([
    'identifier:"2013A&A...552A.143S" OR doi:"10.1088/0004-637x/699/1/56" OR identifier:"arXiv:astro-ph/9710182"',
  ]);
});

test('an empty look-up sends no request', async () => {
  const { catalog, server } = await catalogOver(searchAnswer([]));
  await expect(catalog.lookUp([])).resolves.toEqual([]);
  expect(server.received).toHaveLength(0);
});

test('a paper found by two of its names is returned once', async () => {
  const { catalog } = await catalogOver(searchAnswer([{ bibcode: code(1) }]));
  await expect(catalog.lookUp(codes(60))).resolves.toHaveLength(1);
});

test('names are divided into queries of limited length, each name once', () => {
  const reference = fc.record({
    kind: fc.constantFrom('bibcode' as const, 'doi' as const, 'preprint_id' as const),
    value: fc.stringMatching(/^[\w.&"\\/-]{1,60}$/),
  });
  fc.assert(
    fc.property(fc.array(reference, { maxLength: 80 }), (references) => {
      const queries = queriesFor(references);
      expect(queries.every((query) => query.length <= 1000)).toBe(true);
      const terms = queries.flatMap((query) => query.split(' OR '));
      expect(new Set(terms).size).toBe(terms.length);
      expect(terms).toHaveLength(
        new Set(
          references.map(({ kind, value }) => `${kind === 'doi'} ${kind === 'preprint_id' ? 'arXiv:' : ''}${value}`),
        ).size,
      );
    }),
  );
});

test('codes are sent in lists of at most 2000, and all other names in searches', async () => {
  const { catalog, server } = await catalogOver((request, response) => {
    if (request.path === '/v1/search/query') return searchAnswer([{ bibcode: 'searched' }])(request, response);
    const [, ...asked] = request.body.split('\n');
    json(response, { response: { numFound: asked.length, docs: asked.map((bibcode) => ({ bibcode })) } });
  });
  const records = await catalog.lookUp([...codes(2001), { kind: 'doi', value: '10.1/x' }]);
  expect(records).toHaveLength(2002);
  const [first, second, third] = server.received;
  expect(first?.method).toBe('POST');
  expect(first?.path).toBe('/v1/search/bigquery');
  expect(first?.headers['content-type']).toBe('big-query/csv');
  expect(first?.query.get('rows')).toBe('2000');
  expect(first?.body.split('\n').slice(0, 2)).toEqual(['bibcode', code(0)]);
  expect(first?.body.split('\n')).toHaveLength(2001);
  expect(second?.body).toBe(`bibcode\n${code(2000)}`);
  expect(third?.query.get('q')).toBe('doi:"10.1/x"');
  expect(server.received).toHaveLength(3);
});

test('searches replace lists once the daily quota of lists is used up', async () => {
  const { catalog, server } = await catalogOver((request, response) => {
    if (request.method === 'GET') searchAnswer([])(request, response);
    else response.writeHead(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '86400' }).end();
  });
  await expect(catalog.lookUp(codes(250))).resolves.toEqual([]);
  const searched = server.received.filter(({ method }) => method === 'GET');
  const asked = searched.flatMap(({ query }) => query.get('q')?.split(' OR ') ?? []);
  expect(asked).toHaveLength(250);
});
