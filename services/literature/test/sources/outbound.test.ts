import { once } from 'node:events';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import type { OutboundRequest } from '../../src/sources/outbound.ts';
import { openOutbound, serve } from './local-server.ts';

const get = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({ url, maxBytes: 10_000, ...more });
const failing = (fault: string) => expect.objectContaining({ name: 'OutboundFailure', fault });
const hello = () => serve((_, response) => void response.end('hello'));

test.each([
  '127.0.0.1',
  'localhost',
  '127.1',
  '0x7f.0.0.1',
  '2130706433',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '[fe80::1]',
  '[fd00::1]',
  '224.0.0.1',
])('%s is refused before a connection is opened', async (host) => {
  const server = await hello();
  const outbound = openOutbound([]);
  const { port } = new URL(server.origin);
  await expect(outbound.text(get(`http://${host}:${port}/`))).rejects.toEqual(failing('refused_address'));
  expect(server.received).toHaveLength(0);
});

test('a configured origin is reached, and no other port or name of its host', async () => {
  const [configured, other] = [await hello(), await hello()];
  const outbound = openOutbound([`${configured.origin}/v1`]);
  await expect(outbound.text(get(`${configured.origin}/a?b=c`))).resolves.toMatchObject({ status: 200, text: 'hello' });
  await expect(outbound.text(get(other.origin))).rejects.toEqual(failing('refused_address'));
  const byName = configured.origin.replace('127.0.0.1', 'localhost');
  await expect(outbound.text(get(byName))).rejects.toEqual(failing('refused_address'));
});

test('a redirect into a private network is not followed', async () => {
  const inside = await hello();
  const outside = await serve(
    (_, response) => void response.writeHead(302, { location: `${inside.origin}/secret` }).end(),
  );
  const outbound = openOutbound([outside.origin]);
  await expect(outbound.text(get(outside.origin))).rejects.toEqual(failing('refused_address'));
  expect(inside.received).toHaveLength(0);
});

test.each([
  'file:///etc/passwd',
  'ftp://example.org/x',
  'data:text/plain,x',
  'http://me:secret@example.org/',
  'nonsense',
])('nothing is fetched from %s, neither asked for nor redirected to', async (address) => {
  const server = await serve((_, response) => void response.writeHead(301, { location: address }).end());
  const outbound = openOutbound([server.origin]);
  await expect(outbound.text(get(address))).rejects.toEqual(failing('invalid_address'));
  if (address === 'nonsense') return;
  await expect(outbound.text(get(server.origin))).rejects.toEqual(failing('invalid_address'));
});

test('eight redirects are followed, and the ninth is one too many', async () => {
  const server = await serve(({ path }, response) => {
    const left = Number(path.slice(1));
    if (left === 0) response.end('there');
    else response.writeHead(307, { location: `/${left - 1}` }).end('moved');
  });
  const outbound = openOutbound([server.origin]);
  const answer = await outbound.text(get(`${server.origin}/8#part`));
  expect(answer).toMatchObject({ text: 'there', address: `${server.origin}/0` });
  await expect(outbound.text(get(`${server.origin}/9`))).rejects.toEqual(failing('too_many_redirects'));
});

test('a redirect that the caller does not want is the answer', async () => {
  const server = await serve((_, response) => void response.writeHead(307, { location: '/abs/1' }).end());
  const outbound = openOutbound([server.origin]);
  const answer = await outbound.text(
    get(`${server.origin}/html/1`, { follows: ({ pathname }) => pathname.startsWith('/html/') }),
  );
  expect(answer).toMatchObject({ status: 307, address: `${server.origin}/abs/1` });
  expect(server.received).toHaveLength(1);
});

