import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { openLocalServer, type Received } from '@almagest/test-kit/local-server';
import { afterEach, describe, expect, test } from '@jest/globals';
import { FormData, HttpClient, type HttpRequest, type HttpTimeouts } from '../src/index.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function serve(answer: (request: Received, response: ServerResponse) => void) {
  const server = await openLocalServer(answer);
  closers.push(() => server.close());
  return server;
}

const exchanges: [string, boolean][] = [];
function openClient(
  timeouts: Partial<HttpTimeouts> = {},
  followsRedirects = true,
  more: Partial<ConstructorParameters<typeof HttpClient>[0]> = {},
): HttpClient {
  exchanges.length = 0;
  const client = new HttpClient({
    ...more,
    timeouts: { connectMs: 5000, headersMs: 5000, idleMs: 5000, totalMs: 10_000, ...timeouts },
    followsRedirects,
    onExchange: (url, served) => exchanges.push([URL.parse(url)?.pathname ?? url, served]),
  });
  closers.push(() => client.close());
  return client;
}

const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({ url, maxBytes: 10_000, ...more });
const failing = (fault: string) => expect.objectContaining({ name: 'HttpError', fault });
const hello = () => serve((_, response) => void response.end('hello'));

test.each([
  'file:///etc/passwd',
  'ftp://example.org/x',
  'data:text/plain,x',
  'http://me@127.0.0.1/',
  'http://:secret@127.0.0.1/',
  'nonsense',
])('%s is not fetched, directly or after a redirect', async (address) => {
  const server = await serve((_, response) => void response.writeHead(301, { location: address }).end());
  const client = openClient();
  await expect(client.text(get(address))).rejects.toEqual(failing('invalid_address'));
  if (address === 'nonsense') return;
  await expect(client.text(get(server.origin))).rejects.toEqual(failing('invalid_address'));
});

test('eight redirects are followed, but not a ninth', async () => {
  const server = await serve(({ path }, response) => {
    const left = Number(path.slice(1));
    if (left === 0) response.end('there');
    else response.writeHead([301, 302, 303, 307, 308][left % 5] ?? 0, { location: `/${left - 1}` }).end('moved');
  });
  const client = openClient();
  const answer = await client.text(get(`${server.origin}/8#part`));
  expect(answer).toMatchObject({ text: 'there', address: `${server.origin}/0` });
  await expect(client.text(get(`${server.origin}/9`))).rejects.toEqual(failing('too_many_redirects'));
});

test('a redirect that the caller rejects is the response', async () => {
  const server = await serve((_, response) => void response.writeHead(307, { location: '/abs/1' }).end());
  const client = openClient();
  const answer = await client.text(
    get(`${server.origin}/html/1`, { follows: ({ pathname }) => pathname.startsWith('/html/') }),
  );
  expect(answer).toMatchObject({ status: 307, address: `${server.origin}/abs/1` });
  expect(server.received).toHaveLength(1);
});

