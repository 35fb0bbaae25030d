import { mkdtempSync, rmSync } from 'node:fs';
import http, { type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { isToBeStarted, waitAfterEnd, type ContainerState } from '../src/decide.ts';
import { Engine, type ContainerEvent } from '../src/engine.ts';
import { Keeper } from '../src/keeper.ts';

const happened = (action: string, signal?: number, id = 'abc'): ContainerEvent => ({
  id,
  name: `grid-${id}`,
  action,
  signal,
  timeNano: 1,
});

let state: ContainerState | undefined;
let faults: number;
const started: string[] = [];
const keeper = () =>
  new Keeper({
    project: 'almagest',
    say: () => undefined,
    engine: {
      events: async function* () {},
      inspect: async () => await Promise.resolve(state),
      start: async (id) => {
        if ((faults -= 1) >= 0) throw new Error('not now');
        started.push(id);
        return await Promise.resolve();
      },
    },
  });

beforeEach(() => {
  jest.useFakeTimers();
  state = { isUp: false, restartPolicy: 'unless-stopped' };
  faults = 0;
  started.length = 0;
});
afterEach(() => {
  jest.useRealTimers();
});

async function after(events: readonly ContainerEvent[], ms = 60_000): Promise<string[]> {
  const one = keeper();
  for (const event of events) one.take(event);
  await jest.advanceTimersByTimeAsync(ms);
  return [...started];
}

test('what was killed is started again within a second', async () => {
  await expect(after([happened('kill', 9), happened('die')], 1_000)).resolves.toEqual(['abc']);
});

test('what was stopped stays stopped, also when the stop ended in a SIGKILL or the news of it comes late', async () => {
  await expect(after([happened('kill', 15), happened('die'), happened('stop')])).resolves.toEqual([]);
  const overdue = [happened('kill', 15), happened('kill', 9), happened('die')];
  const one = keeper();
  for (const event of overdue) one.take(event);
  await jest.advanceTimersByTimeAsync(4_000);
  one.take(happened('stop'));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(started).toEqual([]);
});

test('a stop that is told of before the end counts for that end, and not for the next', async () => {
  const stopped = [happened('kill', 15), happened('stop'), happened('die')];
  await expect(after(stopped)).resolves.toEqual([]);
  await expect(after([...stopped, happened('start'), happened('die')])).resolves.toEqual(['abc']);
});

test('what was ended by another signal without a stop is started again', async () => {
  await expect(after([happened('kill', 15), happened('die')])).resolves.toEqual(['abc']);
});

test('what was removed or is back already is left alone', async () => {
  for (const last of ['destroy', 'start'])
    await expect(after([happened('kill', 9), happened('die'), happened(last)])).resolves.toEqual([]);
  state = undefined;
  await expect(after([happened('kill', 9), happened('die')])).resolves.toEqual([]);
});

test('a signal of an earlier life does not count', async () => {
  const stopped = [happened('kill', 15), happened('die'), happened('stop'), happened('start')];
  await expect(after([...stopped, happened('kill', 9), happened('die')], 1_000)).resolves.toEqual(['abc']);
});

test('one container does not answer for another', async () => {
  const events = [happened('kill', 9, 'a'), happened('die', undefined, 'a'), happened('stop', undefined, 'b')];
  await expect(after(events)).resolves.toEqual(['a']);
});

test('a start that fails is tried again', async () => {
  faults = 2;
  await expect(after([happened('kill', 9), happened('die')])).resolves.toEqual(['abc']);
});

test('jobs that run once and what the engine restarts by itself are left alone', () => {
  expect(isToBeStarted({ isUp: false, restartPolicy: 'no' })).toBe(false);
  expect(isToBeStarted({ isUp: true, restartPolicy: 'always' })).toBe(false);
  expect(isToBeStarted({ isUp: false, restartPolicy: 'always' })).toBe(true);
  expect(waitAfterEnd(9)).toBeLessThan(waitAfterEnd(undefined));
});

test('the engine is asked for the events of one project, and told which container to start', async () => {
  jest.useRealTimers();
  const folder = mkdtempSync(join(tmpdir(), 'keeper-'));
  const seen: string[] = [];
  const answers: Record<string, (res: ServerResponse) => void> = {
    '/events': (res) => {
      const line = {
        Action: 'kill',
        Actor: { ID: 'abc', Attributes: { name: 'grid-api-1', signal: '9' } },
        timeNano: 7,
      };
      res.end(`${JSON.stringify(line)}\n`);
    },
    '/containers/abc/json': (res) =>
      res.end(
        JSON.stringify({
          State: { Running: false, Restarting: true, Paused: false },
          HostConfig: { RestartPolicy: { Name: 'always' } },
        }),
      ),
    '/containers/gone/json': (res) => res.writeHead(404).end('{}'),
    '/containers/abc/start': (res) => res.writeHead(304).end(),
  };
  const server = http.createServer((req, res) => {
    seen.push(`${req.method} ${decodeURIComponent(req.url ?? '')}`);
    (answers[(req.url ?? '').split('?', 1)[0] as string] ?? ((other) => other.writeHead(500).end('broken')))(res);
  });
  const socketPath = join(folder, 'engine.sock');
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  try {
    const engine = new Engine(socketPath);
    const events = [];
    for await (const event of engine.events('almagest', 12_345_678_901)) events.push(event);
    expect(events).toEqual([{ id: 'abc', name: 'grid-api-1', action: 'kill', signal: 9, timeNano: 7 }]);
    expect(seen[0]).toContain('since=12.345678901');
    expect(seen[0]).toContain('"label":["com.docker.compose.project=almagest"]');
    await expect(engine.inspect('abc')).resolves.toEqual({ isUp: true, restartPolicy: 'always' });
    await expect(engine.inspect('gone')).resolves.toBeUndefined();
    await expect(engine.start('abc')).resolves.toBeUndefined();
    await expect(engine.start('other')).rejects.toThrow('500 to start: broken');
  } finally {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  }
});
