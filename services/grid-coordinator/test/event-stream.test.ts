import { once } from 'node:events';
import http from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabase } from '@almagest/service-kit/database';
import type { Response } from 'express';
import { EventStream } from '../src/http/event-stream.ts';
import type { Database } from '../src/persistence/database.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ worker: false });
});
afterAll(async () => {
  await world.close();
});

/** Sends a request for events and reads nothing of the answer. */
async function listenWithoutReading(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  socket.pause();
  return socket;
}

test('a listener who does not read is cut off before what waits for it piles up; others hear everything', async () => {
  const { db } = openDatabase<Database>(
    { url: world.databaseUrl, schema: 'grid' },
    { max: 1, onFault: () => undefined },
  );
  const stream = new EventStream(db, () => undefined);
  const server = http.createServer((_req, res) => stream.open(res as Response)).listen(0, '127.0.0.1');
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
    // More than the buffers of any connection hold; each is read before the next is told.
    for (; told < 200 && !answer.destroyed; told += 1) {
      stream.tell('workflow', { name });
      for (const until = (told + 1) * name.length; bytes < until; ) bytes += (await heard?.read())?.value?.length ?? 0;
    }
    expect(told).toBeLessThan(200);
    await closed;
    expect(answer.writableLength).toBeLessThan(10 * name.length);
  } finally {
    silent.destroy();
    await heard?.cancel();
    stream.stop();
    server.close();
    await db.destroy();
  }
});
