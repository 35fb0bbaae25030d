import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { ClusterStatus } from '@almagest/contracts/grid';
import { BAG_DECLARATION, END_OF_ARCHIVE, entryHead, entryPadding, manifestLine } from '@almagest/bagit-archive';
import { until } from '@almagest/test-kit/until';
import { envelope, refusal, standIn, type ReceivedRequest } from './stand-in.ts';
import { gridctl, start, temporaryDirectory } from './world.ts';

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex');

function bagOf(content: string): Buffer {
  const payload = [['data/points.csv', Buffer.from(content)]] as const;
  const lines = (files: readonly (readonly [string, Buffer])[]) =>
    Buffer.from(files.map(([path, bytes]) => manifestLine(sha256Of(bytes), path)).join(''));
  const tags = [
    ['bagit.txt', Buffer.from(BAG_DECLARATION)],
    ['bag-info.txt', Buffer.from(`Payload-Oxum: ${payload[0][1].length}.1\n`)],
    ['manifest-sha256.txt', lines(payload)],
  ] as const;
  const all = [...tags, ['tagmanifest-sha256.txt', lines(tags)] as const, ...payload];
  const blocks = all.flatMap(([path, bytes]) => [
    entryHead({ path: `sdb/${path}`, sizeBytes: bytes.length, mtimeSec: 0 }),
    bytes,
    Buffer.alloc(entryPadding(bytes.length)),
  ]);
  return Buffer.concat([...blocks, END_OF_ARCHIVE]);
}

const ARCHIVE = bagOf('name\r\n');
const ETAG = 'e'.repeat(64);

/** Answers with the archive from the requested byte on. With `cutAt`, stops there and keeps the connection open. */
function serve({ headers, response }: ReceivedRequest, archive = ARCHIVE, cutAt = Infinity): undefined {
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? 'bytes=0-')?.[1]);
  response.writeHead(headers.range === undefined ? 200 : 206, {
    etag: `"${ETAG}"`,
    'content-length': archive.length - from,
    ...(headers.range === undefined
      ? {}
      : { 'content-range': `bytes ${from}-${archive.length - 1}/${archive.length}` }),
  });
  if (cutAt < archive.length) response.write(archive.subarray(from, cutAt));
  else response.end(archive.subarray(from));
  return undefined;
}

test('a broken export resumes in its state, and the file gets its name once it is complete and verified', async () => {
  const folder = temporaryDirectory();
  const { url, calls } = await standIn({
    exportWorkflow: (call) => serve(call, ARCHIVE, call.headers.range === undefined ? 3000 : Infinity),
  });
  const target = join(folder, 'sdb.tar');
  const running = start(['--url', url, 'export', 'sdb', '--out', target, '--status', 'converged']);
  await until(() => {
    const [part] = readdirSync(folder);
    return part !== undefined && statSync(join(folder, part)).size === 3000;
  }, 'the first bytes to be stored');
  calls[0]?.response.destroy();
  const outcome = await running.outcome;
  expect(outcome).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(/wrote .*sdb\.tar \(.*verified\)\n$/),
  });
  expect(readFileSync(target).equals(ARCHIVE)).toBe(true);
  expect(readdirSync(folder)).toEqual(['sdb.tar']);
  expect(calls.map(({ headers, query }) => [headers.range, headers['if-match'], query.get('status')])).toEqual([
    [undefined, undefined, 'converged'],
    ['bytes=3000-', `"${ETAG}"`, 'converged'],
  ]);
});

test('a part of another state is discarded, a complete part is only verified, and damage is found', async () => {
  const [changed, complete, damaged] = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
  const part = (folder: string, content: Buffer) => writeFileSync(join(folder, `.sdb.tar.${ETAG}.part`), content);
  part(changed, Buffer.from('older'));
  part(complete, ARCHIVE);
  const broken = Buffer.from(ARCHIVE);
  broken.writeUInt8(0x4e, broken.indexOf('name\r\n'));
  const get = (url: string, folder: string) =>
    gridctl(['--url', url, 'export', 'sdb', '--output', join(folder, 'sdb.tar')]);
  const other = await standIn({
    exportWorkflow: (call) =>
      call.headers.range === undefined ? serve(call) : refusal(412, 'workflow sdb has changed'),
  });
  const whole = await standIn({ exportWorkflow: () => refusal(416, 'the range lies outside') });
  const bad = await standIn({ exportWorkflow: (call) => serve(call, broken) });
  const outcomes = await Promise.all([get(other.url, changed), get(whole.url, complete), get(bad.url, damaged)]);
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 1]);
  for (const folder of [changed, complete]) expect(readFileSync(join(folder, 'sdb.tar')).equals(ARCHIVE)).toBe(true);
  expect(outcomes[0]?.stderr).toContain('has changed since this download began');
  expect(outcomes[2]?.stderr).toContain('the download is damaged: the content of "sdb/data/points.csv"');
  expect(readdirSync(damaged)).toEqual([]);
});

