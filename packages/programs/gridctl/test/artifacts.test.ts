import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Artifact } from '@almagest/contracts/grid';
import { describe, expect, test } from '@jest/globals';
import { envelope, HttpReply, standIn, type ReceivedRequest } from './stand-in.ts';
import { gridctl, temporaryDirectory } from './world.ts';

const POINT = 't20000_g5.0';
const TASKS = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
const SPECTRUM = Buffer.from('# 1: wavelength\n4000 1\n');

const digest = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

const CONTENTS = new Map<string, Buffer>();
function artifact(path: string, content: Buffer, more: Partial<Artifact> = {}): Artifact {
  const sha256 = digest(content);
  CONTENTS.set(sha256, content);
  const kind = path.split(/[./]/, 1)[0] ?? '';
  const stored = '2026-01-31T12:00:00.000Z';
  const rest = { product: null, sha256, size_bytes: content.length, stored_at: stored };
  return { point_name: POINT, task_id: TASKS[0], path, kind, ...rest, ...more };
}

const ALL = [
  artifact('log/stderr.log', Buffer.from('first\nNaN at depth 3\n')),
  artifact('spectrum.txt', SPECTRUM, { task_id: TASKS[1] }),
  artifact('log/stdout.log', Buffer.from('second attempt\n'), { task_id: TASKS[1] }),
];

/** Answers in pages of one artifact, so that each list has several pages. */
function listArtifacts({ query }: ReceivedRequest) {
  const kind = query.get('kind');
  const matching = ALL.filter((one) => kind === null || one.kind === kind);
  const from = Number(query.get('after') ?? 0);
  const next = from + 1 < matching.length ? String(from + 1) : null;
  return envelope({ artifacts: matching.slice(from, from + 1), next });
}

function downloadArtifact({ params, headers, response }: ReceivedRequest) {
  const content = CONTENTS.get(params['sha256'] ?? '');
  if (content === undefined) return new HttpReply(404, 'no artifact');
  const etag = `"${params['sha256']}"`;
  if (headers['if-none-match'] === etag) return void response.writeHead(304).end();
  return void response.writeHead(200, { etag, 'content-length': content.length }).end(content);
}

const attempt = (task_id: string, status: string) => ({
  task_id,
  task_type: 'cold_run',
  seed_point_name: null,
  status,
  max_relc: null,
  iterations: null,
  atmosphere_has_nan: false,
  node_id: 'n1',
  error_message: null,
  created_at: '2026-01-31 12:00:00',
  completed_at: '2026-01-31 12:01:00',
});

const readPoint = () => {
  const values = { teff: 20_000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -4, cno_sum: -12, wave: 0 };
  const last = { last_max_relc: null, last_task_type: null, last_completed_at: null, last_error: null };
  const more = { success_method: null, attempt_count: 3, seed_point_name: null, node_id: null };
  const point = { name: POINT, ...values, status: 'converged', ...last, ...more };
  const third = attempt('33333333-3333-4333-8333-333333333333', 'running');
  return envelope({
    point,
    attempts: [attempt(TASKS[0], 'failed'), attempt(TASKS[1], 'completed'), third],
    conv: null,
  });
};

const site = () => standIn({ listArtifacts, downloadArtifact, readPoint });

describe('artifacts', () => {
  test('are listed over all pages, for people and for scripts', async () => {
    const { url } = await site();
    const table = await gridctl(['--url', url, 'artifacts', 'list', 'sdb']);
    expect(table.code).toBe(0);
    expect(table.stdout.trim().split('\n')).toHaveLength(4);
    expect(table.stdout).toMatch(/spectrum\.txt +spectrum +- +23 B +2026-01-31 12:00:00/);
    const json = await gridctl(['--url', url, 'artifacts', 'list', 'sdb', '--kind', 'spectrum', '--output', 'json']);
    expect(JSON.parse(json.stdout)).toEqual({ artifacts: [ALL[1]] });
  });

  test('are written to a folder, verified, and not downloaded again', async () => {
    const { url, calls } = await site();
    const folder = temporaryDirectory();
    const get = ['--url', url, 'artifacts', 'get', 'sdb', '--kind', 'spectrum', '--dir', folder];
    expect(await gridctl(get)).toMatchObject({ code: 0, stdout: '', stderr: `1 file in ${folder} (23 B)\n` });
    const file = join(folder, POINT, TASKS[1], 'spectrum.txt');
    expect(readFileSync(file).equals(SPECTRUM)).toBe(true);
    expect(readdirSync(join(folder, POINT, TASKS[1]))).toEqual(['spectrum.txt']);
    const again = await gridctl([...get, '--output', 'json']);
    expect(JSON.parse(again.stdout)).toEqual({ files: [{ file, bytes: 23, sha256: digest(SPECTRUM) }] });
    expect(calls.at(-1)?.headers['if-none-match']).toBe(`"${digest(SPECTRUM)}"`);
  });

  test('go to a pipe one at a time', async () => {
    const { url } = await site();
    const one = await gridctl(['--url', url, 'artifacts', 'get', 'sdb', '--kind', 'spectrum', '--stdout']);
    expect(one).toMatchObject({ code: 0, stdout: SPECTRUM.toString(), stderr: '' });
    const several = await gridctl(['--url', url, 'artifacts', 'get', 'sdb', '--stdout']);
    expect(several).toMatchObject({ code: 1, stdout: '' });
    expect(several.stderr).toMatch(/more than one artifact matches/);
  });
});

