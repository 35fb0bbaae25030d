import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { serverEnvironment } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { dieWithParent } from './die-with-parent.ts';
import { explainFailure, PostgresError } from './postgres-error.ts';
import { handOver } from './identity.ts';
import { isAlive } from './postmaster-file.ts';

/** Creates the cluster if it doesn't exist, and refuses a directory that this server cannot serve. */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  const { dataDir, binaries } = cluster;
  const versionFile = join(dataDir, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim();
    if (version === binaries.majorVersion) return;
    throw new PostgresError(
      `${dataDir} was created by PostgreSQL ${version}, but this is ${binaries.majorVersion}: ` +
        'dump it with the old version and load it with the new version, or move it away',
    );
  }
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new PostgresError(`${dataDir} contains files but no PostgreSQL cluster: move the files away`);
  }
  await createCluster(cluster);
}

/**
 * Creates the cluster in a separate directory and renames it. An interrupted initdb leaves nothing, and one of several
 * concurrent starts wins.
 */
async function createCluster(cluster: Cluster): Promise<void> {
  const { dataDir, identity } = cluster;
  removeInterrupted(dataDir);
  const fresh = mkdtempSync(`${dataDir}.new-${process.pid}-`);
  try {
    handOver(fresh, identity);
    await runInitdb(cluster, fresh);
    mkdirSync(dirname(dataDir), { recursive: true });
    renameSync(fresh, dataDir);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    const beaten = ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!beaten) throw error;
  }
}

function removeInterrupted(dataDir: string): void {
  const prefix = `${basename(dataDir)}.new-`;
  for (const entry of readdirSync(dirname(dataDir))) {
    const maker = Number(entry.slice(prefix.length).split('-')[0]);
    if (entry.startsWith(prefix) && maker && !isAlive(maker)) {
      rmSync(join(dirname(dataDir), entry), { recursive: true, force: true });
    }
  }
}

async function runInitdb(cluster: Cluster, directory: string): Promise<void> {
  const initdb = [
    join(cluster.binaries.directory, 'initdb'),
    `--pgdata=${directory}`,
    `--username=${cluster.superuser}`,
    // Only the owner can reach the socket (mode 0700).
    '--auth=trust',
    // Without these options, a machine with LANG unset would get a SQL_ASCII cluster. The builtin provider sorts the
    // same everywhere and across upgrades of the C library.
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(cluster.temporary ? ['--no-sync'] : []),
  ];
  const [program = '', ...args] = [...cluster.identity.prefix, ...dieWithParent(initdb, 'TERM')];
  try {
    // The current directory may be closed to initdb's account.
    await promisify(execFile)(program, args, { env: serverEnvironment(), cwd: '/' });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw explainFailure('could not create the database', cluster.dataDir, stderr || String(error));
  }
}
