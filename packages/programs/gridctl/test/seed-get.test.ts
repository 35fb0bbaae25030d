import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { standIn, type ReceivedRequest } from './stand-in.ts';
import { gridctl, start, temporaryDirectory } from './world.ts';

const seed = Buffer.from(Array.from({ length: 20_000 }, (_, index) => `${index} 1.0E+${index % 30}\n`).join(''));
const sha256 = createHash('sha256').update(seed).digest('hex');
const HALF = 100_000;

/** Answers like the coordinator: ETag, Range with If-Range, If-None-Match. */
function serve({ headers, response }: ReceivedRequest, upTo = Infinity): void {
  const etag = `"${sha256}"`;
  if (headers['if-none-match'] === etag) return void response.writeHead(304).end();
  const asked = headers['if-range'] === etag ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0) : 0;
  const rest = seed.subarray(asked);
  const range = asked > 0 ? { 'content-range': `bytes ${asked}-${seed.length - 1}/${seed.length}` } : {};
  response.writeHead(asked > 0 ? 206 : 200, { etag, 'content-length': rest.length, ...range });
  if (upTo >= rest.length) response.end(rest);
  else response.write(rest.subarray(0, upTo));
}

test('a broken download resumes where it broke, and the file is verified', async () => {
  const folder = temporaryDirectory();
  let first = true;
  const { url, calls } = await standIn({
    downloadSeed: (call) => {
      serve(call, first ? HALF : Infinity);
      // The connection breaks once the first part is stored, so that there is something to resume.
      if (first) void until(() => partSize(folder) === HALF).then(() => call.response.destroy());
      first = false;
    },
  });
  const outcome = await start(['--url', url, 'seeds', 'get', 't1', '--output', 'json'], { cwd: folder }).outcome;
  expect(outcome.code).toBe(0);
  expect(outcome.stderr).toContain('. Resuming\n');
  expect(JSON.parse(outcome.stdout)).toEqual({ file: 't1.7', bytes: seed.length, sha256, unchanged: false });
  expect(readFileSync(join(folder, 't1.7')).equals(seed)).toBe(true);
  expect(readdirSync(folder)).toEqual(['t1.7']);
  expect(calls.map(({ headers }) => headers.range)).toEqual([undefined, `bytes=${HALF}-`]);
});

function partSize(folder: string): number {
  const [part] = readdirSync(folder).filter((name) => name.endsWith('.part'));
  return part === undefined ? 0 : readFileSync(join(folder, part)).length;
}

test('a later call resumes the download of an interrupted or killed call', async () => {
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const folder = temporaryDirectory();
    const { url, calls } = await standIn({
      downloadSeed: (call) => serve(call, call.headers.range === undefined ? HALF : Infinity),
    });
    const get = ['--url', url, 'seeds', 'get', 't1', '--out', join(folder, 'start.7')];
    const running = start(get);
    await until(() => partSize(folder) === HALF);
    running.process.kill(signal);
    await running.outcome;
    expect(readdirSync(folder)).toEqual([`.start.7.${sha256}.part`]);
    const outcome = await gridctl(get);
    expect(outcome).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^wrote .*start\.7 \(.* verified\)\n$/),
    });
    expect(readFileSync(join(folder, 'start.7')).equals(seed)).toBe(true);
    expect(calls).toHaveLength(2);
  }
});

test('a part of another version is discarded, a changed byte is found, and an unchanged file is kept', async () => {
  const [other, broken, known] = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
  const { url } = await standIn({ downloadSeed: (call) => serve(call) });
  writeFileSync(join(other, `.t1.7.${'0'.repeat(64)}.part`), 'of an older seed');
  writeFileSync(join(broken, `.t1.7.${sha256}.part`), Buffer.alloc(1000, 'x'));
  writeFileSync(join(known, 't1.7'), seed);
  const get = (folder: string) => gridctl(['--url', url, 'seeds', 'get', 't1', '--out', join(folder, 't1.7')]);
  const [anew, damaged, unchanged] = await Promise.all([get(other), get(broken), get(known)]);
  expect(anew.code).toBe(0);
  expect(readdirSync(other)).toEqual(['t1.7']);
  expect(damaged).toMatchObject({ code: 1, stderr: expect.stringContaining('does not match its checksum. Try again') });
  expect(readdirSync(broken)).toEqual([]);
  expect(unchanged.stderr).toBe(`${join(known, 't1.7')} is unchanged\n`);
});

test('a version or a workflow’s own model is requested by its option, and both at once or too few digits are usage errors', async () => {
  const folder = temporaryDirectory();
  const { url, calls } = await standIn({ downloadSeed: (call) => serve(call) });
  const get = (...options: string[]) => gridctl(['--url', url, 'seeds', 'get', 't1', ...options]);
  const [version, workflow, both, short, own] = await Promise.all([
    get('--version', sha256.slice(0, 8), '--out', join(folder, 'a.7')),
    get('--workflow', 'sdb', '--out', join(folder, 'b.7')),
    get('--workflow', 'sdb', '--version', sha256, '--out', join(folder, 'c.7')),
    get('--version', '1234567', '--out', join(folder, 'd.7')),
    gridctl(['--version']),
  ]);
  expect([version, workflow, both, short, own].map(({ code }) => code)).toEqual([0, 0, 2, 2, 0]);
  expect(own.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(short.stderr).toContain('version');
  expect(readdirSync(folder).toSorted()).toEqual(['a.7', 'b.7']);
  expect(calls.map(({ query }) => query.toString()).toSorted()).toEqual([
    `version=${sha256.slice(0, 8)}`,
    'workflow=sdb',
  ]);
});
