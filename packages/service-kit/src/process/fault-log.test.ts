import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { FaultLog } from './fault-log.ts';

interface Line {
  readonly msg: string;
  readonly times?: number;
  readonly error?: string;
  readonly req_id?: string;
  readonly err?: { readonly stack: string };
}

describe('a fault', () => {
  let lines: Line[];
  let faults: FaultLog;
  beforeEach(() => {
    jest.useFakeTimers();
    lines = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
    faults = new FaultLog(log, 1_000);
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const away = (port: number) =>
    Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONNREFUSED' });

  test('is logged once with its stack, and then counted at intervals', () => {
    for (let time = 0; time < 1_000; time += 1) faults.report('request failed', away(time), { req_id: String(time) });
    expect(lines).toEqual([expect.objectContaining({ msg: 'request failed', req_id: '0' })]);
    expect(lines[0]?.err?.stack).toContain('fault-log.test');
    jest.advanceTimersByTime(1_000);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({
      msg: 'request failed, again',
      times: 999,
      error: expect.stringContaining('REFUSED'),
    });
    expect(lines[1]).not.toHaveProperty('err');
  });

  test('is logged in full again after an interval without it', () => {
    faults.report('fault', away(1));
    jest.advanceTimersByTime(1_000);
    faults.report('fault', away(1));
    expect(lines.map(({ msg }) => msg)).toEqual(['fault', 'fault']);
  });

  test('is distinguished from a fault of another job or with another message', () => {
    faults.report('fault', away(1));
    faults.report('fault', away(1), { job: 'sweep' });
    faults.report('fault', new Error('no such table'));
    faults.report('fault', new TypeError('no such table'));
    expect(lines).toHaveLength(4);
  });
});
