import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { createEdge } from '../src/http/http-edge.ts';
import { BODY_LIMIT, LONG_TEXT, SmallEdge } from './small-edge.ts';

const edge = new SmallEdge();
let url: string;
beforeAll(async () => {
  await edge.start();
  ({ url } = edge);
});
afterAll(() => edge.stop());
beforeEach(() => edge.forget());

const { seen } = edge;
const store = edge.store.bind(edge);
const GOOD = '{"n":1}';

describe('a request', () => {
  test('reaches its handler with all parts checked and converted', async () => {
    const headers = { authorization: 'Bearer t' };
    expect(await store(GOOD, { path: '/api/things/a%20b?limit=7', headers })).toEqual({
      status: 200,
      body: { params: { name: 'a b' }, query: { limit: 7 }, body: { n: 1 }, caller: 'Bearer t for store' },
    });
  });

  test('is authenticated first, then limited, and only then read and handled', async () => {
    await store(GOOD);
    expect(seen.steps).toEqual(['authenticate', 'before', 'handle']);
    seen.steps = [];
    const { status } = await store('{broken', { headers: { authorization: 'Bearer wrong' } });
    expect([status, seen.steps]).toEqual([401, ['authenticate']]);
  });

  test('may contain slashes in parameters that allow them', async () => {
    const answer = await fetch(`${url}/files/a/b%20c/d`);
    expect([answer.status, await answer.text()]).toEqual([200, 'a/b c/d']);
  });

  test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', ''])(
    'is read as JSON with the content type %j',
    async (type) => {
      expect((await store(GOOD, { headers: { 'content-type': type } })).status).toBe(200);
    },
  );
});

describe('a response', () => {
  async function encodingOf(path: string, accepted: string): Promise<string | null> {
    const response = await fetch(`${url}/files/${path}`, { headers: { 'accept-encoding': accepted } });
    expect(await response.text()).toBe(path === 'short' ? 'short' : LONG_TEXT);
    return response.headers.get('content-encoding');
  }

  test('is compressed if it is long and the client accepts it', async () => {
    expect(await encodingOf('long', 'gzip')).toBe('gzip');
    expect(await encodingOf('long', 'gzip, br')).toBe('br');
    expect(await encodingOf('long', 'identity')).toBeNull();
    expect(await encodingOf('short', 'gzip')).toBeNull();
  });

  test('to a node skips the compression', async () => {
    const varies = async (path: string) =>
      (await fetch(url + path, { method: 'POST', body: GOOD })).headers.get('vary');
    expect([await varies('/api/things/x'), await varies('/api/node/claim')]).toEqual(['Accept-Encoding', null]);
  });

  test('that supports ranges is sent uncompressed', async () => {
    expect(await encodingOf('parts', 'gzip')).toBeNull();
  });
});

describe('a body', () => {
  test.each([
    ['no body', undefined, 400, 'the body is missing. Expected a JSON object'],
    ['broken JSON', '{"n":', 400, /^the body is not valid JSON: /],
    ['a text', '"n"', 400, 'body: must be object'],
    ['a number', '5', 400, 'body: must be object'],
    ['null', 'null', 400, 'body: must be object'],
    ['a field of the wrong type', '{"n":"1"}', 400, 'body: n: must be integer'],
    ['a missing field', '{}', 400, "body: must have required property 'n'"],
    ['an unknown field', '{"n":1,"m":2}', 400, /^body: unknown key "m"/],
    ['a list', '[]', 400, 'body: must be object'],
  ])('that is %s is refused with the reason', async (_what, body, status, message) => {
    const answer = await store(body);
    expect(answer).toEqual({
      status,
      body: {
        success: false,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
        data: null,
      },
    });
    expect(seen.steps).not.toContain('handle');
  });

  const padded = (bytes: number) => GOOD.padEnd(bytes);
  test('may be exactly as large as the limit, compressed or not', async () => {
    expect((await store(padded(BODY_LIMIT))).status).toBe(200);
    const tooLarge = { status: 413, body: expect.objectContaining({ message: 'the body is larger than 256 bytes' }) };
    expect(await store(padded(BODY_LIMIT + 1))).toEqual(tooLarge);
    const headers = { 'content-encoding': 'gzip' };
    expect((await store(new Uint8Array(gzipSync(padded(BODY_LIMIT))), { headers })).status).toBe(200);
    expect(await store(new Uint8Array(gzipSync(padded(1_000_000))), { headers })).toEqual(tooLarge);
  });

  test.each([
    ['/api/things/toolong', 'path: name: must NOT have more than 5 characters'],
    ['/api/things/x?limit=10', 'query: limit: must be <= 9'],
    ['/api/things/x?limt=1', "unknown query parameter 'limt'. The parameters are limit"],
    ['/api/things/x?limit=ten', "query parameter limit is 'ten'. Expected an integer"],
    ['/api/things/x?limit=1&limit=2', 'query parameter limit must be given once, as plain text'],
    ['/api/things/x?limit[a]=1', 'query parameter limit must be given once, as plain text'],
    ['/api/things/%zz', 'the path is not valid percent-encoding'],
  ])('does not replace an invalid path or query parameter: %s', async (path, message) => {
    expect(await store(GOOD, { path })).toEqual({ status: 400, body: { success: false, message, data: null } });
  });
});

