import { expect, test } from '@jest/globals';
import { BackendPool, type Backend } from './backend-pool.ts';

const addresses = (...ports: number[]) => ports.map((port) => ({ address: '10.0.0.1', port }));

function poolOf(...ports: number[]): BackendPool {
  const pool = new BackendPool();
  pool.replace(addresses(...ports));
  for (const backend of pool.backends) pool.record(backend, true);
  return pool;
}

const chosen = (pool: BackendPool, tried: readonly Backend[] = []) => pool.choose(new Set(tried))?.port;

test('equals take turns', () => {
  const pool = poolOf(1, 2, 3);
  const ports = Array.from({ length: 9 }, () => chosen(pool));
  for (const port of [1, 2, 3]) expect(ports.filter((one) => one === port)).toHaveLength(3);
});

test('the replica with the fewest running requests comes first', () => {
  const pool = poolOf(1, 2, 3);
  for (const backend of pool.backends) backend.running = backend.port === 2 ? 1 : 4;
  expect(Array.from({ length: 4 }, () => chosen(pool))).toEqual([2, 2, 2, 2]);
});

test('a replica is dead after two failed checks and alive after one that passes', () => {
  const pool = poolOf(1, 2);
  const [first] = pool.backends;
  expect(pool.record(first as Backend, false)).toBeUndefined();
  expect(pool.record(first as Backend, false)).toBe('down');
  expect(Array.from({ length: 4 }, () => chosen(pool))).toEqual([2, 2, 2, 2]);
  expect(pool.record(first as Backend, true)).toBe('up');
});

test('a new replica gets nothing before its first check', () => {
  const pool = poolOf(1);
  pool.replace(addresses(1, 2));
  expect(Array.from({ length: 4 }, () => chosen(pool))).toEqual([1, 1, 1, 1]);
});

test('a replica that takes no connection gets nothing until it passes a check', () => {
  const pool = poolOf(1, 2);
  pool.giveUp(pool.backends[0] as Backend);
  expect(Array.from({ length: 4 }, () => chosen(pool))).toEqual([2, 2, 2, 2]);
});

test('where none is alive, the others are tried, each once', () => {
  const pool = new BackendPool();
  pool.replace(addresses(1, 2));
  const [first, second] = pool.backends as [Backend, Backend];
  expect([1, 2]).toContain(chosen(pool));
  expect(chosen(pool, [first])).toBe(2);
  expect(chosen(pool, [first, second])).toBeUndefined();
});

test('a replica that stays keeps what is known of it when others come and go', () => {
  const pool = poolOf(1, 2);
  (pool.backends[1] as Backend).running = 7;
  pool.replace(addresses(2, 3));
  expect(pool.backends.map(({ port, running }) => [port, running])).toEqual([
    [2, 7],
    [3, 0],
  ]);
});
