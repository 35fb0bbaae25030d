import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { HttpReply, refusal, standIn, type ReceivedRequest } from './stand-in.ts';
import { gridctl, start, startOnTerminal, temporaryDirectory } from './world.ts';

const params = { teff: 20000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -4 };

function result(folder: string, name: string, over: object = {}, seed: string | null = '1.0 2.0\n', file = 'out.7') {
  mkdirSync(folder, { recursive: true });
  const summary = { name, params, converged: true, final_max_relc: 1e-4, ...over };
  writeFileSync(join(folder, 'conv.json'), JSON.stringify(summary));
  if (seed !== null) writeFileSync(join(folder, file), seed);
}

interface Upload {
  readonly point: string;
  readonly seed: string | null;
  readonly method: string | null;
}

async function read({ body, headers }: ReceivedRequest): Promise<Upload> {
  const type = headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const { name } = JSON.parse(form.get('report') as string) as { name: string };
  const seed = form.get('seed_file');
  return {
    point: name,
    seed: seed instanceof Blob ? await seed.text() : null,
    method: form.get('success_method') as string,
  };
}

const accept = ({ point }: Upload) => ({ status: 'ok', point_name: point, converged: true, max_relc: 1e-4 });
const importing = (url: string, directory: string, ...args: string[]) =>
  ['--url', url, 'seeds', 'import', directory].concat('--workflow', 'old', args);

test('every layout is found, and results that the coordinator would reject are refused locally with a reason', async () => {
  const root = temporaryDirectory();
  result(join(root, 'a/deep/t1'), 't1', {}, 'seed of t1', 't1.7');
  result(join(root, 'b'), 't2');
  result(join(root, 'c'), 't3', {}, 'only one', 'fort.7');
  result(join(root, 'd'), 't4', { converged: false }, 'left by a failed run');
  writeFileSync(join(root, 't5.conv.json'), JSON.stringify({ name: 't5', params, converged: true }));
  writeFileSync(join(root, 't5.7'), 'flat');
  result(join(root, 'warned'), 't6', {}, '1.0 NaN\n');
  result(join(root, 'x1'), 't7', {}, null);
  result(join(root, 'x2'), 't8', {}, '');
  result(join(root, 'x3'), 't9', { name: undefined });
  result(join(root, 'x4'), '../t10');
  result(join(root, 'x5'), 'denied');
  mkdirSync(join(root, '.snapshot'));
  result(join(root, '.snapshot/t1'), 't1');

  const uploads: Upload[] = [];
  const { url, calls } = await standIn({
    importSeed: async (call) => {
      const upload = await read(call);
      if (upload.point === 'denied') return new HttpReply(400, { status: 'error', message: 'unparsable summary' });
      uploads.push(upload);
      return accept(upload);
    },
  });
  const report = join(temporaryDirectory(), 'report.json');
  const rehearsal = await gridctl(importing(url, root, '--dry-run', '--output', 'json'));
  expect(JSON.parse(rehearsal.stdout)).toMatchObject({ dry_run: true, found: 11, imported: 7, skipped: 0 });
  expect(calls).toEqual([]);
  expect(existsSync(join(root, '.gridctl-import.jsonl'))).toBe(false);

  const outcome = await gridctl(importing(url, root, '--method', 'cold_run', '--report', report));
  expect(outcome).toMatchObject({ code: 1, stdout: '' });
  expect(outcome.stderr).toContain('11 results: 6 imported, 0 skipped (already imported), 5 refused, 0 failed\n');
  expect(uploads.toSorted((a, b) => a.point.localeCompare(b.point))).toEqual([
    { point: 't1', seed: 'seed of t1', method: 'cold_run' },
    { point: 't2', seed: '1.0 2.0\n', method: 'cold_run' },
    { point: 't3', seed: 'only one', method: 'cold_run' },
    { point: 't4', seed: null, method: 'cold_run' },
    { point: 't5', seed: 'flat', method: 'cold_run' },
    { point: 't6', seed: '1.0 NaN\n', method: 'cold_run' },
  ]);
  expect(calls.every(({ query }) => query.get('workflow') === 'old')).toBe(true);
  const { refused, warnings } = JSON.parse(readFileSync(report, 'utf8')) as Record<
    string,
    { file: string; reason: string }[]
  >;
  expect(warnings).toMatchObject([{ file: 'warned/conv.json' }]);
  expect(refused?.toSorted((a, b) => a.file.localeCompare(b.file))).toMatchObject([
    { file: 'x1/conv.json', point: 't7', reason: expect.stringContaining('converged but has no seed') },
    { file: 'x2/conv.json', point: 't8', reason: 'its seed out.7 is empty' },
    { file: 'x3/conv.json', point: null, reason: expect.stringContaining("required property 'name'") },
    {
      file: 'x4/conv.json',
      point: null,
      reason: expect.stringContaining('name: must be a point name: 1 to 128 characters of'),
    },
    { file: 'x5/conv.json', point: 'denied', reason: 'unparsable summary' },
  ]);
});

