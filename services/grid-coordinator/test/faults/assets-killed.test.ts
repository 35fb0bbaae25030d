import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { axesOf, yamlOf } from '@almagest/chaos/grids';
import { fillDisk, HAS_SMALL_DISK, onSmallDisk } from '@almagest/test-kit/small-disk';
import { until } from '@almagest/test-kit/until';
import { beforeEach, expect, test } from '@jest/globals';
import { setBreakpoint } from './breakpoints.ts';
import { givenWorkflow, statusOf } from './calls.ts';
import { useSite } from './site.ts';

const site = useSite();
beforeEach(() => {
  mkdirSync(join(site.root, 'assets'));
});

const FILES = ['first.dat', 'second.dat'];
const YAML = yamlOf(axesOf([2, 1, 1, 1, 1, 1]), `timeout_sec: 0\nassets: [${FILES.join(', ')}]`);

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const put = (path: string, content: Buffer) => writeFileSync(join(site.root, 'assets', path), content);

async function pins(): Promise<Record<string, string>> {
  const { rows } = await site.db.query<{ path: string; sha256: string }>('select path, sha256 from asset_pin');
  return Object.fromEntries(rows.map(({ path, sha256 }) => [path, sha256]));
}

const keptAs = (sha256 = '') => readFileSync(join(site.dataDir, 'assets', sha256.slice(0, 2), sha256.slice(2)));

test('a worker killed while pinning assets leaves no version without content or with the content of another version', async () => {
  const contents = { 'first.dat': Buffer.alloc(3_000_000, 'a'), 'second.dat': Buffer.alloc(3_000_000, 'b') };
  for (const path of FILES) put(path, contents[path as keyof typeof contents]);
  await site.startApi();
  const worker = await site.startWorker();
  const breakpoint = await setBreakpoint(site, {
    table: 'asset_pin',
    event: 'insert',
    when: `new.path = 'second.dat'`,
  });
  await givenWorkflow(site, 'w', YAML);
  const [killed] = await breakpoint.untilReached();
  await worker.kill();
  expect(await pins()).toEqual({ 'first.dat': hashOf(contents['first.dat']) });
  // Pinned files stay. The other file is pinned in its current version.
  const changed = { ...contents, 'second.dat': Buffer.alloc(3_000_000, 'c') };
  for (const path of FILES) put(path, Buffer.alloc(3_000_000, 'c'));
  await site.startWorker();
  // The killed worker's session may still wait at the breakpoint until it times out.
  await until(async () => (await breakpoint.waiting()).some((pid) => pid !== killed), 'the other worker to reach it');
  await breakpoint.open();
  await until(async () => (await statusOf(site, 'w')) === 'running', 'the start to continue');
  const pinned = await pins();
  for (const path of FILES) {
    const content = changed[path as keyof typeof changed];
    expect(pinned[path]).toBe(hashOf(content));
    expect(keptAs(pinned[path]).equals(content)).toBe(true);
  }
});

(HAS_SMALL_DISK ? test : test.skip)(
  HAS_SMALL_DISK
    ? 'a start waits with a warning while the disk is too full for its assets, and then continues'
    : 'a full disk (SKIPPED: mounting is not allowed here)',
  async () => {
    for (const path of FILES) put(path, Buffer.alloc(3_000_000, path));
    await site.startApi();
    const worker = await site.startWorker(onSmallDisk(site.dataDir));
    const makeRoom = fillDisk(worker, site.dataDir);
    await givenWorkflow(site, 'w', YAML);
    const warnings = async () => {
      const { rows } = await site.db.query<{ warnings: string[] }>(`select warnings from workflow where name = 'w'`);
      return rows[0]?.warnings ?? [];
    };
    await until(async () => (await warnings()).length > 0, 'a warning');
    expect(await warnings()).toEqual([expect.stringMatching(/^assets: the disk of DATA_DIR has no room .*first\.dat/)]);
    expect(await statusOf(site, 'w')).toBe('initializing');
    expect(await pins()).toEqual({});
    makeRoom();
    await until(async () => (await statusOf(site, 'w')) === 'running', 'the start to continue');
    expect(await warnings()).toEqual([]);
    const own = join(`/proc/${worker.pid}/root${site.dataDir}`, 'assets');
    expect(readdirSync(join(own, 'incoming'))).toEqual([]);
    for (const sha256 of Object.values(await pins()))
      expect(readdirSync(join(own, sha256.slice(0, 2)))).toContain(sha256.slice(2));
  },
);
