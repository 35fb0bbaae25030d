import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Operation } from '@almagest/contracts';
import type { RequestHandler } from 'express';
import { once } from 'node:events';
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { createEdge, JsonItems, type EdgeOptions } from '../src/http-edge.ts';
import { listen, type RunningServer } from '../src/http-server.ts';
import { openMetrics } from '../src/metrics.ts';
import { blame } from '../src/outage.ts';
import { Refusal } from '../src/refusal.ts';
import { operations, type Operations } from './small-contract.ts';
import { until } from './until.ts';

const BODY_LIMIT = 256;

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly req_id: string;
  readonly path?: string;
  readonly status?: number;
  readonly cut?: boolean;
  readonly caller?: string;
  readonly client?: string;
  readonly cause?: string;
  readonly err?: { readonly message: string };
}
let lines: LogLine[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) });
const { registry, requests } = openMetrics();
/** The steps of a request, in the order in which they were taken. */
let steps: string[] = [];
let asked: http.IncomingMessage[] = [];

const limiter: RequestHandler = (_req, _res, next) => {
  steps.push('before');
  next();
};

const options: Omit<EdgeOptions<Operations, string>, 'trustProxy'> = {
  operations,
  log,
  requests,
  nameCaller: (caller) => caller.replace('Bearer ', 'node '),
  bodyLimitBytes: BODY_LIMIT,
  before: { store: [limiter] },
  authenticate: ({ operationId }: Operation, req) => {
    steps.push('authenticate');
    if (req.headers.authorization === 'Bearer wrong') throw new Refusal('unauthenticated', 'who are you?');
    return `${req.headers.authorization ?? 'anyone'} for ${operationId}`;
  },
  handlers: {
    store: ({ params, query, body, caller }) => {
      steps.push('handle');
      if (params.name === 'boom') throw new Error('hunter2');
      if (params.name === 'away') throw blame('database', new Error('connect ECONNREFUSED'));
      if (params.name === 'list') return new JsonItems(endless());
      return { params, query, body, caller };
    },
    claim: ({ req }) => ({ ip: req.ip ?? '' }),
    readFile: ({ params, req, res }) => {
      if (params.path !== 'slow') return void res.type('text/plain').send(params.path);
      res.write('begun');
      asked.push(req);
    },
    readHealth: () => ({ status: 'ok' }),
  },
};

async function* endless(): AsyncGenerator<string> {
  for (;;) {
    yield 'x'.repeat(65_536);
    await new Promise(setImmediate);
  }
}

let server: RunningServer;
let url: string;
beforeAll(async () => {
  server = await listen(createEdge({ ...options, trustProxy: undefined }), {
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
  });
  url = `http://127.0.0.1:${server.port}`;
});
afterAll(() => server.stop());
beforeEach(() => {
  lines = [];
  steps = [];
  asked = [];
});

/** Sends a body to the operation `store`, as it stands. */
async function store(
  body: string | Uint8Array<ArrayBuffer> | undefined,
  { path = '/api/things/x', headers = {} } = {},
) {
  const answer = await fetch(url + path, { method: 'POST', headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, body: (await answer.json()) as { success?: boolean; message?: string } };
}
const GOOD = '{"n":1}';

describe('a request', () => {
  test('reaches its handler with all its parts checked and converted', async () => {
    const headers = { authorization: 'Bearer t' };
    expect(await store(GOOD, { path: '/api/things/a%20b?limit=7', headers })).toEqual({
      status: 200,
      body: { params: { name: 'a b' }, query: { limit: 7 }, body: { n: 1 }, caller: 'Bearer t for store' },
    });
  });

  test('is authenticated first, then limited, and only then read and handled', async () => {
    await store(GOOD);
    expect(steps).toEqual(['authenticate', 'before', 'handle']);
    steps = [];
    const { status } = await store('{broken', { headers: { authorization: 'Bearer wrong' } });
    expect([status, steps]).toEqual([401, ['authenticate']]);
  });

  test('may hold slashes where its path says so', async () => {
    const answer = await fetch(`${url}/files/a/b%20c/d`);
    expect([answer.status, await answer.text()]).toEqual([200, 'a/b c/d']);
  });

  test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', ''])(
    'is read as JSON whatever it calls itself: %j',
    async (type) => {
      expect((await store(GOOD, { headers: { 'content-type': type } })).status).toBe(200);
    },
  );
});

