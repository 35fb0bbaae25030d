import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { bodyOf, cleanUp, deadPort, startReplica, startWorld, until } from './world.ts';

afterEach(cleanUp);

test('requests are spread evenly over the replicas', async () => {
  const replicas = await Promise.all([1, 2, 3].map(() => startReplica((_req, res) => void res.end('ok'))));
  const { url } = await startWorld(replicas.map(({ port }) => port));
  for (let n = 0; n < 30; n += 1) await expect((await fetch(`${url}/x`)).text()).resolves.toBe('ok');
  expect(replicas.map(({ seen }) => seen.length)).toEqual([10, 10, 10]);
});

test('method, path, headers, body and answer arrive as they were sent', async () => {
  const replica = await startReplica(async (req, res) => {
    const body = await bodyOf(req);
    res.writeHead(201, 'Made', { 'Set-Cookie': ['a=1', 'b=2'], 'X-Method': req.method });
    res.end(JSON.stringify({ url: req.url, host: req.headers.host, mine: req.headers['x-mine'], body }));
  });
  const { url, port } = await startWorld([replica.port]);
  const answer = await fetch(`${url}/a%2Fb?c=d&c=e`, { method: 'PUT', body: 'häh', headers: { 'X-Mine': 'yes' } });
  expect([answer.status, answer.statusText]).toEqual([201, 'Made']);
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(answer.headers.get('x-method')).toBe('PUT');
  await expect(answer.json()).resolves.toEqual({
    url: '/a%2Fb?c=d&c=e',
    host: `127.0.0.1:${port}`,
    mine: 'yes',
    body: 'häh',
  });
});

test('a replica sees the address of the client behind whatever the client claims', async () => {
  const replica = await startReplica((req, res) => void res.end(req.headers['x-forwarded-for']));
  const { url } = await startWorld([replica.port]);
  const answer = await fetch(url, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
  await expect(answer.text()).resolves.toBe('203.0.113.9, 127.0.0.1');
});

test('an upload reaches the replica while it is being sent', async () => {
  const parts: string[] = [];
  const replica = await startReplica((req, res) => {
    req.setEncoding('utf8').on('data', (part: string) => parts.push(part));
    req.once('end', () => res.end('all there'));
  });
  const { port } = await startWorld([replica.port]);
  const upload = http.request({ port, method: 'POST', path: '/' });
  upload.write('first');
  await until(() => parts.join('') === 'first');
  upload.end('last');
  const [answer] = (await once(upload, 'response')) as [IncomingMessage];
  await expect(bodyOf(answer)).resolves.toBe('all there');
  expect(parts.join('')).toBe('firstlast');
});

test('events reach the client as they happen', async () => {
  let tell: (text: string) => void = () => undefined;
  const replica = await startReplica((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.flushHeaders();
    tell = (text) => void res.write(text);
  });
  const { url } = await startWorld([replica.port]);
  const answer = await fetch(url);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
    tell(event);
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(event);
  }
  await reader.cancel();
});

test('a request goes on to the next replica where the first takes no connection, with its whole body', async () => {
  const answer = async (req: IncomingMessage, res: ServerResponse) => res.end(String((await bodyOf(req)).length));
  const [first, second] = await Promise.all([startReplica(answer), startReplica(answer)]);
  const { url } = await startWorld([first.port, second.port]);
  await first.die();
  // In turns: one of two requests comes to the dead replica first.
  for (let n = 0; n < 2; n += 1) {
    const told = await fetch(url, { method: 'POST', body: 'x'.repeat(3_000_000) });
    await expect(told.text()).resolves.toBe('3000000');
  }
  expect(second.seen).toHaveLength(2);
});

test('a request is tried with every replica before it is refused', async () => {
  const replica = await startReplica((_req, res) => void res.end('late'));
  const { url } = await startWorld([replica.port, await deadPort()]);
  await replica.die();
  const answer = await fetch(url, { method: 'POST', body: 'x' });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  await expect(answer.json()).resolves.toMatchObject({ success: false });
});

test('a request that was sent is never sent twice', async () => {
  const breaking = () =>
    startReplica((req) => {
      req.resume();
      req.once('end', () => req.socket.resetAndDestroy());
    });
  const replicas = await Promise.all([breaking(), breaking()]);
  const { url } = await startWorld(replicas.map(({ port }) => port));
  const answer = await fetch(`${url}/once`, { method: 'POST', body: 'x' });
  expect(answer.status).toBe(502);
  expect(replicas.flatMap(({ seen }) => seen)).toEqual(['/once']);
});

test('an answer that breaks off breaks off at the client', async () => {
  const replica = await startReplica((_req, res) => {
    res.writeHead(200, { 'Content-Length': '100' });
    res.write('half', () => res.socket?.resetAndDestroy());
  });
  const { url } = await startWorld([replica.port]);
  const answer = await fetch(url);
  await expect(answer.text()).rejects.toThrow('terminated');
});

test('a silent replica is given up', async () => {
  const replica = await startReplica(() => undefined);
  const { url } = await startWorld([replica.port], { silenceMs: 200 });
  expect((await fetch(url)).status).toBe(504);
});

test('an answer that comes before the end of the body reaches the client', async () => {
  const replica = await startReplica((_req, res) => {
    res.writeHead(413, { Connection: 'close' }).end('too large');
  });
  const { port } = await startWorld([replica.port]);
  const upload = http.request({ port, method: 'POST', headers: { 'Content-Length': '1000000' } });
  upload.on('error', () => undefined);
  upload.write('begin');
  const [answer] = (await once(upload, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(413);
  await expect(bodyOf(answer)).resolves.toBe('too large');
  upload.destroy();
});

test('a client that leaves is left by the replica', async () => {
  let gone = false;
  const replica = await startReplica((_req, res) => {
    res.once('close', () => (gone = true));
  });
  const { port } = await startWorld([replica.port]);
  const request = http.get({ port });
  request.on('error', () => undefined);
  await until(() => replica.seen.length > 0);
  request.destroy();
  await until(() => gone);
  expect(gone).toBe(true);
});

test('codings of the transfer that a replica might read otherwise are refused', async () => {
  const replica = await startReplica((_req, res) => void res.end());
  const { port } = await startWorld([replica.port]);
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n0\r\n\r\n');
  expect(String(Buffer.concat(await socket.toArray()))).toMatch(/^HTTP\/1\.1 501 /);
  expect(replica.seen).toEqual([]);
});

async function once(request: http.ClientRequest, event: 'response'): Promise<unknown[]> {
  return await new Promise((resolve, reject) => {
    request.once(event, (...values: unknown[]) => resolve(values));
    request.once('error', reject);
  });
}
