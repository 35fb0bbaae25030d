import { expect, test } from '@jest/globals';
import { addressOf } from './api-client.ts';

test('puts parameters into a path as one segment each, and the query behind it', () => {
  expect(addressOf('/api/workflows/{name}/points', { params: { name: 'a/b?' }, query: { q: 'x y', wave: 3 } })).toBe(
    '/api/workflows/a%2Fb%3F/points?q=x+y&wave=3',
  );
});

test('keeps the slashes of a parameter that spans them, and leaves out what is undefined', () => {
  expect(addressOf('/api/data/file/{filename...}', { params: { filename: 'a b/c' }, query: { q: undefined } })).toBe(
    '/api/data/file/a%20b/c',
  );
});