describe('logs', () => {
  const logs = (url: string, ...more: string[]) => gridctl(['--url', url, 'logs', POINT, '--workflow', 'sdb', ...more]);

  test('are from the last attempt that has logs, or from a chosen attempt', async () => {
    const { url } = await site();
    expect((await logs(url)).stdout).toBe('==> attempt 2, log/stdout.log <==\nsecond attempt\n');
    expect((await logs(url, '--attempt', '1')).stdout).toBe(
      '==> attempt 1, log/stderr.log <==\nfirst\nNaN at depth 3\n',
    );
    const none = await logs(url, '--attempt', '3');
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('no output is stored')]);
    const absent = await logs(url, '--attempt', '4');
    expect([absent.code, absent.stderr]).toEqual([1, expect.stringContaining('the point has 3 attempts')]);
  });

  test('are from the attempt that made the model, although a later attempt computed its spectrum', async () => {
    const detail = readPoint() as { data: { attempts: object[] } };
    const attempts = detail.data.attempts.map((one, index) => (index === 1 ? { ...one, stage: 'spectrum' } : one));
    const withSpectrum = { ...detail, data: { ...detail.data, attempts } };
    const { url } = await standIn({ listArtifacts, downloadArtifact, readPoint: () => withSpectrum });
    expect((await logs(url)).stdout).toMatch(/^==> attempt 1, /);
    expect((await logs(url, '--attempt', '2')).stdout).toMatch(/^==> attempt 2 \(only the spectrum\), /);
  });

  test('are followed while an attempt runs', async () => {
    const tail = (text: string) => ({ end: text.length, text });
    const log = (running: boolean, stdout: string, stderr: string) =>
      envelope({ task_id: TASKS[1], node_id: 'n1', running, at: null, stdout: tail(stdout), stderr: tail(stderr) });
    const answers = [
      log(true, 'iteration 1\nitera', ''),
      log(true, 'iteration 1\niteration 2\n', 'NaN\n'),
      log(false, '', ''),
    ];
    const running = { ...attempt(TASKS[1], 'running'), completed_at: null };
    const detail = readPoint() as { data: { attempts: object[] } };
    const reading = (attempts: object[]) => () => ({ ...detail, data: { ...detail.data, attempts } });
    const { url, calls } = await standIn({
      readPoint: reading([attempt(TASKS[0], 'failed'), running]),
      readTaskLog: () => answers.shift(),
    });
    const followed = await logs(url, '--follow', '--interval', '0.1');
    expect(followed).toMatchObject({
      code: 0,
      stdout: '==> stdout <==\niteration 1\niteration 2\n==> stderr <==\nNaN\n',
      stderr: `the attempt has ended: gridctl logs ${POINT} --workflow sdb\n`,
    });
    expect(calls.at(-1)?.params).toEqual({ task_id: TASKS[1] });
    const { url: idle } = await standIn({ readPoint: reading([attempt(TASKS[0], 'failed')]) });
    expect(await logs(idle, '--follow')).toMatchObject({ code: 1, stderr: expect.stringContaining('is running') });
    expect(await logs(idle, '--follow', '--output', 'json')).toMatchObject({ code: 2 });
  });

  test('are searched by a pattern, in linear time', async () => {
    const { url } = await site();
    const found = await logs(url, '--attempt', '1', '--grep', '(?i)nan', '--output', 'json');
    expect(JSON.parse(found.stdout)).toEqual({
      attempt: 1,
      task_id: TASKS[0],
      outputs: [{ path: 'log/stderr.log', lines: ['NaN at depth 3'] }],
    });
    ALL.push(artifact('log/stderr.log', Buffer.from(`${'a'.repeat(50_000)}\n`), { task_id: TASKS[1], kind: 'log' }));
    expect((await logs(url, '--grep', '^(a+)+$')).stdout).toContain('aaaa');
    expect((await logs(url, '--grep', '^(a+)+b$')).stdout).not.toContain('aaaa');
    const wrong = await logs(url, '--grep', '(a');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/--grep: .*missing closing/)]);
  });
});