describe('a failure', () => {
  test('is worded in the style of its operation', async () => {
    const answers = await Promise.all([
      fetch(`${url}/api/node/claim`, { method: 'POST', body: '{}' }),
      fetch(`${url}/api/node/claim`),
      fetch(`${url}/api/things/x`),
      fetch(`${url}/files/%zz`),
    ]);
    expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))).toEqual([
      [400, '{"status":"error","message":"body: must have required property \'n\'"}'],
      [404, '{"status":"error","message":"no operation answers GET /api/node/claim"}'],
      [404, '{"success":false,"message":"no operation answers GET /api/things/x","data":null}'],
      [400, 'the path is not valid percent-encoding'],
    ]);
  });

  test('that is a fault is logged once with the request id, and the client gets only the id', async () => {
    const answer = await fetch(`${url}/api/things/boom`, {
      method: 'POST',
      body: GOOD,
      headers: { 'x-request-id': 'given' },
    });
    const text = await answer.text();
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([500, 'given']);
    expect(text).toContain('request id');
    expect(text).not.toContain('hunter2');
    await until(() => seen.lines.length === 2);
    expect(seen.lines.filter(({ level }) => level === 50)).toEqual([
      expect.objectContaining({
        msg: 'request failed',
        req_id: 'given',
        err: expect.objectContaining({ message: 'hunter2' }),
      }),
    ]);
  });
});

describe('a response', () => {
  test('has the headers that protect browsers, and no header that names the server', async () => {
    for (const path of ['/healthz', '/nowhere']) {
      const { headers } = await fetch(url + path);
      expect(headers.get('content-security-policy')).toMatch(/default-src 'self'.*object-src 'none'/);
      // `upgrade-insecure-requests` would stop a console on plain HTTP from loading its own scripts.
      expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect([headers.get('x-powered-by'), headers.get('etag'), headers.get('server')]).toEqual([null, null, null]);
    }
  });

  test('in JSON is not cached and has its length in bytes', async () => {
    const answer = await fetch(`${url}/healthz`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { headers } = await fetch(`${url}/api/things/é`, { method: 'POST', body: GOOD });
    expect(headers.get('content-length')).toBe(
      String(Buffer.byteLength('{"params":{"name":"é"},"query":{},"body":{"n":1},"caller":"anyone for store"}')),
    );
  });

  test('has the request id, or a new one if that is invalid', async () => {
    const idFor = async (id?: string) =>
      (await fetch(`${url}/healthz`, { headers: id === undefined ? {} : { 'x-request-id': id } })).headers.get(
        'x-request-id',
      );
    expect([await idFor('abc.DEF_1-2'), await idFor('x'.repeat(64))]).toEqual(['abc.DEF_1-2', 'x'.repeat(64)]);
    const own = await Promise.all([idFor(), idFor(), idFor('with space'), idFor('x'.repeat(65)), idFor('{"a":1}')]);
    expect(own.every((id) => /^[\da-f]{8}-\d+$/.test(id ?? ''))).toBe(true);
    expect(new Set(own).size).toBe(own.length);
  });
});

describe('behind a proxy', () => {
  test.each([
    [undefined, '127.0.0.1'],
    ['off', '127.0.0.1'],
    ['loopback', '192.0.2.2'],
    ['1', '192.0.2.2'],
    ['2', '192.0.2.1'],
    ['on', '192.0.2.1'],
    ['loopback, 192.0.2.0/24', '192.0.2.1'],
  ])('the client address with TRUST_PROXY %s is %s', async (trustProxy, address) => {
    const app = createEdge({ ...edge.options, trustProxy });
    const own = app.listen(0, '127.0.0.1');
    await once(own, 'listening');
    const { port } = own.address() as { port: number };
    const headers = { 'x-forwarded-for': '192.0.2.1, 192.0.2.2' };
    const answer = await fetch(`http://127.0.0.1:${port}/api/node/claim`, { method: 'POST', body: GOOD, headers });
    expect(await answer.json()).toEqual({ ip: address });
    own.close();
    own.closeAllConnections();
  });
});
