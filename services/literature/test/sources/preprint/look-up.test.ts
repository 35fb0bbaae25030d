import { expect, test } from '@jest/globals';
import type { PaperReference } from '../../../src/domain/papers/paper-reference.ts';
import { complaint, entry, feed, idOf, preprintsOver } from './stand-in.ts';

const byId = (value: string): PaperReference => ({ kind: 'preprint_id', value });

test('preprints are requested by every name that contains their identifier, each once', async () => {
  const { preprints, server } = await preprintsOver((_, response) => void response.end(feed(1, [entry('1302.6362')])));
  const records = await preprints.lookUp([
    byId('1302.6362'),
    { kind: 'bibcode', value: '2013arXiv1302.6362S' },
    { kind: 'doi', value: '10.48550/arxiv.1302.6362' },
    { kind: 'bibcode', value: '2013A&A...552A.143S' },
  ]);
  expect(records).toMatchObject([{ preprintId: '1302.6362' }]);
  expect(server.received.map(({ query }) => query.get('id_list'))).toEqual(['1302.6362']);
});

test('a paper that cannot have a preprint sends no request', async () => {
  const { preprints, server } = await preprintsOver((_, response) => void response.end(feed(0, [])));
  await expect(preprints.lookUp([{ kind: 'bibcode', value: '2013A&A...552A.143S' }])).resolves.toEqual([]);
  expect(server.received).toHaveLength(0);
});

test('other DOIs are searched for, several at once', async () => {
  const { preprints, server } = await preprintsOver((_, response) => void response.end(feed(0, [])));
  await preprints.lookUp([
    { kind: 'doi', value: '10.1051/0004-6361/1' },
    { kind: 'doi', value: '10.1088/2' },
  ]);
  expect(server.received.map(({ query }) => query.get('search_query'))).toEqual([
    'doi:"10.1051/0004-6361/1" OR doi:"10.1088/2"',
  ]);
});

test('long lists are divided to fit into an address', async () => {
  const { preprints, server } = await preprintsOver(({ query }, response) => {
    const ids = query.get('id_list')?.split(',') ?? [];
    response.end(
      feed(
        ids.length,
        ids.map((id) => entry(id)),
      ),
    );
  });
  const records = await preprints.lookUp(Array.from({ length: 450 }, (_, n) => byId(idOf(n))));
  expect(new Set(records.map(({ preprintId }) => preprintId)).size).toBe(450);
  expect(server.received.map(({ query }) => query.get('id_list')?.split(',').length)).toEqual([200, 200, 50]);
});

test('one identifier that the server rejects does not affect the others', async () => {
  const wrong = 'nosuch-ph/9901001';
  const { preprints } = await preprintsOver(({ query }, response) => {
    const ids = query.get('id_list')?.split(',') ?? [];
    if (ids.includes(wrong)) response.writeHead(400).end(complaint(`incorrect id format for ${wrong}`));
    else
      response.end(
        feed(
          ids.length,
          ids.map((id) => entry(id)),
        ),
      );
  });
  const asked = [idOf(0), idOf(1), wrong, idOf(2), idOf(3)];
  const records = await preprints.lookUp(asked.map(byId));
  expect(records.map(({ preprintId }) => preprintId)).toEqual(asked.filter((id) => id !== wrong));
});