test('the key follows a redirect within its origin but not to another origin', async () => {
  const other = await hello();
  const server = await serve(({ path }, response) => {
    response.writeHead(302, { location: path === '/a' ? '/b' : other.origin }).end();
  });
  const client = openClient();
  await client.text(get(`${server.origin}/a`, { bearer: 'key' }));
  expect(server.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer key', 'Bearer key']);
  await client.text(get(other.origin));
  expect(other.received.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
});

test.each([
  [302, undefined],
  [201, '/elsewhere'],
])('a response with status %i and location %s is not a redirect', async (status, location) => {
  const server = await serve((_, response) => {
    response.writeHead(status, location === undefined ? {} : { location }).end();
  });
  const answer = await openClient().text(get(`${server.origin}/a#part`));
  expect(answer).toMatchObject({ status, address: `${server.origin}/a` });
});

test('a POST is not sent again after a redirect', async () => {
  const server = await serve((_, response) => void response.writeHead(308, { location: '/again' }).end());
  const client = openClient();
  const answer = await client.text(get(server.origin, { method: 'POST', body: 'a=b' }));
  expect(answer.status).toBe(308);
  expect(server.received.map(({ method, body }) => [method, body])).toEqual([['POST', 'a=b']]);
});

test('a proxy of the environment is not used', async () => {
  const [proxy, server] = [await hello(), await hello()];
  const before = { ...process.env };
  Object.assign(process.env, { http_proxy: proxy.origin, HTTP_PROXY: proxy.origin, NODE_USE_ENV_PROXY: '1' });
  try {
    await openClient().text(get(server.origin));
  } finally {
    process.env = before;
  }
  expect(proxy.received).toHaveLength(0);
});

describe('a client that uses proxies', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = before;
  });
  const given = (proxy: string) => {
    const others = Object.entries(before).filter(([name]) => !/_proxy$/i.test(name));
    process.env = { ...Object.fromEntries(others), HTTP_PROXY: proxy };
  };

  test('reads an address without a scheme', async () => {
    const proxy = await serve((_, response) => void response.writeHead(502).end());
    given(new URL(proxy.origin).host);
    await openClient({}, true, { usesProxies: true }).text(get('http://coordinator.invalid/x'));
    expect(proxy.received).toHaveLength(1);
  });

  test.each(['socks5://h:1', 'http://', 'h h:3128'])('says that %s is not an address', (address) => {
    given(address);
    expect(() => openClient({}, true, { usesProxies: true })).toThrow('HTTP_PROXY is not the address of an HTTP proxy');
  });
});

test('responses are decompressed, unless the caller requests no compression', async () => {
  const five = Array<string>(5).fill('gzip');
  const packed = five.reduce((bytes) => gzipSync(bytes), Buffer.from('packed'));
  const server = await serve(({ path, headers }, response) => {
    if (path === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed'));
    else if (path === '/five') response.writeHead(200, { 'content-encoding': five.join() }).end(packed);
    else if (path === '/identity') response.writeHead(200, { 'content-encoding': 'identity' }).end('unpacked');
    else if (path === '/br') response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('packed'));
    else response.end(headers['accept-encoding']);
  });
  const client = openClient();
  await expect(client.text(get(`${server.origin}/gzip`))).resolves.toMatchObject({ text: 'packed' });
  await expect(client.text(get(`${server.origin}/five`))).resolves.toMatchObject({ text: 'packed' });
  await expect(client.text(get(`${server.origin}/br`))).resolves.toMatchObject({ text: 'packed' });
  await expect(client.text(get(`${server.origin}/identity`))).resolves.toMatchObject({ text: 'unpacked' });
  await expect(client.text(get(server.origin))).resolves.toMatchObject({ text: 'gzip, br' });
  await expect(client.text(get(server.origin, { unpacked: true }))).resolves.toMatchObject({ text: 'identity' });
});

test.each([
  ['many times', Array(1_000).fill('gzip').join(','), 'compressed 1000 times, more than 5'],
  ['in a way that was not requested', 'zstd', 'compressed with zstd'],
])('an answer that claims to be compressed %s is refused without being unpacked', async (_how, encoding, message) => {
  const { origin } = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(gzipSync('packed'));
  });
  await expect(openClient().text(get(origin))).rejects.toThrow(message);
});

test('a response over the limit is not read: announced, streamed, or compressed', async () => {
  const closed: Promise<unknown>[] = [];
  const server = await serve(({ path }, response) => {
    closed.push(once(response, 'close'));
    if (path === '/announced') response.writeHead(200, { 'content-length': 10_001 }).flushHeaders();
    else if (path === '/packed')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1e6)));
    else {
      // Never ends.
      const more = () => void (response.write(Buffer.alloc(4000)) ? setImmediate(more) : response.once('drain', more));
      more();
    }
  });
  const client = openClient({ idleMs: 600_000, totalMs: Infinity });
  for (const path of ['/announced', '/packed', '/endless'])
    await expect(client.text(get(server.origin + path))).rejects.toEqual(failing('too_large'));
  await Promise.all(closed);
});

