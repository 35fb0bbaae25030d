import { afterEach, expect, test } from '@jest/globals';
import { cleanUp, startReplica, startWorld, until } from './world.ts';

afterEach(cleanUp);

const named = async (name: string) => await startReplica((_req, res) => void res.end(name));

test('a replica that fails its checks gets no requests until it passes one', async () => {
  const [first, second] = await Promise.all([named('first'), named('second')]);
  const { url } = await startWorld([first.port, second.port], { checkEveryMs: 50 });
  const answers = async () =>
    new Set(await Promise.all(Array.from({ length: 6 }, async () => (await fetch(url)).text())));
  expect(await answers()).toEqual(new Set(['first', 'second']));
  first.healthy = false;
  await until(async () => !(await answers()).has('first'));
  first.healthy = true;
  await until(async () => (await answers()).has('first'));
  expect(await answers()).toEqual(new Set(['first', 'second']));
});

test('where no replica is healthy, their own answers are passed on', async () => {
  const replica = await named('I am not well');
  replica.healthy = false;
  const { url } = await startWorld([replica.port]);
  await expect((await fetch(url)).text()).resolves.toBe('I am not well');
});

test('nothing is refused while one of two replicas is killed under load', async () => {
  const [first, second] = await Promise.all([named('first'), named('second')]);
  const { url } = await startWorld([first.port, second.port]);
  const ask = async () => (await fetch(url, { headers: { Connection: 'close' } })).status;
  await Promise.all(Array.from({ length: 8 }, ask));
  await first.die();
  const statuses = await Promise.all(Array.from({ length: 20 }, ask));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('a stop ends event streams and lets other answers finish', async () => {
  let finish: () => void = () => undefined;
  const replica = await startReplica((req, res) => {
    if (req.url === '/events') {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' });
      res.write('data: 1\n\n');
    } else finish = () => void res.end('finished');
  });
  const { url, stop } = await startWorld([replica.port]);
  const events = await fetch(`${url}/events`);
  const slow = fetch(`${url}/slow`);
  await until(() => replica.seen.includes('/slow'));
  const stopped = stop();
  await expect(events.text()).resolves.toBe('data: 1\n\n');
  finish();
  await expect((await slow).text()).resolves.toBe('finished');
  await stopped;
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});
