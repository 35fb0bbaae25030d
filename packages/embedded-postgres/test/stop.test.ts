import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { startPostgres } from '@almagest/embedded-postgres';
import { cleanUp, isRunning } from './world.ts';

test('stop finishes while a client stays connected, and a second stop is harmless', async () => {
  const server = await startPostgres();
  const client = new Client(server.config());
  const lost = new Promise((resolve) => client.on('error', resolve));
  await client.connect();

  await Promise.all([server.stop(), server.stop()]);
  await server.stop();
  expect(isRunning(server.pid)).toBe(false);
  expect(await lost).toBeInstanceOf(Error);
});

test('stop finishes even if the server is frozen', async () => {
  const server = await startPostgres();
  cleanUp(() => server.stop());
  process.kill(server.pid, 'SIGSTOP');
  await server.stop();
  expect(isRunning(server.pid)).toBe(false);
});