test('a killed import resumes, loses no result, and repeats only the uploads in flight', async () => {
  const root = temporaryDirectory();
  const names = Array.from({ length: 60 }, (_, index) => `t${1000 + index}`);
  for (const name of names) result(join(root, name.slice(0, 4), name), name);
  const accepted: string[] = [];
  let isOpen = false;
  const { url } = await standIn({
    importSeed: async (call) => {
      const upload = await read(call);
      accepted.push(upload.point);
      // The answers to these uploads never arrive. The coordinator has the results, but the killed command cannot know.
      if (!isOpen && accepted.length > 20) return undefined;
      return accept(upload);
    },
  });
  const first = start(importing(url, root, '--concurrency', '4'));
  await until(() => accepted.length === 24);
  first.process.kill('SIGKILL');
  await first.outcome;
  expect(readFileSync(join(root, '.gridctl-import.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(20);

  isOpen = true;
  const second = await gridctl(importing(url, root, '--output', 'json'));
  expect(second.code).toBe(0);
  expect(JSON.parse(second.stdout)).toMatchObject({ found: 60, imported: 40, skipped: 20, refused: [], failed: [] });
  expect(new Set(accepted)).toEqual(new Set(names));
  expect(accepted).toHaveLength(64);

  // A third run sends only what has changed since.
  const changed = join(root, 't100/t1003/out.7');
  utimesSync(changed, new Date(0), new Date(0));
  const third = await gridctl(importing(url, root, '--output', 'json'));
  expect(JSON.parse(third.stdout)).toMatchObject({ imported: 1, skipped: 59 });
  expect(accepted.at(-1)).toBe('t1003');
});

test('Ctrl-C finishes the uploads in flight, reports, and loses nothing', async () => {
  const root = temporaryDirectory();
  for (const name of ['t1', 't2', 't3', 't4', 't5']) result(join(root, name), name);
  const held: (() => void)[] = [];
  const { url, calls } = await standIn({
    importSeed: async (call) => {
      const upload = await read(call);
      await new Promise<void>((resolve) => held.push(resolve));
      return accept(upload);
    },
  });
  const running = start(importing(url, root, '--concurrency', '2'));
  await until(() => held.length === 2);
  running.process.kill('SIGINT');
  await until(() => running.stderr().includes('finishing the uploads in flight'));
  for (const answer of held) answer();
  const { code, stderr } = await running.outcome;
  expect(code).toBe(130);
  expect(stderr).toContain('5 results: 2 imported, 0 skipped (already imported), 0 refused, 0 failed, 3 not tried\n');
  expect(stderr).toContain('interrupted. Run the same command again to resume\n');
  expect(calls).toHaveLength(2);
  expect(readFileSync(join(root, '.gridctl-import.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(2);
});

test('a busy coordinator is retried, a silent coordinator ends the import with 3, and a rejected credential with 1', async () => {
  const root = temporaryDirectory();
  for (const name of ['t1', 't2', 't3']) result(join(root, name), name);
  const answers = [refusal(429, 'slow', { 'retry-after': '0' }), refusal(503, 'starting', { 'retry-after': '0' })];
  const busy = await standIn({ importSeed: async (call) => answers.shift() ?? accept(await read(call)) });
  const locked = await standIn({ importSeed: () => refusal(401, 'no') });
  const broken = await standIn({ importSeed: () => new HttpReply(500, { status: 'error', message: 'disk' }) });
  const silent = await standIn({ importSeed: ({ response }) => void response.destroy() });
  const run = (url: string, ...args: string[]) => gridctl(importing(url, root, '--output', 'json', ...args));
  const [waited, refused, failed, gone] = await Promise.all([
    run(busy.url),
    run(locked.url),
    run(broken.url, '--retries', '0'),
    run(silent.url, '--retries', '1'),
  ]);
  expect(waited.code).toBe(0);
  expect(waited.stderr).toContain('(waiting under 1 s)');
  expect(busy.calls).toHaveLength(5);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('gridctl login') });
  expect(locked.calls.length).toBeLessThanOrEqual(4);
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.stdout)).toMatchObject({ imported: 0, failed: [{ reason: 'disk' }, {}, {}] });
  expect(gone.code).toBe(3);
  expect(JSON.parse(gone.stdout)).toMatchObject({ found: 3, imported: 0 });
});

test('unreadable and unwritable locations are reported before anything is sent', async () => {
  const root = temporaryDirectory();
  result(join(root, 't1'), 't1');
  const { url, calls } = await standIn({});
  const [missing, journal] = await Promise.all([
    gridctl(importing(url, join(root, 'nowhere'))),
    gridctl(importing(url, root, '--journal', join(root, 'no/such/journal'))),
  ]);
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('no such file') });
  expect(journal).toMatchObject({ code: 2, stderr: expect.stringContaining('use --journal for another location') });
  expect(calls).toEqual([]);
});

test('on a terminal the import draws a bar and leaves the report', async () => {
  const root = temporaryDirectory();
  for (const name of ['t1', 't2', 't3']) result(join(root, name), name);
  const { url } = await standIn({ importSeed: async (call) => accept(await read(call)) });
  const { code, stdout } = await startOnTerminal(importing(url, root)).outcome;
  expect(code).toBe(0);
  expect(stdout).toContain('█] 100.0 %');
  expect(
    stdout.endsWith('\r\u001b[2K3 results: 3 imported, 0 skipped (already imported), 0 refused, 0 failed\r\n'),
  ).toBe(true);
});
