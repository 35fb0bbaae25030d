import { expect, test } from '@jest/globals';
import { json, serve } from '../local-server.ts';
import { useLaboratory } from './laboratory.ts';

const laboratory = useLaboratory();
const ROUTE = 'provider.embeddings';

const embedding = (baseUrl?: string) => {
  const model = laboratory.models(baseUrl === undefined ? {} : { baseUrl }).embedding();
  if (model === undefined) throw new Error('no embedding model');
  return model;
};

test('embeds texts in batches, in order, as 32-bit floats', async () => {
  const texts = Array.from({ length: 300 }, (_, number) => `star${number} spectrum`);
  const vectors = await embedding().embed(texts);
  expect(vectors).toHaveLength(300);
  expect(laboratory.lab.requests({ route: ROUTE })).toHaveLength(3);
  for (const { body } of laboratory.lab.requests({ route: ROUTE }))
    expect(JSON.parse(body)).toMatchObject({ model: 'lab-embedding', encoding_format: 'base64' });
  const [alone] = await embedding().embed(['star299 spectrum']);
  expect(alone).toBeInstanceOf(Float32Array);
  expect(alone).toHaveLength(256);
  expect(vectors[299]).toEqual(alone);
  expect(vectors[298]).not.toEqual(alone);
});

test('sends fewer long texts per request', async () => {
  const long = 'spectrum '.repeat(10_000);
  await embedding().embed([long, long, long, 'short', 'short']);
  const sizes = laboratory.lab
    .requests({ route: ROUTE })
    .map(({ body }) => (JSON.parse(body) as { input: string[] }).input.length);
  expect(sizes).toEqual([2, 3]);
});

test('sends no request for an empty list', async () => {
  await expect(embedding().embed([])).resolves.toEqual([]);
  expect(laboratory.lab.requests({ route: ROUTE })).toEqual([]);
});

test('retries only the failed batch after transient failures', async () => {
  laboratory.lab.setFault(ROUTE, [{ kind: 'rate_limited', after: 1, times: 1 }]);
  await expect(embedding().embed(Array<string>(200).fill('star'))).resolves.toHaveLength(200);
  expect(laboratory.lab.requests({ route: ROUTE })).toHaveLength(3);
});

test('ends with the reason of the caller who stops it', async () => {
  const reason = new Error('enough');
  await expect(embedding().embed(['star'], AbortSignal.abort(reason))).rejects.toBe(reason);
});

const float = (...values: number[]) => Buffer.from(Float32Array.from(values).buffer).toString('base64');

test('accepts vectors in any order, and as lists of numbers from providers without base64', async () => {
  const data = [
    { index: 1, embedding: [0, 0.5] },
    { index: 0, embedding: float(1, 0.25) },
  ];
  const server = await serve((_, response) => json(response, { data }));
  const vectors = await embedding(server.origin).embed(['one', 'two']);
  expect(vectors).toEqual([Float32Array.from([1, 0.25]), Float32Array.from([0, 0.5])]);
});

test.each([
  ['no list', undefined],
  ['too few', [{ index: 0, embedding: float(1) }]],
  ['too many', [0, 1, 2].map((index) => ({ index, embedding: float(1) }))],
  ['one twice', [0, 0].map((index) => ({ index, embedding: float(1) }))],
  ['an empty one', [0, 1].map((index) => ({ index, embedding: '' }))],
  ['half a number', [0, 1].map((index) => ({ index, embedding: 'AAAAAAA=' }))],
  ['no number', [0, 1].map((index) => ({ index, embedding: float(NaN) }))],
  ['different lengths', [0, 1].map((index) => ({ index, embedding: float(...Array<number>(index + 1).fill(1)) }))],
])('refuses vectors that do not fit: %s', async (_, data) => {
  const server = await serve((_request, response) => json(response, { data }));
  await expect(embedding(server.origin).embed(['one', 'two'])).rejects.toMatchObject({ fault: 'malformed_answer' });
});
