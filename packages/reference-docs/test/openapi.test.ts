import { API_VERSION } from '@almagest/contracts';
import { expect, test } from '@jest/globals';
import { read } from '../src/checkout.ts';
import { OPENAPI_DOCUMENTS, renderOpenApi } from '../src/openapi.ts';

const FILES = Object.keys(OPENAPI_DOCUMENTS) as (keyof typeof OPENAPI_DOCUMENTS)[];

test.each(FILES)('%s is what `npm run docs` writes and what the service serves', async (file) => {
  const committed = read(file);
  // Not as two texts: a difference of a megabyte would be shown whole.
  const same = committed === (await renderOpenApi(file));
  expect([file, same]).toEqual([file, true]);
  expect(JSON.parse(committed)).toMatchObject({ openapi: '3.1.0', info: { version: API_VERSION } });
});

test('the interfaces have the version of the release, and the list of changes has it too', () => {
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  expect(API_VERSION).toBe(version);
  expect(/^## (\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});
