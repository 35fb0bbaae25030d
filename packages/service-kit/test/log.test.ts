import { beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';

const PROGRAM = new URL('log-program.ts', import.meta.url).pathname;

interface Line {
  readonly level: number;
  readonly name: string;
  readonly msg: string;
  readonly err?: { readonly message: string; readonly stack: string; readonly code?: string };
}

describe('the log', () => {
  let text: string;
  let lines: Line[];
  beforeAll(() => {
    const args = ['--conditions=@almagest/source', '--disable-warning=ExperimentalWarning', PROGRAM];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stderr).toBe('');
    text = stdout;
    lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  });
  const line = (msg: string) => lines.find((one) => one.msg === msg);

  test('has one line of JSON for an event', () => {
    expect(lines.map(({ name, level, msg }) => [name, level, msg])).toEqual([
      ['program', 30, 'with secrets'],
      ['program', 50, 'with a URL'],
      ['program', 50, 'with several'],
      ['program', 50, 'with a cause'],
      ['program', 50, 'of pg'],
      ['program', 50, 'of a text'],
      ['program', 50, 'of a client'],
    ]);
  });

  const all = ['with secrets', 'with a URL', 'with several', 'with a cause', 'of pg', 'of a client'];
  test.each(all)('%s shows none of them', (msg) => {
    expect(JSON.stringify(line(msg))).not.toContain('hunter2');
  });

  test('shows where a secret was', () => {
    expect(text).toContain('"authorization":"***"');
    expect(line('with a URL')?.err?.message).toBe('cannot reach postgresql://grid:***@db:5432/grid?sslmode=require');
  });

  test('keeps what tells what went wrong', () => {
    expect(line('of pg')?.err).toMatchObject({ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:1' });
    expect(line('with several')?.err).toMatchObject({
      message: expect.stringContaining('both failed'),
      several: ['Authorization: Bearer ***', 'second'],
    });
    expect(line('of a text')?.err).toBe('no error but a text');
    expect(line('with a cause')?.err?.stack).toContain('log-program.ts');
    expect(line('with a cause')?.err?.message).toBe('wrapped: redis://:***@cache:6379 is away');
  });
});
