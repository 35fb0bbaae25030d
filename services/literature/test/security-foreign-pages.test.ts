import type http from 'node:http';
import { raw } from '@almagest/test-kit/raw-http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startReplica } from './replica.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let port: string;
let wide: { readonly url: string; stop(): Promise<void> };
let guarded: typeof wide;
beforeAll(async () => {
  world = await openWorld({ worker: false });
  ({ port } = new URL(world.url));
  wide = await startReplica(world, { ALLOW_OPEN: '1' });
  guarded = await startReplica(world, { API_TOKEN: 'a-token' });
});
afterAll(async () => {
  await wide.stop();
  await guarded.stop();
  await world.close();
});

/** Requests that another site's page can send without a preflight: a form, an image and a plain POST. */
const note = (headers: http.OutgoingHttpHeaders, url = world.url) =>
  raw(url, {
    method: 'POST',
    path: '/api/sync/meta/run',
    headers: { 'content-type': 'text/plain', ...headers },
    body: '{',
  });
const library = (headers: http.OutgoingHttpHeaders, url = world.url) => raw(url, { path: '/api/library', headers });

test.each<[string, http.OutgoingHttpHeaders]>([
  ['another site', { origin: 'https://elsewhere.example' }],
  ['a file, or a frame without an origin', { origin: 'null' }],
  ['another server on this machine', { origin: 'http://127.0.0.1:1' }],
  ['another site that requests an image', { 'sec-fetch-site': 'cross-site' }],
  ['another port, which browsers treat as the same site', { 'sec-fetch-site': 'same-site' }],
])('without a token, a page of %s cannot read or change anything', async (_whose, headers) => {
  for (const answer of [await note(headers), await library(headers), await note(headers, wide.url)]) {
    expect(answer).toMatchObject({ status: 401, text: expect.stringContaining('cross-origin') });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  }
});

test('without a token, the reader and programs are allowed', async () => {
  const host = `127.0.0.1:${port}`;
  for (const headers of [
    {},
    { origin: `http://${host}` },
    { origin: `https://${host}` },
    { 'sec-fetch-site': 'none' },
  ]) {
    expect((await library({ host, ...headers })).status).toBe(200);
    expect((await note({ host, ...headers })).status).toBe(400);
  }
  // With a proxy, the host name differs from the browser's, and the browser's headers decide.
  expect((await library({ origin: 'https://public.example', 'sec-fetch-site': 'same-origin' })).status).toBe(200);
});

test.each([
  ['localhost', 200],
  ['LOCALHOST:8000', 200],
  ['127.0.0.1', 200],
  ['[::1]:8000', 200],
  ['10.1.2.3:8000', 200],
  ['rebound.example', 401],
  ['rebound.example:8000', 401],
  ['localhost.rebound.example', 401],
  ['127.0.0.1.rebound.example', 401],
])('without a token, a page that reaches the service as %s gets %i', async (host, status) => {
  expect((await library({ host, 'sec-fetch-site': 'same-origin' })).status).toBe(status);
  // This operator allows all host names.
  expect((await library({ host, 'sec-fetch-site': 'same-origin' }, wide.url)).status).toBe(200);
});

test('with a token, only the token counts, because no other site knows it', async () => {
  const foreign = { host: 'library.example', origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  expect((await library({ ...foreign, authorization: 'Bearer a-token' }, guarded.url)).status).toBe(200);
  expect((await library(foreign, guarded.url)).status).toBe(401);
});
