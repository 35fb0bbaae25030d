import { describe, expect, test } from '@jest/globals';
import { identify, isSameProcess, parseIdentity, parseStat, processesOfEngine } from './process-table.ts';

const stat = (name: string) => `42 (${name}) S 1 40 41 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 998877 1000 10 0`;

describe('a line of /proc/<pid>/stat', () => {
  test.each(['sh', 'a b', 'x) R 1 2 3 (', '((()))'])('is read with the program name %p', (name) => {
    expect(parseStat(stat(name))).toEqual({ name, state: 'S', parent: 1, session: 41, startTicks: 998877 });
  });

  test('is undefined when truncated', () => expect(parseStat('42 (sh) S 1')).toBeUndefined());
});

describe('an identity', () => {
  const own = identify(process.pid);

  test('matches the running process only', () => {
    expect(own && isSameProcess(own)).toBe(true);
    expect(own && isSameProcess({ ...own, start_ticks: own.start_ticks - 1 })).toBe(false);
    expect(own && isSameProcess({ ...own, boot_id: 'another boot' })).toBe(false);
  });

  test('of a reused pid has no session', () => {
    const marked = () => false;
    expect(own && processesOfEngine({ ...own, start_ticks: 1 }, marked)).toEqual([]);
    expect(own && processesOfEngine(own, marked)).toEqual([]);
  });

  test('survives a round trip through a file', () => {
    expect(parseIdentity(JSON.stringify(own))).toEqual(own);
    expect(parseIdentity('{"pid":1}')).toBeUndefined();
    expect(parseIdentity('nonsense')).toBeUndefined();
    expect(parseIdentity('null')).toBeUndefined();
  });
});
