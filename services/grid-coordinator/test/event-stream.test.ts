import { once } from 'node:events';
import http from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import type { Response } from 'express';
import pg from 'pg';
import { EventStream } from '../src/http/event-stream.ts';
import { ADMIN_TOKEN, useWorld } from './world.ts';

const world = useWorld({ worker: false });

async function listenWithoutReading(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  socket.pause();
  return socket;
}

test('disconnects a listener that does not read, and others receive all events', async () => {
  const nothing = async () => [];
  const stream = new EventStream({ listCounts: nothing, listEnded: nothing }, () => undefined);
  const server = http.createServer((_req, res) => stream.open(res as Response, [])).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const opened = once(server, 'request') as Promise<[unknown, http.ServerResponse]>;
  const silent = await listenWithoutReading(port);
  const [, answer] = await opened;
  const reader = await fetch(`http://127.0.0.1:${port}/`);
  const heard = reader.body?.getReader();
  try {
    const name = 'x'.repeat(100_000);
    const closed = once(answer, 'close');
    let told = 0;
    let bytes = 0;
    // Sends more than the buffers of a connection can hold. Reads each event before sending the next event.
    for (; told < 200 && !answer.destroyed; told += 1) {
      stream.send('workflow', { name });
      for (const until = (told + 1) * name.length; bytes < until;) bytes += (await heard?.read())?.value?.length ?? 0;
    }
    expect(told).toBeLessThan(200);
    await closed;
    expect(answer.writableLength).toBeLessThan(10 * name.length);
  } finally {
    silent.destroy();
    await heard?.cancel();
    await stream.stop();
    server.close();
  }
});

async function login(): Promise<{ cookie: string; origin: string }> {
  const answer = await fetch(`${world.url}/login`, {
    method: 'POST',
    body: JSON.stringify({ username: 'admin', password: ADMIN_TOKEN }),
  });
  expect(answer.status).toBe(200);
  return { cookie: (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '', origin: world.url };
}

/** Opens a stream at an API process and records its end. */
async function open(url: string, headers: Record<string, string>) {
  const answer = await fetch(`${url}/api/events`, { headers });
  expect(answer.status).toBe(200);
  const state = { ended: false, text: '' };
  const reading = async () => {
    for await (const chunk of answer.body ?? []) state.text += Buffer.from(chunk).toString();
  };
  void reading().finally(() => (state.ended = true));
  return state;
}

test('logout closes only the streams of its session, at every API process', async () => {
  const second = await world.startApi();
  const holder = new pg.Client({ connectionString: world.databaseUrl });
  await holder.connect();
  try {
    const [ended, other] = [await login(), await login()];
    const bearer = { authorization: `Bearer ${ADMIN_TOKEN}`, cookie: ended.cookie };
    const closing = [await open(world.url, ended), await open(second.url, ended)];
    const staying = [await open(world.url, other), await open(second.url, other), await open(second.url, bearer)];
    await fetch(`${world.url}/logout`, { method: 'POST', headers: ended });
    // The lock keeps processes from querying ended sessions, so the other process must be notified.
    await holder.query('begin; lock table grid.admin_session in access exclusive mode');
    await until(() => closing.every((stream) => stream.ended), 'the streams of the session to close');
    await holder.query('rollback');
    // The open streams still receive events, and the closed streams receive no events.
    await world.anyone('post', '/api/node/register').send({ node_id: 'heard', max_slots: 1 }).expect(200);
    await until(() => staying.every(({ text }) => text.includes('"heard"')), 'the others to receive a node event');
    expect(staying.map(({ ended: isEnded, text }) => isEnded || text.includes('session'))).toEqual([
      false,
      false,
      false,
    ]);
    expect((await fetch(`${second.url}/api/events`, { headers: ended })).status).toBe(401);
  } finally {
    await holder.end();
    await second.stop();
  }
});

test('a stream ends with its session, even if the notification is lost', async () => {
  const session = await login();
  const stream = await open(world.url, session);
  await world.sql(`update admin_session set expires_at = now()`);
  // Cuts the connection for notifications, which is then reopened.
  await world.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
  );
  await until(() => stream.ended, 'the stream to close');
});