test('a response of exactly the limit is read, even if its compressed form is larger', async () => {
  const server = await serve(({ path }, response) => {
    const packed = gzipSync('x'.repeat(10_000), { level: 0 });
    if (path === '/packed')
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed);
    else response.end('x'.repeat(10_000));
  });
  for (const path of ['/plain', '/packed']) {
    const { text } = await openClient().text(get(server.origin + path));
    expect(text).toHaveLength(10_000);
  }
});

test('a response that ends before its announced length or within its compression fails', async () => {
  const server = await serve(({ path }, response) => {
    if (path === '/packed')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1000)).subarray(0, 20));
    else {
      response.writeHead(200, { 'content-length': '100' });
      response.write('only this', () => response.destroy());
    }
  });
  const client = openClient();
  for (const path of ['/cut', '/packed'])
    await expect(client.text(get(server.origin + path))).rejects.toEqual(failing('cut_off'));
});

test('timeouts apply before the response, within it, and over the whole exchange', async () => {
  const server = await serve(({ path }, response) => {
    if (path !== '/never') response.write('begun');
    if (path === '/drip') {
      const timer = setInterval(() => void response.write('.'), 10);
      response.on('close', () => clearInterval(timer));
    }
  });
  const told = (message: string) =>
    expect.objectContaining({ fault: 'timeout', message: expect.stringContaining(message) });
  const long = openClient({ headersMs: 200, idleMs: 200, totalMs: 20_000 });
  await expect(long.text(get(`${server.origin}/never`))).rejects.toEqual(told('no answer'));
  await expect(long.text(get(`${server.origin}/idle`))).rejects.toEqual(told('no more data'));
  const ofRequest = { ...get(`${server.origin}/never`), headersMs: 200 };
  await expect(openClient({ headersMs: 60_000 }).text(ofRequest)).rejects.toEqual(told('within 0.2 s'));
  const hasty = openClient({ totalMs: 500 });
  for (const path of ['/never', '/idle', '/drip'])
    await expect(hasty.text(get(server.origin + path))).rejects.toEqual(told('did not finish within 0.5 s'));
});

test('a refused connection is a network failure that names the host', async () => {
  const client = openClient();
  for (const scheme of ['http', 'https'])
    await expect(client.text(get(`${scheme}://127.0.0.1:9/`))).rejects.toEqual(
      expect.objectContaining({ fault: 'network', message: expect.stringContaining('127.0.0.1:9') }),
    );
});

test('the caller can abort at any time, and gets its own reason', async () => {
  const reason = { told: 'by the caller' };
  const begun = new AbortController();
  const server = await serve(({ path }, response) => {
    if (path === '/body') response.write('begun');
    else begun.abort(reason);
  });
  const client = openClient();
  await expect(client.text(get(server.origin, { signal: begun.signal }))).rejects.toBe(reason);
  const reading = new AbortController();
  const read = client.exchange(get(`${server.origin}/body`, { signal: reading.signal }), async ({ body }) => {
    for await (const _ of body) reading.abort(reason);
  });
  await expect(read).rejects.toBe(reason);
});

test('an error of the reader is not reported as a network failure', async () => {
  const server = await serve((_, response) => void response.end('x'));
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const read = openClient().exchange(get(server.origin), () => Promise.reject(full));
  await expect(read).rejects.toBe(full);
});

test('a partly read response releases its connection', async () => {
  const closed: Promise<unknown>[] = [];
  const server = await serve((_, response) => {
    closed.push(once(response, 'close'));
    response.write('x'.repeat(100));
  });
  const client = openClient({ idleMs: 600_000, totalMs: Infinity });
  await client.exchange(get(server.origin), () => Promise.resolve());
  await closed[0];
});

test('a followed redirect releases its connection', async () => {
  const server = await serve(({ path }, response) => {
    if (path === '/b') response.end('there');
    else response.writeHead(302, { location: '/b' }).end('x'.repeat(1_000_000));
  });
  const client = openClient({}, true, { connections: 1 });
  expect(await client.text(get(`${server.origin}/a`))).toMatchObject({ status: 200, text: 'there' });
});