describe('a body', () => {
  test.each([
    ['no body', undefined, 400, 'the body is missing; expected a JSON object'],
    ['broken JSON', '{"n":', 400, /^the body is no valid JSON: /],
    ['a text', '"n"', 400, /^the body is no valid JSON: /],
    ['a field of the wrong type', '{"n":"1"}', 400, 'body: n: must be integer'],
    ['a missing field', '{}', 400, "body: must have required property 'n'"],
    ['a field that nobody knows', '{"n":1,"m":2}', 400, /^body: unknown key "m"/],
    ['a list', '[]', 400, 'body: must be object'],
  ])('that is %s is refused and says why', async (_what, body, status, message) => {
    const answer = await store(body);
    expect(answer).toEqual({
      status,
      body: {
        success: false,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
        data: null,
      },
    });
    expect(steps).not.toContain('handle');
  });

  const padded = (bytes: number) => GOOD.padEnd(bytes);
  test('may be as large as the limit and not a byte more, compressed or not', async () => {
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
    ['/api/things/x?limt=1', "unknown query parameter 'limt'; the parameters are limit"],
    ['/api/things/x?limit=ten', "query parameter limit is 'ten'; expected an integer"],
    ['/api/things/x?limit=1&limit=2', 'query parameter limit must be given once, as plain text'],
    ['/api/things/x?limit[a]=1', 'query parameter limit must be given once, as plain text'],
    ['/api/things/%zz', 'the path is no valid percent-encoding'],
  ])('does not make good what is wrong with its address: %s', async (path, message) => {
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
      [400, 'the path is no valid percent-encoding'],
    ]);
  });

  test('that is ours is logged once under the id of the request, and tells the client nothing else', async () => {
    const answer = await fetch(`${url}/api/things/boom`, {
      method: 'POST',
      body: GOOD,
      headers: { 'x-request-id': 'given' },
    });
    const text = await answer.text();
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([500, 'given']);
    expect(text).toContain('request id');
    expect(text).not.toContain('hunter2');
    await until(() => lines.length === 2);
    expect(lines.filter(({ level }) => level === 50)).toEqual([
      expect.objectContaining({
        msg: 'request failed',
        req_id: 'given',
        err: expect.objectContaining({ message: 'hunter2' }),
      }),
    ]);
  });

  test('of a part that is away is told with its name, counted apart, and its fault is logged once', async () => {
    registry.resetMetrics();
    for (let time = 0; time < 3; time += 1) {
      const answer = await fetch(`${url}/api/things/away`, { method: 'POST', body: GOOD });
      expect([answer.status, Number(answer.headers.get('retry-after')) > 0, await answer.json()]).toEqual([
        503,
        true,
        { success: false, message: 'the database does not answer; try again in a while', data: null },
      ]);
    }
    await until(() => lines.filter(({ msg }) => msg === 'request').length === 3);
    expect(lines.filter(({ level }) => level === 50)).toHaveLength(1);
    expect(lines.filter(({ cause }) => cause === 'database')).toHaveLength(3);
    expect((await requests.failures.get()).values).toEqual([
      { labels: { operation: 'store', cause: 'database' }, value: 3 },
    ]);
  });
});

