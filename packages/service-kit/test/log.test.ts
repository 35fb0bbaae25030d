import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const PROGRAM = join(import.meta.dirname, 'log-lines.ts');
const command = [process.execPath, '--disable-warning=ExperimentalWarning', '--conditions=@almagest/source', PROGRAM];

/** Returns what the program prints to a pipe. */
function intoPipe(): string {
  const [node = '', ...args] = command;
  return execFileSync(node, args, { encoding: 'utf8' });
}

/** Returns what the program prints on a pseudo-terminal (`script` of bsdutils). */
function onTerminal(): string {
  return execFileSync('script', ['--quiet', '--return', '--command', command.join(' '), '/dev/null'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TERM: 'xterm', NO_COLOR: '1' },
  });
}

test('writes one JSON object per line to a pipe', () => {
  const lines = intoPipe().trimEnd().split('\n');
  const events = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  expect(events).toMatchObject([
    { level: 30, name: 'grid-api', port: 8090, msg: 'listening' },
    { level: 50, name: 'grid-api', msg: 'fault' },
  ]);
});

test('writes readable lines to a terminal', () => {
  const [first, second] = onTerminal().split('\r\n');
  expect(first).toMatch(/^\[\d\d:\d\d:\d\d\] INFO \(grid-api\): listening \{"port":8090\}$/);
  expect(second).toMatch(/^\[\d\d:\d\d:\d\d\] ERROR \(grid-api\): fault/);
});

test.each([
  ['a pipe', intoPipe],
  ['a terminal', onTerminal],
])('writes no secret to %s', (_where, read) => {
  const text = read();
  expect(text).toContain('no answer from postgres://u:***@db/x');
  expect(text).not.toContain('hidden');
});
