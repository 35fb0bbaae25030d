import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { startPostgres } from '@almagest/embedded-postgres';
import { cleanUp, isRunning } from './world.ts';

test('stop ends although the server was killed, is frozen, or has a client that does not leave', async () => {
  const [killed, frozen, busy] = await Promise.all([startPostgres(), startPostgres(), startPostgres()]);
  cleanUp(() => Promise.all([killed.stop(), frozen.stop(), busy.stop()]));
  const client = new Client(busy.config());
  const lost = new Promise((resolve) => client.on('error', resolve));
  await client.connect();

  process.kill(killed.pid, 'SIGKILL');
  process.kill(frozen.pid, 'SIGSTOP');
  await Promise.all([killed.stop(), frozen.stop(), busy.stop()]);

  expect([killed, frozen, busy].map(({ pid }) => isRunning(pid))).toEqual([false, false, false]);
  expect(await lost).toBeInstanceOf(Error);
}, 20_000);

test('stopping twice, and while the server is being started again, is harmless', async () => {
  const server = await startPostgres();
  const { pid } = server;
  process.kill(pid, 'SIGKILL');
  await Promise.all([server.stop(), server.stop()]);
  await server.stop();
  expect(isRunning(server.pid)).toBe(false);
});
