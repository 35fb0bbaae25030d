import { describe, expect, test } from '@jest/globals';
import { readOptions, USAGE, UsageFault } from './options.ts';

function faultOf(...argv: string[]): string {
  try {
    readOptions(argv);
  } catch (error) {
    if (error instanceof UsageFault) return error.message;
    throw error;
  }
  throw new Error('the options were taken');
}

describe('the options of a benchmark', () => {
  test('have the defaults that the usage names', () => {
    const { subject, points, seconds, parts, apiNodeOptions } = readOptions(['grid']);
    expect({ subject, points, seconds, apiNodeOptions }).toEqual({
      subject: 'grid',
      points: 1_000_000,
      seconds: 10,
      apiNodeOptions: [],
    });
    expect(USAGE).toContain([...parts].join(', '));
    expect(USAGE).toContain(`(${points})`);
    expect(USAGE).toContain(`(${seconds})`);
  });

  test('mean everything when nothing is named', () => {
    expect(readOptions([]).subject).toBe('all');
    expect(readOptions(['--points', '100'])).toMatchObject({ subject: 'all', points: 100 });
  });

  test('are read as they are given', () => {
    const argv = [
      'grid',
      '--points=64',
      '--seconds',
      '0.1',
      '--only',
      'claims,,seeds',
      '--api-node=--a',
      '--api-node=--b',
    ];
    const { points, seconds, parts, apiNodeOptions } = readOptions(argv);
    expect([points, seconds, [...parts], apiNodeOptions]).toEqual([64, 0.1, ['claims', 'seeds'], ['--a', '--b']]);
  });

  test.each([
    [['stars'], 'what to measure: grid, literature or all'],
    [['grid', 'literature'], 'what to measure: grid, literature or all'],
    [['grid', '--points', '63'], "--points: a number from 64 to 5000000, not '63'"],
    [['grid', '--points', '5000001'], "--points: a number from 64 to 5000000, not '5000001'"],
    [['grid', '--seconds', 'ten'], "--seconds: a number from 0.1 to 600, not 'ten'"],
  ])('%j are refused with what was expected', (argv, fault) => {
    expect(faultOf(...argv)).toBe(fault);
  });

  test('that nobody knows are refused', () => {
    expect(faultOf('grid', '--point', '64')).toContain('--point');
    expect(faultOf('grid', '--only', 'claims,dreams')).toMatch(/^--only: 'dreams' is none of expansion, bullmq, /);
  });
});
