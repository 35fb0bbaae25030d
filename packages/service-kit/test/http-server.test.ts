import { until } from '@almagest/test-kit/until';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import type http from 'node:http';
import { connect, type Socket } from 'node:net';
import express, { type Response } from 'express';
import { listen, type RunningServer } from '../src/http/http-server.ts';

let server: RunningServer;
let sockets: Socket[];
/** Requests that have arrived and wait for the test to answer. */
let held: Response[];

beforeEach(async () => {
  sockets = [];
  held = [];
  const app = express();
  app.get('/now', (_req, res) => void res.send('now'));
  app.all('/held', (_req, res) => void held.push(res));
  server = await listen(app, { host: '127.0.0.1', port: 0, tls: undefined });
});
afterEach(async () => {
  for (const res of held) res.end();
  for (const socket of sockets) socket.destroy();
  await server.stop();
});

/** Opens a connection, and records everything received over it. */
async function dial() {
  const socket = connect({ port: server.port, host: '127.0.0.1' });
  sockets.push(socket);
  await once(socket, 'connect');
  const seen = { text: '', ended: false };
  socket.setEncoding('utf8').on('data', (text: string) => (seen.text += text));
  socket.on('error', () => undefined).on('close', () => (seen.ended = true));
  const get = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return { socket, seen, get };
}

/** Begins to stop the server. The flag shows whether it has stopped. */
function beginStop() {
  const state = { stopped: false };
  void server.stop().then(() => (state.stopped = true));
  return state;
}

describe('a server', () => {
  test('reports its address, and refuses a port that is in use', async () => {
    expect((await fetch(`http://127.0.0.1:${server.port}/now`)).status).toBe(200);
    const again = listen(express(), { host: '127.0.0.1', port: server.port, tls: undefined });
    await expect(again).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  test('limits each phase of a request, but not the number of requests on a connection', async () => {
    const seen: http.Server[] = [];
    const onStart = (message: unknown) => seen.push((message as { server: http.Server }).server);
    diagnostics.subscribe('http.server.request.start', onStart);
    await fetch(`http://127.0.0.1:${server.port}/now`);
    diagnostics.unsubscribe('http.server.request.start', onStart);
    const [{ headersTimeout, requestTimeout, keepAliveTimeout, maxRequestsPerSocket }] = seen as [http.Server];
    expect({ headersTimeout, requestTimeout, keepAliveTimeout, maxRequestsPerSocket }).toEqual({
      headersTimeout: 15_000,
      requestTimeout: 0,
      keepAliveTimeout: 75_000,
      maxRequestsPerSocket: 0,
    });
  });

  test('keeps a connection for the next request', async () => {
    const { seen, get } = await dial();
    get('/now');
    await until(() => seen.text.endsWith('now'));
    get('/now');
    await until(() => seen.text.split('HTTP/1.1 200').length === 3 && seen.text.endsWith('now'));
    expect(seen.ended).toBe(false);
  });
});

describe('a stop', () => {
  test('waits for running requests, answers them, and accepts no new connections', async () => {
    const { seen, get } = await dial();
    get('/held');
    await until(() => held.length === 1);
    const stop = beginStop();
    await expect(fetch(`http://127.0.0.1:${server.port}/now`)).rejects.toThrow('fetch failed');
    expect([stop.stopped, seen.ended]).toEqual([false, false]);
    held[0]?.send('late');
    await until(() => stop.stopped);
    await until(() => seen.ended);
    expect(seen.text).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*Connection: close\r\n[^]*\r\nlate$/);
  });

  test('closes idle connections at once', async () => {
    const { seen, get } = await dial();
    get('/now');
    await until(() => seen.text.endsWith('now'));
    await server.stop();
    await until(() => seen.ended);
  });

  test('waits for a body that is still being sent', async () => {
    const { socket, seen } = await dial();
    socket.write('POST /held HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc');
    await until(() => held.length === 1);
    const stop = beginStop();
    let body = '';
    held[0]?.req.setEncoding('utf8').on('data', (text: string) => (body += text));
    socket.write('def');
    await until(() => body === 'abcdef');
    expect(stop.stopped).toBe(false);
    held[0]?.send('taken');
    await until(() => stop.stopped);
    expect(seen.text).toMatch(/taken$/);
  });

  test('finishes a response that has begun, and does not keep its connection', async () => {
    const { seen, get } = await dial();
    get('/held');
    await until(() => held.length === 1);
    held[0]?.write('first,');
    await until(() => seen.text.includes('first,'));
    expect(seen.text).toContain('Connection: keep-alive');
    const stop = beginStop();
    held[0]?.end('second');
    await until(() => stop.stopped);
    await until(() => seen.ended);
    expect(seen.text).toMatch(/first,\r\n[^]*second\r\n0\r\n\r\n$/);
  });

  describe('during a stop, incomplete requests', () => {
    /** The server waits this long for these requests. */
    const MAX_WAIT_MS = 500;
    beforeEach(() => {
      const others = ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask', 'performance', 'Date'] as const;
      jest.useFakeTimers({ doNotFake: [...others, 'setInterval', 'clearInterval'] });
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    /** Counts turns of the event loop, because the clock is stopped. */
    async function turnsUntil(condition: () => unknown): Promise<void> {
      while (!condition()) await new Promise(setImmediate);
    }

    /** Opens a connection that the server has accepted, and sends `text` on it. */
    async function dialAndSend(text: string) {
      const dialled = await dial();
      dialled.socket.write(text);
      // Connections are accepted in order, so the first one has been accepted by now.
      await fetch(`http://127.0.0.1:${server.port}/now`);
      return dialled;
    }

    test.each([
      ['nothing', ''],
      ['half of its headers', 'GET /now HTTP/1.1\r\nHost:'],
    ])('are not awaited for long if the client has sent %s', async (_what, text) => {
      const { seen } = await dialAndSend(text);
      const stop = beginStop();
      jest.advanceTimersByTime(MAX_WAIT_MS);
      await turnsUntil(() => stop.stopped && seen.ended);
      expect(seen.text).toBe('');
    });

    test('are answered if they were on their way', async () => {
      const { get } = await dial();
      get('/held');
      await turnsUntil(() => held.length === 1);
      const { socket, seen } = await dialAndSend('GET /now HTTP/1.1\r\nHost:');
      const stop = beginStop();
      held[0]?.send('done');
      await turnsUntil(() => held[0]?.closed);
      socket.write(' x\r\n\r\n');
      await turnsUntil(() => seen.ended);
      expect(seen.text).toMatch(/^HTTP\/1.1 200 OK[^]*Connection: close[^]*now$/);
      await turnsUntil(() => stop.stopped);
    });

    test('never cut off a running request, and the stop does not wait for them afterwards', async () => {
      const { seen, get } = await dial();
      get('/held');
      await turnsUntil(() => held.length === 1);
      await dialAndSend('');
      const stop = beginStop();
      jest.advanceTimersByTime(10 * MAX_WAIT_MS);
      expect(stop.stopped).toBe(false);
      held[0]?.send('late');
      await turnsUntil(() => stop.stopped && seen.ended);
      expect(seen.text).toMatch(/late$/);
    });
  });
});
