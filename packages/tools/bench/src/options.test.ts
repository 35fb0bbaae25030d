import { describe, expect, test } from '@jest/globals';
import { readOptions, USAGE, UsageError } from './options.ts';

function faultOf(...argv: string[]): string {
  try {
    readOptions(argv);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('the options were accepted');
}

describe('the options of a benchmark', () => {
  test('have the defaults that the usage text shows', () => {
    const { parts, ...options } = readOptions(['grid']);
    const { points, seconds } = options;
    expect(options).toEqual({
      subject: 'grid',
      points: 1_000_000,
      consolePoints: [200_000, 1_000_000, 5_000_000],
      seconds: 10,
      artifacts: 2_000,
      artifactBytes: 1_000_000,
      papers: undefined,
      judged: expect.stringMatching(/\/\.bench\/judged$/) as unknown,
      publicTests: expect.stringMatching(/\/\.bench\/pdf-bench$/) as unknown,
      against: undefined,
      apiNodeOptions: [],
    });
    expect(USAGE).toContain([...parts].join(', '));
    expect(USAGE).toContain(`(${points})`);
    expect(USAGE).toContain(`(${seconds})`);
  });

  test('select everything if no part is named, and papers without a folder', () => {
    expect(readOptions([])).toMatchObject({ subject: 'all', papers: undefined });
    expect(readOptions(['--points', '100'])).toMatchObject({ subject: 'all', points: 100, consolePoints: [100] });
  });

  test('are read from the command line', () => {
    const argv = 'grid --points=64 --seconds 0.1 --only claims,,seeds --api-node=--a --api-node=--b'.split(' ');
    const { points, seconds, parts, apiNodeOptions } = readOptions(argv);
    expect([points, seconds, [...parts], apiNodeOptions]).toEqual([64, 0.1, ['claims', 'seeds'], ['--a', '--b']]);
  });

  test.each([
    [['stars'], 'choose what to measure: grid, console, literature, pdf, accounts, reader or all'],
    [['grid', 'literature'], 'choose what to measure: grid, console, literature, pdf, accounts, reader or all'],
    [['grid', '--points', '63'], "--points must be a number from 64 to 5000000, not '63'"],
    [['grid', '--points', '5000001'], "--points must be a number from 64 to 5000000, not '5000001'"],
    [['--papers', '/missing'], '--papers: /missing has no folder pdf'],
    [['grid', '--against', '/missing'], '--against: /missing has no built coordinator'],
    [['grid', '--artifacts', '0'], "--artifacts must be a number from 1 to 1000000, not '0'"],
    [['grid', '--artifact-bytes', '7.5'], "--artifact-bytes must be an integer, not '7.5'"],
    [['grid', '--seconds', 'ten'], "--seconds must be a number from 0.1 to 600, not 'ten'"],
  ])('%j are rejected with a message that says what is expected', (argv, fault) => {
    expect(faultOf(...argv)).toBe(fault);
  });

  test('that are unknown are rejected', () => {
    expect(faultOf('grid', '--point', '64')).toContain('--point');
    expect(faultOf('grid', '--only', 'claims,dreams')).toMatch(/^--only: 'dreams' is not one of expansion, bullmq, /);
  });
});