test('the key goes along a redirect within its origin and not to another', async () => {
  const other = await hello();
  const server = await serve(({ path }, response) => {
    response.writeHead(302, { location: path === '/a' ? '/b' : other.origin }).end();
  });
  const outbound = openOutbound([server.origin, other.origin]);
  await outbound.text(get(`${server.origin}/a`, { bearer: 'key' }));
  expect(server.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer key', 'Bearer key']);
  expect(other.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

test('what is sent by POST is not sent again along a redirect', async () => {
  const server = await serve((_, response) => void response.writeHead(308, { location: '/again' }).end());
  const outbound = openOutbound([server.origin]);
  const answer = await outbound.text(get(server.origin, { method: 'POST', body: 'a=b' }));
  expect(answer.status).toBe(308);
  expect(server.received.map(({ method, body }) => [method, body])).toEqual([['POST', 'a=b']]);
});

test('a proxy of the environment is not used', async () => {
  const [proxy, server] = [await hello(), await hello()];
  const before = { ...process.env };
  Object.assign(process.env, { http_proxy: proxy.origin, HTTP_PROXY: proxy.origin, NODE_USE_ENV_PROXY: '1' });
  try {
    await openOutbound([server.origin]).text(get(server.origin));
  } finally {
    process.env = before;
  }
  expect(proxy.received).toHaveLength(0);
  expect(server.received[0]?.headers['user-agent']).toContain('Almagest');
});

test('packed answers are unpacked, and bytes that are to be counted are asked for as they are', async () => {
  const server = await serve(({ path, headers }, response) => {
    if (path === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed'));
    else if (path === '/br') response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('packed'));
    else response.end(headers['accept-encoding']);
  });
  const outbound = openOutbound([server.origin]);
  await expect(outbound.text(get(`${server.origin}/gzip`))).resolves.toMatchObject({ text: 'packed' });
  await expect(outbound.text(get(`${server.origin}/br`))).resolves.toMatchObject({ text: 'packed' });
  await expect(outbound.text(get(server.origin))).resolves.toMatchObject({ text: 'gzip, br' });
  await expect(outbound.text(get(server.origin, { unpacked: true }))).resolves.toMatchObject({ text: 'identity' });
});

test('an answer over the limit is not read: announced, streamed, or hidden in a small packed one', async () => {
  const server = await serve(({ path }, response) => {
    if (path === '/announced') response.writeHead(200, { 'content-length': 10_001 }).flushHeaders();
    else if (path === '/packed')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1e6)));
    else {
      // Never ends of itself.
      const more = () => void (response.write(Buffer.alloc(4000)) ? setImmediate(more) : response.once('drain', more));
      more();
    }
  });
  const outbound = openOutbound([server.origin]);
  for (const path of ['/announced', '/packed', '/endless'])
    await expect(outbound.text(get(server.origin + path))).rejects.toEqual(failing('too_large'));
});

test('an answer of exactly the limit is read', async () => {
  const server = await serve((_, response) => void response.end('x'.repeat(10_000)));
  const { text } = await openOutbound([server.origin]).text(get(server.origin));
  expect(text).toHaveLength(10_000);
});

test('an answer that ends before its announced length, or in the middle of its packing, is no answer', async () => {
  const server = await serve(({ path }, response) => {
    if (path === '/packed')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1000)).subarray(0, 20));
    else {
      response.writeHead(200, { 'content-length': '100' });
      response.write('only this', () => response.destroy());
    }
  });
  const outbound = openOutbound([server.origin]);
  for (const path of ['/cut', '/packed'])
    await expect(outbound.text(get(server.origin + path))).rejects.toEqual(failing('cut_off'));
});

test('silence ends by time: before the answer, within it, and over the whole', async () => {
  const server = await serve(({ path }, response) => {
    if (path !== '/never') response.write('begun');
    if (path === '/drip') {
      const timer = setInterval(() => void response.write('.'), 10);
      response.on('close', () => clearInterval(timer));
    }
  });
  const told = (message: string) =>
    expect.objectContaining({ fault: 'timeout', message: expect.stringContaining(message) });
  const long = openOutbound([server.origin], { headersMs: 200, idleMs: 200, totalMs: 20_000 });
  await expect(long.text(get(`${server.origin}/never`))).rejects.toEqual(told('no answer'));
  await expect(long.text(get(`${server.origin}/idle`))).rejects.toEqual(told('nothing more'));
  const hasty = openOutbound([server.origin], { totalMs: 500 });
  for (const path of ['/never', '/idle', '/drip'])
    await expect(hasty.text(get(server.origin + path))).rejects.toEqual(told('not done within 0.5 s'));
});

test('a refused connection is a network failure that names the host', async () => {
  const outbound = openOutbound(['http://127.0.0.1:9']);
  await expect(outbound.text(get('http://127.0.0.1:9/'))).rejects.toEqual(
    expect.objectContaining({ fault: 'network', message: expect.stringContaining('127.0.0.1:9') }),
  );
});

test('the caller can end it at any time, and gets its own reason', async () => {
  const reason = { told: 'by the caller' };
  const begun = new AbortController();
  const server = await serve(({ path }, response) => {
    if (path === '/body') response.write('begun');
    else begun.abort(reason);
  });
  const outbound = openOutbound([server.origin]);
  await expect(outbound.text(get(server.origin, { signal: begun.signal }))).rejects.toBe(reason);
  const reading = new AbortController();
  const read = outbound.exchange(get(`${server.origin}/body`, { signal: reading.signal }), async ({ body }) => {
    for await (const _ of body) reading.abort(reason);
  });
  await expect(read).rejects.toBe(reason);
});

test('what the reader throws is not taken for a failure of the network', async () => {
  const server = await serve((_, response) => void response.end('x'));
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const read = openOutbound([server.origin]).exchange(get(server.origin), () => Promise.reject(full));
  await expect(read).rejects.toBe(full);
});

test('an answer that is left half read gives its connection back', async () => {
  const closed: Promise<unknown>[] = [];
  const server = await serve((_, response) => {
    closed.push(once(response, 'close'));
    response.write('x'.repeat(100));
  });
  const outbound = openOutbound([server.origin], { idleMs: 60_000, totalMs: 60_000 });
  await outbound.exchange(get(server.origin), () => Promise.resolve());
  await closed[0];
});