describe('a caller that hangs up', () => {
  test('in the midst of a list is no fault', async () => {
    registry.resetMetrics();
    const asking = http.request(`${url}/api/things/list`, { method: 'POST' });
    asking.on('error', () => undefined);
    asking.on('response', (answer) => answer.once('data', () => asking.destroy()));
    asking.end(GOOD);
    await until(() => lines.length > 0);
    expect(lines).toEqual([expect.objectContaining({ level: 30, msg: 'request', status: 200, cut: true })]);
    expect((await requests.failures.get()).values).toEqual([]);
  });

  test('before its request is whole is no fault either, and was answered nothing', async () => {
    const asking = http.request(`${url}/api/things/x`, { method: 'POST', headers: { 'content-length': '100' } });
    asking.on('error', () => undefined);
    asking.write('{"n":');
    await until(() => steps.includes('before'));
    asking.destroy();
    await until(() => lines.length > 0);
    expect(lines).toEqual([expect.objectContaining({ level: 30, msg: 'request', status: 499, cut: true })]);
  });
});

describe('an answer', () => {
  test('carries the headers that protect a browser, and none that tells what answers', async () => {
    for (const path of ['/healthz', '/nowhere']) {
      const { headers } = await fetch(url + path);
      expect(headers.get('content-security-policy')).toMatch(/default-src 'self'.*object-src 'none'/);
      // With it a console on plain HTTP could not load its own scripts.
      expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect([headers.get('x-powered-by'), headers.get('etag'), headers.get('server')]).toEqual([null, null, null]);
    }
  });

  test('in JSON is not kept by caches and says its length in bytes', async () => {
    const answer = await fetch(`${url}/healthz`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { headers } = await fetch(`${url}/api/things/é`, { method: 'POST', body: GOOD });
    expect(headers.get('content-length')).toBe(
      String(Buffer.byteLength('{"params":{"name":"é"},"query":{},"body":{"n":1},"caller":"anyone for store"}')),
    );
  });

  test('carries the id that came with the request, or one of its own where that would not do', async () => {
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

describe('the log and the metrics', () => {
  test('have a line and a count for each request, without its query', async () => {
    registry.resetMetrics();
    await store(GOOD, { path: '/api/things/x?limit=1', headers: { 'x-request-id': 'mine' } });
    await fetch(`${url}/nowhere?token=hunter2`);
    await until(() => lines.length === 2);
    const client = '127.0.0.1';
    const mine = { level: 30, req_id: 'mine', method: 'POST', path: '/api/things/x', status: 200, client };
    expect(lines).toEqual([
      expect.objectContaining({ ...mine, caller: 'anyone for store' }),
      expect.objectContaining({ level: 30, method: 'GET', path: '/nowhere', status: 404, caller: 'anonymous', client }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    const { values } = await requests.durations.get();
    const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'));
    expect(counts.map(({ labels, value }) => [labels.operation, labels.status, value])).toEqual([
      ['store', 200, 1],
      ['none', 404, 1],
    ]);
  });

  test('name who was let in, and nobody where the credentials were wrong', async () => {
    await store(GOOD, { headers: { authorization: 'Bearer n1' } });
    await store(GOOD, { headers: { authorization: 'Bearer wrong' } });
    await until(() => lines.length === 2);
    expect(lines.map(({ status, caller }) => [status, caller])).toEqual([
      [200, 'node n1 for store'],
      [401, 'anonymous'],
    ]);
  });

  test('do not fill up with the questions of a supervisor', async () => {
    await fetch(`${url}/healthz`);
    await until(() => lines.length === 1);
    expect(lines).toEqual([expect.objectContaining({ level: 20, path: '/healthz' })]);
  });

  test('tell of an answer that was cut', async () => {
    const asking = http.get(`${url}/files/slow`);
    asking.on('error', () => undefined);
    await until(() => asked.length === 1);
    asking.destroy();
    await until(() => lines.length === 1);
    expect(lines).toEqual([expect.objectContaining({ path: '/files/slow', cut: true })]);
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
  ])('the address of a client is, with TRUST_PROXY %s, %s', async (trustProxy, address) => {
    const app = createEdge({ ...options, trustProxy });
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
