import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { startPostgres } from '@almagest/embedded-postgres';
import { ask, cleanUp, startOwner, temporaryDirectory } from './world.ts';

test('refuses a cluster of another major version', async () => {
  const dataDir = temporaryDirectory();
  writeFileSync(join(dataDir, 'PG_VERSION'), '15\n');
  await expect(startPostgres({ dataDir })).rejects.toThrow(/was created by PostgreSQL 15, but this is 18/);
});

test('refuses a directory with other files', async () => {
  const dataDir = temporaryDirectory();
  writeFileSync(join(dataDir, 'thesis.tex'), '');
  await expect(startPostgres({ dataDir })).rejects.toThrow(/contains files but no PostgreSQL cluster/);
});

test('says why a server does not start, and ignores a lock whose pid is now another program', async () => {
  const dataDir = join(temporaryDirectory(), 'data');
  await expect(startPostgres({ dataDir, settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
    /PostgreSQL did not start: .*shared_buffers/,
  );
  writeFileSync(join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n`);
  const server = await startPostgres({ dataDir });
  cleanUp(() => server.stop());
  expect(await ask(server.url(), 'select 1 as answer')).toBe(1);
});

// A small file system in a mount namespace that disappears with the process.
const inMountNamespace = ['unshare', '--user', '--map-root-user', '--mount'];
const mayMount =
  spawnSync('unshare', [...inMountNamespace.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
const withMounts = mayMount ? describe : describe.skip;

withMounts('on a full disk (skipped where user and mount namespaces are forbidden)', () => {
  test('reports a full disk in one line and leaves no incomplete cluster', async () => {
    const directory = temporaryDirectory();
    const mountPoint = join(directory, 'small');
    mkdirSync(mountPoint);
    const small = ['sh', '-c', 'mount -t tmpfs -o size=8m tmpfs "$0" && exec "$@"', mountPoint];
    const owner = startOwner({ dataDir: join(mountPoint, 'data') }, [...inMountNamespace, ...small]);
    const { failure } = await owner.report;
    expect(failure).toMatch(/^could not create the database: the disk that holds .* is full/);
    expect(failure).not.toContain('\n');
    expect(existsSync(join(mountPoint, 'data'))).toBe(false);
  });
});
