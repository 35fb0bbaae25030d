import { describe, expect, test } from '@jest/globals';
import { markOutage, outageOf } from './outage.ts';

const failed = (code: string, more: object = {}) => Object.assign(new Error('hunter2'), { code, ...more });
const severity = 'ERROR';

describe('an error', () => {
  test.each([
    [
      'a refused connection of the database',
      markOutage('database', failed('ECONNREFUSED')),
      'database',
      /does not answer/,
    ],
    ['a database that shuts down', failed('57P01', { severity: 'FATAL' }), 'database', /does not answer/],
    ['a database whose disk is full', failed('53100', { severity }), 'database', /disk of the database is full/],
    ['a database that is read-only', failed('25006', { severity }), 'database', /read-only/],
    ['a statement that is too slow', failed('57014', { severity }), 'database', /time limit/],
    ['a lock that is held for too long', failed('55P03', { severity }), 'database', /lock/],
    ['a Redis that is down', markOutage('Redis', new Error('Connection is closed.')), 'Redis', /Redis does not answer/],
    ['a full disk', failed('ENOSPC', { syscall: 'write' }), 'disk', /disk for files is full/],
    ['a disk that is read-only', failed('EROFS'), 'disk', /read-only/],
    ['a wrapped one', new Error('cannot store', { cause: failed('ENOSPC') }), 'disk', /full/],
  ] as const)('of %s names the dependency and gives no other detail', (_what, error, part, words) => {
    const outage = outageOf(error);
    expect(outage?.dependency).toBe(part);
    expect(outage?.condition).toMatch(words);
    expect(outage?.condition).not.toContain('hunter2');
  });

  test.each([
    ['an error in our code', new TypeError('x is undefined')],
    ['an error in a statement', failed('42P01', { severity })],
    ['a refused connection to an unknown host', failed('ECONNREFUSED')],
    ['a string', 'a text'],
  ])('%s is not an outage of a dependency', (_what, error) => {
    expect(outageOf(error)).toBeUndefined();
  });

  test('does not report the database as down if it works but was too slow', () => {
    expect([outageOf(failed('57014', { severity }))?.isAway, outageOf(failed('53300', { severity }))?.isAway]).toEqual([
      false,
      true,
    ]);
  });
});
