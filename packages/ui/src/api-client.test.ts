import { expect, test } from '@jest/globals';
import { addressOf } from './api-client.ts';

test('escapes path parameters as single segments and appends the query', () => {
  expect(addressOf('/api/workflows/{name}/points', { params: { name: 'a/b?' }, query: { q: 'x y', wave: 3 } })).toBe(
    '/api/workflows/a%2Fb%3F/points?q=x+y&wave=3',
  );
});

test('keeps the slashes of multi-segment parameters and drops undefined values', () => {
  expect(addressOf('/api/data/file/{filename...}', { params: { filename: 'a b/c' }, query: { q: undefined } })).toBe(
    '/api/data/file/a%20b/c',
  );
});
