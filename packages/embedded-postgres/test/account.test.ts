import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ask, isRoot, startOwner, temporaryDirectory } from './world.ts';

const NOBODY = 65534;
const asNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
const path = process.env['PATH'] ?? '';

/** The account must be able to read the checkout to run anything in it. */
const nobodyReadsCheckout =
  isRoot && spawnSync('setpriv', [...asNobody.slice(1), 'test', '-r', import.meta.filename]).status === 0;

const accountOf = (pid: number) => Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Returns a PATH on which `unshare` fails, as in a container whose rules forbid user namespaces. */
function pathWithoutNamespaces(): string {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  chmodSync(directory, 0o755);
  return `${directory}:${path}`;
}

const rootOnly = isRoot ? describe : describe.skip;
const withNobody = nobodyReadsCheckout ? describe : describe.skip;

test('serves a database after each restart, in a long folder name with blanks and umlauts, whatever TMPDIR is', async () => {
  const folder = join(temporaryDirectory(), 'Rechnungen für große Gitter', 'ä'.repeat(80));
  const tooLong = join(temporaryDirectory(), 'x'.repeat(80));
  const withComma = join(temporaryDirectory(), 'job,1');
  for (const directory of [folder, tooLong, withComma]) mkdirSync(directory, { recursive: true });
  for (const tmp of [tmpdir(), tmpdir(), tooLong, withComma]) {
    const owner = startOwner({ dataDir: join(folder, 'data') }, [], { ...process.env, TMPDIR: tmp });
    const { url } = await owner.report;
    expect(await ask(url, 'select 1 as answer')).toBe(1);
    await owner.end('SIGTERM');
  }
});

rootOnly('as root (skipped otherwise: only root can change its account)', () => {
  test('serves a database in a directory that only root may enter', async () => {
    const dataDir = join(temporaryDirectory(homedir()), 'data');
    const { url, pid } = await startOwner({ dataDir }).report;
    expect(await ask(url, 'select 1 as answer')).toBe(1);
    expect(statSync(dataDir).uid).toBe(accountOf(pid));
  });
});

withNobody('as nobody (skipped where root cannot become it, or it cannot read the checkout)', () => {
  test('serves without HOME and LANG', async () => {
    const directory = temporaryDirectory();
    chownSync(directory, NOBODY, NOBODY);
    const owner = startOwner({ dataDir: join(directory, 'data') }, asNobody, { PATH: path });
    const { url, pid } = await owner.report;
    expect(await ask(url, "select current_setting('server_encoding') as answer")).toBe('UTF8');
    expect(accountOf(pid)).toBe(NOBODY);
    await owner.end('SIGTERM');
  });

  test('root becomes nobody if user namespaces are forbidden, and the server ends with its owner', async () => {
    const directory = temporaryDirectory();
    chmodSync(directory, 0o755);
    const options = { dataDir: join(directory, 'data') };
    const owner = startOwner(options, [], { PATH: pathWithoutNamespaces() });
    const { url, pid } = await owner.report;
    expect(await ask(url, 'select 1 as answer')).toBe(1);
    expect(accountOf(pid)).toBe(NOBODY);
    await owner.end('SIGKILL');

    // `nobody` owns the files now, so the server still runs as `nobody` although namespaces work again.
    const next = startOwner(options);
    const second = await next.report;
    expect(accountOf(second.pid)).toBe(NOBODY);
    await next.end('SIGTERM');
  });

  test('names the owner if the database belongs to another account', async () => {
    const dataDir = temporaryDirectory();
    const { failure } = await startOwner({ dataDir }, asNobody, { PATH: path }).report;
    expect(failure).toBe(`the database in ${dataDir} belongs to another account (uid 0)`);
  });
});
