import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { stats } from './samples.ts';
import { envelope, refusal, standIn, type HttpReply } from './stand-in.ts';
import { gridctl, startOnTerminal, temporaryDirectory } from './world.ts';

const item = {
  name: 'sdb',
  description: 'Hot subdwarfs',
  config_yaml: 'grid:\n  teff: [20000]\n',
  status: 'idle',
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
};

test('a configuration is sent unchanged, and an update keeps the description', async () => {
  const file = join(temporaryDirectory(), 'sdb.yaml');
  writeFileSync(file, item.config_yaml);
  const { url, calls } = await standIn({
    createWorkflow: () => envelope(null, 'saved'),
    updateWorkflow: () => envelope(null, 'saved'),
    readWorkflow: () => envelope(item),
  });
  const at = ['--url', url, 'workflows'];
  const created = await gridctl([...at, 'create', 'sdb', '--file', '-', '--output', 'json'], {
    stdin: item.config_yaml,
  });
  expect(JSON.parse(created.stdout)).toEqual({ name: 'sdb', message: 'saved' });
  const [updated, shown] = await Promise.all([
    gridctl([...at, 'update', 'sdb', '--file', file]),
    gridctl([...at, 'show', 'sdb']),
  ]);
  expect(updated).toEqual({ code: 0, stdout: 'update sdb: saved\n', stderr: '' });
  expect(shown.stdout).toMatch(/status {7}idle\n[^]*\n\ngrid:\n {2}teff: \[20000\]\n$/);
  const bodies = calls.filter(({ body }) => body.length > 0).map(({ body }) => JSON.parse(body.toString()) as unknown);
  expect(bodies).toEqual([
    { name: 'sdb', config_yaml: item.config_yaml },
    { name: 'sdb', config_yaml: item.config_yaml, description: 'Hot subdwarfs' },
  ]);
});

test('deleting more than ten points needs confirmation, and deleting fewer does not', async () => {
  const { url, calls } = await standIn({
    readStats: ({ params }) => envelope(stats({ total: params['name'] === 'small' ? 10 : 11 })),
    deleteWorkflow: () => envelope(null, 'deleted'),
  });
  const del = (...args: string[]) => gridctl(['--url', url, 'workflows', 'delete', ...args]);
  const [small, unasked, said] = await Promise.all([del('small'), del('large'), del('large', '--yes')]);
  expect(small).toMatchObject({ code: 0, stdout: 'delete small: deleted\n' });
  expect(unasked.code).toBe(2);
  expect(unasked.stderr).toContain('Delete large with 11 points, 4 of them running, and its history?');
  expect(said.code).toBe(0);
  expect(calls.filter(({ operation }) => operation === 'deleteWorkflow')).toHaveLength(2);
});

test('stats show the warnings, and the waves with --waves', async () => {
  const { url } = await standIn({ readStats: () => envelope(stats()) });
  const { stdout, stderr } = await gridctl(['--url', url, 'workflows', 'stats', 'sdb', '--waves']);
  expect(stdout).toContain('converged            12 (12.0 %; 10 cold, 2 from a seed)\n');
  expect(stdout).toContain('time left            2 h 5 min without retries (see gridctl forecast)\n');
  expect(stdout.split('\n').slice(-3, -1)).toEqual([
    '   0       1          1       0     0  100.0 %',
    '   1      99         11       4    84   11.1 %',
  ]);
  expect(stderr).toBe('warning: 41 points above Gamma_e 0.7: expect failures\n');
});

/** Simulates a run that advances with every request, and a coordinator that is unavailable once. */
function run() {
  const looks: (ReturnType<typeof envelope> | HttpReply)[] = [
    envelope(stats()),
    envelope(stats()),
    refusal(503, 'starting'),
    envelope(stats({ converged: 50, running: 1 })),
    envelope(stats({ status: 'completed', converged: 96, pending: 0, queued: 0, running: 0 })),
  ];
  return standIn({ readStats: () => looks.shift() });
}

test('without a terminal, watch prints one line per change and ends with the run', async () => {
  const [lines, json, gone] = await Promise.all([run(), run(), standIn({ readStats: () => refusal(404, 'unknown') })]);
  const watch = (url: string) => ['--url', url, 'workflows', 'watch', 'sdb', '--interval', '0.1'];
  const [table, document, unknown] = await Promise.all([
    gridctl(watch(lines.url)),
    gridctl([...watch(json.url), '--output', 'json']),
    gridctl(watch(gone.url)),
  ]);
  expect(table.code).toBe(0);
  expect(table.stdout.split('\n').map((line) => line.slice(21))).toEqual([
    'running 16.0 %  converged 12  failed 4  running 4  queued 20  pending 60',
    'running 54.0 %  converged 50  failed 4  running 1  queued 20  pending 60',
    'completed 100.0 %  converged 96  failed 4  running 0  queued 0  pending 0',
    '',
  ]);
  expect(table.stderr).toContain('Retrying\nsdb is completed: 96 of 100 converged, 4 failed\n');
  expect(JSON.parse(document.stdout)).toMatchObject({ status: 'completed', converged: 96 });
  expect(unknown.code).toBe(1);
});

test('on a terminal, watch redraws one line within its width', async () => {
  const { url } = await run();
  const watching = startOnTerminal(['--url', url, 'workflows', 'watch', 'sdb', '--interval', '0.1'], { columns: 50 });
  const { code, stdout } = await watching.outcome;
  expect(code).toBe(0);
  const drawn = stdout.split('\r\u001b[2K').flatMap((text) => text.split(/\r?\n/));
  const bars = drawn.filter((text) => text.startsWith('['));
  expect(bars[0]).toBe('[█░░░░░░░░░]  16.0 %  ETA 2 h 5 min  converged 12');
  expect(bars.at(-1)).toContain('] 100.0 %  completed');
  for (const bar of bars) expect(stripVTControlCharacters(bar).length).toBeLessThan(50);
  // Only the last bar is left.
  expect(stdout.match(/\n/g)).toHaveLength(3);
});

test('Ctrl-C ends a watch at once', async () => {
  const { url, calls } = await standIn({ readStats: () => envelope(stats()) });
  const watching = startOnTerminal(['--url', url, 'workflows', 'watch', 'sdb', '--interval', '3600']);
  await until(() => calls.length === 1 && watching.stdout().includes('ETA'));
  watching.process.stdin.write('\u0003');
  expect((await watching.outcome).code).toBe(130);
});
