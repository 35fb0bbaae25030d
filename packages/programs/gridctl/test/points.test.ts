import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { reportedValues, shownValues } from '@almagest/contracts/grid';
import { expect, test } from '@jest/globals';
import { point } from './samples.ts';
import { envelope, standIn } from './stand-in.ts';
import { gridctl, start, startOnTerminal, temporaryDirectory } from './world.ts';

const TOTAL = 1203;
const all = Array.from({ length: TOTAL }, (_, index) => point({ name: `t${10_000 + index}`, wave: index }));

const paged = () =>
  standIn({
    listPoints: ({ query }) => {
      const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 100)];
      return envelope({ total: TOTAL, points: all.slice(offset, offset + limit) });
    },
  });

test('--all streams every page into one document and one table', async () => {
  const { url, calls } = await paged();
  const list = ['--url', url, 'points', 'list', 'sdb'];
  const [document, table, page] = await Promise.all([
    gridctl([...list, '--all', '--output', 'json', '--status', 'converged', '--sort', 'teff']),
    gridctl([...list, '--all']),
    gridctl([...list, '--limit', '2', '--offset', '4']),
    gridctl([...list, '--retired', '--q', 'apart']),
    gridctl([
      ...list,
      '--teff',
      '20000..',
      '--logc',
      '-4.0..-3.0',
      '--attempts',
      '2',
      '--node',
      'n1',
      '--group',
      'abc',
    ]),
  ]);
  expect(calls.flatMap(({ query }) => (query.has('group') ? [Object.fromEntries(query)] : []))).toEqual([
    { teff: '20000..', logc: '-4.0..-3.0', attempts: '2', node_id: 'n1', group: 'abc' },
  ]);
  expect(calls.filter(({ query }) => query.has('retired')).map(({ query }) => query.toString())).toEqual([
    'q=apart&retired=true',
  ]);
  expect(JSON.parse(document.stdout)).toEqual({ total: TOTAL, points: all });
  expect(document.stderr).toBe('');
  const lines = table.stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(TOTAL + 1);
  expect(new Set(lines.map((line) => line.search(/STATUS|converged/))).size).toBe(1);
  expect(
    page.stdout
      .split('\n')
      .slice(1, 3)
      .map((line) => line.slice(0, 6)),
  ).toEqual(['t10004', 't10005']);
  expect(page.stderr).toBe('5-6 of 1,203. Use --offset for the others, or --all for all points\n');
  const sorted = calls.filter(({ query }) => query.get('sort') === 'teff');
  expect(sorted.map(({ query }) => `${query.get('status')} ${query.get('offset')}`)).toEqual([
    'converged 0',
    'converged 500',
    'converged 1000',
  ]);
});

test('an empty list is a complete document, and a reader may stop early', async () => {
  const [none, many] = await Promise.all([
    standIn({ listPoints: () => envelope({ total: 0, points: [] }) }),
    // The list is endless, so that the command is still writing when its reader ends.
    standIn({ listPoints: () => envelope({ total: 1, points: Array.from({ length: 500 }, () => point()) }) }),
  ]);
  const list = (url: string) => ['--url', url, 'points', 'list', 'sdb', '--all'];
  const endless = start(list(many.url));
  const empty = await gridctl([...list(none.url), '--output', 'json']);
  expect(JSON.parse(empty.stdout)).toEqual({ total: 0, points: [] });
  await until(() => endless.stdout().length > 0);
  endless.process.stdout.destroy();
  expect(await endless.outcome).toMatchObject({ code: 0, stderr: '' });
});

test("a point is shown with its attempts and its engine's record", async () => {
  const attempt = {
    task_id: '7f2f6a1e-7f43-4d0e-9d5a-0a8f3c1d2b4e',
    task_type: 'cold_run',
    seed_point_name: null,
    status: 'failed',
    ...shownValues(reportedValues({ max_relc: 0.5 })),
    atmosphere_has_nan: true,
    node_id: 'node-01',
    error_message: 'NaN in layer 7',
    created_at: '2026-01-31 12:00:00',
    completed_at: '2026-01-31 12:30:00',
  };
  const conv = { converged: false, seed: '', stages: [{ label: 'lte', chmax: 0.001, note: null }, { label: 'nlte' }] };
  const { url } = await standIn({
    readPoint: () => envelope({ point: point({ status: 'failed' }), attempts: [attempt], conv }),
    explainPoint: () =>
      envelope({
        point: point({ status: 'pending' }),
        chain: ['seed_step'],
        reason: 'waits',
        held_by: null,
        tried_seeds: [],
        candidates: [],
      }),
  });
  const [shown, explained] = await Promise.all([
    gridctl(['--url', url, 'points', 'show', 'sdb', 't1']),
    gridctl(['--url', url, 'explain', 't1', '--workflow', 'sdb']),
  ]);
  expect(shown.stdout).toContain('parameters    teff 20000, logg 5, loghe -1, logc -4, logn -4, logo -4\n');
  expect(shown.stdout).toMatch(/ 5\.0e-1 .* yes {2}node-01 {2}- {5}- {5}NaN in layer 7\n/);
  expect(shown.stdout).toContain('LABEL  CHMAX  NOTE\nlte    0.001  -\nnlte   -      -\n');
  expect(explained.stdout).toContain('Waits.\nIts next strategy is seed_step.\n');
});

