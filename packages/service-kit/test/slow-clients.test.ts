import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { until } from '@almagest/test-kit/until';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { listen, type ExchangeLimits, type RunningServer } from '../src/http/http-server.ts';

/** Limits similar to a service's. Each test shortens one limit. */
const LONG_MS = 600_000;
const LONG_LIMITS: ExchangeLimits = {
  headersMs: LONG_MS,
  body: { bytes: 1_000, perMs: LONG_MS },
  unreadMs: LONG_MS,
  restMs: LONG_MS,
  lookMs: 20,
};
/** More than the buffers at both ends can hold. */
const LARGE = randomBytes(64 * 1024 * 1024);

let server: RunningServer | undefined;
let sockets: Socket[];
let held: ServerResponse[];
let begun: ServerResponse[];
beforeEach(() => {
  sockets = [];
  held = [];
  begun = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server?.stop();
});

async function start(limits: Partial<ExchangeLimits>): Promise<void> {
  server = await listen(
    (req, res) => {
      if (req.url === '/large') begun.push(res.end(LARGE));
      else if (req.url === '/held') held.push(res);
      else req.resume().once('end', () => res.end('taken'));
    },
    { host: '127.0.0.1', port: 0, tls: undefined },
    { ...LONG_LIMITS, ...limits },
  );
}

async function dial(text: string) {
  const socket = connect({ port: server?.port ?? 0, host: '127.0.0.1' });
  sockets.push(socket);
  const seen = { text: '', ended: false };
  socket.on('error', () => undefined).on('close', () => (seen.ended = true));
  await once(socket, 'connect');
  socket.write(text);
  return {
    socket,
    seen,
    read: () => void socket.on('data', (chunk: Buffer) => (seen.text += chunk.toString('latin1'))),
  };
}

const POST = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n';

test.each([
  ['headers', { headersMs: 100 }, 'GET / HTTP/1.1\r\nHost:'],
  ['a body', { body: { bytes: 1_000, perMs: 100 } }, `${POST}half`],
  [
    'chunks',
    { body: { bytes: 1_000, perMs: 100 } },
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n',
  ],
])('a client that does not complete %s in time is refused and disconnected', async (_what, limits, text) => {
  await start(limits);
  const { seen, read } = await dial(text);
  read();
  await until(() => seen.ended);
  expect(seen.text).toMatch(/^HTTP\/1.1 408 /);
});

test('a client that sends byte by byte is disconnected as well', async () => {
  await start({ body: { bytes: 1_000, perMs: 100 } });
  const { socket, seen, read } = await dial(POST);
  read();
  await until(() => {
    if (!seen.ended) socket.write('x');
    return seen.ended;
  });
  expect(seen.text).toMatch(/^HTTP\/1.1 408 /);
});

test('a response that the client does not read is dropped', async () => {
  await start({ unreadMs: 100 });
  const { seen, read } = await dial('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => begun.length === 1);
  await until(() => begun[0]?.closed);
  // Read only now, because a client that doesn't read doesn't notice the end of the connection either.
  read();
  await until(() => seen.ended);
  expect(seen.text.length).toBeLessThan(LARGE.length);
});

test('the connection stays open while a slow response is computed', async () => {
  await start({ unreadMs: 40 });
  const waiting = await dial('GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
  waiting.read();
  await until(() => held.length === 1);
  let timeouts = 0;
  held[0]?.on('timeout', () => (timeouts += 1));
  await until(() => timeouts > 0);
  held[0]?.end('late');
  await until(() => waiting.seen.text.endsWith('late'));
  expect(waiting.seen.text).toMatch(/^HTTP\/1.1 200 /);
});

test('an idle connection is closed in time', async () => {
  await start({ restMs: 50, unreadMs: LONG_MS });
  const { seen, read } = await dial('GET /now HTTP/1.1\r\nHost: x\r\n\r\n');
  read();
  await until(() => seen.ended);
  expect(seen.text).toMatch(/taken$/);
});