test('an export shows which file cannot be written, and why, when the disk is full', async () => {
  const folder = temporaryDirectory();
  const target = join(folder, 'sdb.tar');
  symlinkSync('/dev/full', join(folder, `.sdb.tar.${ETAG}.part`));
  const { url } = await standIn({ exportWorkflow: (call) => serve(call) });
  const { code, stderr } = await gridctl(['--url', url, 'export', 'sdb', '--out', target]);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`cannot write ${target}: the disk is full`)]);
});

test('an import sends nothing of a damaged archive, and resumes after the chunks that have arrived', async () => {
  const folder = temporaryDirectory();
  const sha256 = sha256Of(ARCHIVE);
  const state = { sha256, size_bytes: ARCHIVE.length, workflow: null, message: null, failed_tries: 0 };
  const received: Buffer[] = [];
  let isDone = false;
  const { url, calls } = await standIn({
    readImport: () =>
      isDone
        ? envelope({ ...state, status: 'done', received_bytes: ARCHIVE.length, workflow: 'sdb', message: '4 points' })
        : envelope({ ...state, status: 'uploading', received_bytes: 1000 }),
    uploadArchive: ({ body }) => {
      received.push(body);
      isDone = true;
      return envelope({ ...state, status: 'waiting', received_bytes: ARCHIVE.length });
    },
  });
  writeFileSync(join(folder, 'sdb.tar'), ARCHIVE);
  writeFileSync(join(folder, 'cut.tar'), ARCHIVE.subarray(0, ARCHIVE.length - 700));
  const run = (file: string) => gridctl(['--url', url, 'import', join(folder, file)]);
  expect(await run('cut.tar')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is damaged, so nothing was sent'),
  });
  expect(await run('none.tar')).toMatchObject({ code: 2, stderr: expect.stringContaining('no such file') });
  expect(calls).toEqual([]);
  expect(await run('sdb.tar')).toMatchObject({ code: 0, stderr: 'imported workflow sdb: 4 points\n' });
  expect(Buffer.concat(received).equals(ARCHIVE.subarray(1000))).toBe(true);
  expect(await run('sdb.tar')).toMatchObject({ code: 0 });
  expect(received).toHaveLength(1);
});

const IDLE_CLUSTER: ClusterStatus = {
  status: 'ok',
  nodes_online: 0,
  total_active_slots: 0,
  total_max_slots: 0,
  nodes: [],
  grid_stats: {
    total: 0,
    pending: 0,
    queued: 0,
    running: 0,
    converged: 0,
    failed: 0,
    cold_run_converged: 0,
    seed_step_converged: 0,
    continue_converged: 0,
  },
};

test('the reason of a temporary import failure is shown once per attempt, both while waiting and in the status', async () => {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'sdb.tar'), ARCHIVE);
  const sha256 = sha256Of(ARCHIVE);
  const state = { sha256, size_bytes: ARCHIVE.length, received_bytes: ARCHIVE.length, workflow: null };
  const full = 'the disk for files is full';
  const failing = { ...state, status: 'waiting', message: full, failed_tries: 1 };
  const done = { ...state, status: 'done', workflow: 'sdb', message: '4 points', failed_tries: 0 };
  const answers = [failing, failing, failing, done];
  const { url } = await standIn({
    readImport: () => envelope(answers.shift() ?? done),
    readStatus: () => ({
      ...IDLE_CLUSTER,
      failing_imports: [{ sha256, size_bytes: 5_000_000, failed_tries: 3, message: full }],
    }),
  });
  expect(await gridctl(['--url', url, 'import', join(folder, 'sdb.tar')])).toMatchObject({
    code: 0,
    stderr: `the coordinator cannot store the archive now and will retry: ${full}\nimported workflow sdb: 4 points\n`,
  });
  expect(await gridctl(['--url', url, 'status'])).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/import of an archive of 5\.0 MB has failed 3 times and will be retried: the disk/),
  });
});

test("a rejected archive is reported with the coordinator's reason", async () => {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'sdb.tar'), ARCHIVE);
  const state = {
    sha256: sha256Of(ARCHIVE),
    size_bytes: ARCHIVE.length,
    received_bytes: ARCHIVE.length,
    workflow: null,
    failed_tries: 0,
  };
  let isSent = false;
  const { url } = await standIn({
    readImport: () =>
      isSent
        ? envelope({ ...state, status: 'refused', message: 'workflow sdb already exists' })
        : refusal(404, 'no archive'),
    uploadArchive: () => {
      isSent = true;
      return envelope({ ...state, status: 'waiting', message: null });
    },
  });
  expect(await gridctl(['--url', url, 'import', join(folder, 'sdb.tar')])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('rejected the archive: workflow sdb already exists'),
  });
});