test('an export is streamed, and its file is complete or absent', async () => {
  const csv = 'name,teff\nt1,20000\n';
  const folder = temporaryDirectory();
  const [whole, cut] = await Promise.all([
    standIn({ exportPoints: () => csv }),
    standIn({
      exportPoints: ({ response }) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write(csv, () => response.destroy());
      },
    }),
  ]);
  const kept = join(folder, 'kept.csv');
  writeFileSync(kept, 'former');
  const out = (url: string, ...args: string[]) => gridctl(['--url', url, 'points', 'export', 'sdb', ...args]);
  const [piped, filed, broken, nowhere] = await Promise.all([
    out(whole.url, '--status', 'failed'),
    out(whole.url, '--out', join(folder, 'new.csv'), '--output', 'json'),
    out(cut.url, '--out', kept),
    out(whole.url, '--out', join(folder, 'missing/new.csv')),
  ]);
  expect(piped).toEqual({ code: 0, stdout: csv, stderr: '' });
  expect(JSON.parse(filed.stdout)).toEqual({ file: join(folder, 'new.csv'), bytes: csv.length });
  expect(readFileSync(join(folder, 'new.csv'), 'utf8')).toBe(csv);
  expect(broken.code).toBe(3);
  expect(readFileSync(kept, 'utf8')).toBe('former');
  expect(readdirSync(folder).toSorted()).toEqual(['kept.csv', 'new.csv']);
  expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('its folder does not exist') });
});

test('an interrupted export leaves no file', async () => {
  const folder = temporaryDirectory();
  const { url } = await standIn({ exportPoints: ({ response }) => void response.write('name,teff\n') });
  const running = start(['--url', url, 'points', 'export', 'sdb', '--out', join(folder, 'sdb.csv')]);
  await until(() => readdirSync(folder).length === 1);
  running.process.kill('SIGINT');
  expect(await running.outcome).toMatchObject({ code: 130, stderr: 'gridctl: interrupted\n' });
  expect(existsSync(folder) && readdirSync(folder)).toEqual([]);
});

test('rearming counts first and asks with that count', async () => {
  const { url, calls } = await standIn({
    rearmPoints: ({ body }) => {
      const { dry_run, wave } = JSON.parse(body.toString()) as { dry_run?: boolean; wave?: number };
      const matched = wave === 4 ? 10 : 4123;
      return envelope({ matched, rearmed: dry_run ? 0 : matched });
    },
  });
  const rearm = ['--url', url, 'points', 'rearm', 'sdb'];
  const asked = startOnTerminal([...rearm, '--q', 't2']);
  const [few, many, unfit] = await Promise.all([
    gridctl([...rearm, '--wave', '4']),
    gridctl(rearm),
    gridctl([...rearm, '--unfit']),
  ]);
  expect(unfit.stderr).toContain('Rearm 4,123 points with unfit models of sdb?');
  expect(few).toEqual({ code: 0, stdout: 'rearm sdb: 10 of 10 matching points rearmed\n', stderr: '' });
  expect(many).toMatchObject({ code: 2, stderr: expect.stringContaining('Rearm 4,123 failed points of sdb?') });
  await until(() => asked.stdout().includes('Rearm 4,123 failed points of sdb? [y/N]'));
  asked.process.stdin.write('yes\r');
  expect((await asked.outcome).code).toBe(0);
  const changes = calls.map(({ body }) => JSON.parse(body.toString()) as object).filter((body) => !('dry_run' in body));
  expect(changes).toEqual([{ wave: 4 }, { q: 't2' }]);
});

test('models are rejected and points checked with a note, and judgements are listed', async () => {
  const judgement = {
    id: 7,
    point_name: 't1',
    kind: 'rejected',
    sha256: 'a'.repeat(64),
    note: 'T rises outward',
    judged_by: 'admin',
    judged_at: '2026-11-20T14:05:09.000Z',
    stands: true,
  };
  const { url, calls } = await standIn({
    judgePoint: () => envelope({ judgement, status: 'failed', running_from_it: ['t2'] }),
    listJudgements: () => envelope({ judgements: [judgement] }),
  });
  const at = ['--url', url];
  const rejected = await gridctl([
    ...at,
    'models',
    'reject',
    'sdb',
    't1',
    '--note',
    'T rises outward',
    '--version',
    'a'.repeat(8),
  ]);
  expect(rejected.stdout).toBe('t1: rejected. The point is failed\n1 point being computed from this model: t2\n');
  await gridctl([...at, 'points', 'check', 'sdb', 't1', '--note', 'seen', '--undo']);
  expect(calls.map(({ body }) => JSON.parse(body.toString()) as unknown)).toEqual([
    { kind: 'rejected', note: 'T rises outward', version: 'a'.repeat(8) },
    { kind: 'unchecked', note: 'seen' },
  ]);
  const [listed, unexplained] = await Promise.all([
    gridctl([...at, 'models', 'judgements', 'sdb', '--stands']),
    gridctl([...at, 'models', 'accept', 'sdb', 't1']),
  ]);
  expect(listed.stdout).toMatch(/^7 +2026-11-20 14:05:09 +t1 +rejected +yes +a{12} +admin +T rises outward$/m);
  expect(unexplained).toMatchObject({ code: 2, stderr: expect.stringContaining('--note') });
});