test('a closed client has aborted its running exchanges', async () => {
  const server = await serve((_, response) => void response.write('begun'));
  const client = openClient();
  const { body } = await client.send(get(server.origin));
  await client.close();
  const read = async () => {
    for await (const _ of body);
  };
  await expect(read()).rejects.toEqual(failing('cut_off'));
});

test('a client that follows no redirects returns a redirect as the response', async () => {
  const server = await serve((_, response) => void response.writeHead(302, { location: '/b' }).end());
  const { status, address } = await openClient({}, false).text(get(`${server.origin}/a`));
  expect({ status, address }).toEqual({ status: 302, address: `${server.origin}/a` });
});

test('forms are sent, and cookies are returned separately', async () => {
  const server = await serve((_, response) => void response.setHeader('set-cookie', ['a=1, 2', 'b=3']).end('ok'));
  const form = new FormData();
  form.set('report', 'whole');
  const { cookies } = await openClient().text(get(server.origin, { method: 'POST', body: form }));
  expect(cookies).toEqual(['a=1, 2', 'b=3']);
  expect(server.received[0]?.headers['content-type']).toMatch(/^multipart\/form-data/);
  expect(server.received[0]?.body).toContain('whole');
});

test('a request may have its own time limit', async () => {
  const server = await serve(() => undefined);
  const client = openClient({ totalMs: Infinity });
  await expect(client.text(get(server.origin, { totalMs: 300 }))).rejects.toMatchObject({
    fault: 'timeout',
    message: expect.stringContaining('did not finish within 0.3 s'),
  });
});

test('each exchange counts as served or not, unless its caller aborted it', async () => {
  const stop = new AbortController();
  const server = await serve(({ path }, response) => {
    if (path === '/cut') response.destroy();
    else if (path === '/stop') stop.abort(new Error('enough'));
    else response.writeHead(Number(path.slice(1))).end();
  });
  const client = openClient();
  for (const path of ['/200', '/404', '/401', '/403', '/429', '/500', '/cut'])
    await client.text(get(server.origin + path)).catch(() => undefined);
  await expect(client.text(get(`${server.origin}/stop`, { signal: stop.signal }))).rejects.toThrow('enough');
  expect(exchanges).toEqual([
    ['/200', true],
    ['/404', true],
    ['/401', false],
    ['/403', false],
    ['/429', false],
    ['/500', false],
    ['/cut', false],
  ]);
});

test("fetch for libraries has the client's time limits and reports exchanges, and uploads have more time", async () => {
  const stop = new AbortController();
  // Longer than the library's coarse timer takes to notice.
  const answerLate = (response: ServerResponse) => void setTimeout(() => response.end('late'), 1800);
  const server = await serve(({ path }, response) => {
    if (path === '/moved') response.writeHead(307, { location: '/200' }).end();
    else if (path === '/stop') stop.abort(new Error('enough'));
    else if (path === '/late') answerLate(response);
    else if (path === '/200') response.end('soon');
  });
  const client = openClient({ headersMs: 200 });
  expect(await (await client.fetch(`${server.origin}/200`, {})).text()).toBe('soon');
  await expect(client.fetch(`${server.origin}/never`, {})).rejects.toThrow('fetch failed');
  // A proxy may take a body at once and send it to the server slowly.
  const late = `${server.origin}/late`;
  const upload = client.text({ ...get(late), method: 'POST', body: 'x'.repeat(80_000) });
  expect(await (await client.fetch(late, {}, { whole: true })).text()).toBe('late');
  expect((await upload).text).toBe('late');
  await expect(client.fetch(`${server.origin}/moved`, {})).rejects.toThrow('fetch failed');
  await expect(client.fetch(`${server.origin}/stop`, { signal: stop.signal })).rejects.toThrow('enough');
  expect(exchanges).toEqual([
    ['/200', true],
    ['/never', false],
    ['/late', true],
    ['/late', true],
    ['/moved', false],
  ]);
});
