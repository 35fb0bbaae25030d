import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { findBinaries, type Binaries } from './binaries.ts';
import { PostgresError } from './postgres-error.ts';
import { chooseIdentity, handOver, type Identity } from './identity.ts';
import { findPostmaster, isAlive } from './postmaster-file.ts';
import { DURABLE, FAST_UNSAFE, type Settings } from './settings.ts';

/** One set of database files and how its server is run. */
export interface Cluster {
  readonly dataDir: string;
  readonly socketDir: string;
  /** Also part of the socket's name, so it is set even without TCP. */
  readonly port: number;
  readonly tcp: boolean;
  readonly superuser: string;
  readonly temporary: boolean;
  readonly settings: Settings;
  readonly binaries: Binaries;
  readonly identity: Identity;
}

export interface ClusterOptions {
  readonly dataDir?: string;
  readonly temporaryFolder?: string;
  readonly port?: number;
  readonly superuser: string;
  readonly settings: Settings;
}

const DEFAULT_PORT = 5432;

export async function describeCluster(options: ClusterOptions): Promise<Cluster> {
  const binaries = await findBinaries();
  const shared = {
    port: options.port ?? DEFAULT_PORT,
    tcp: options.port !== undefined,
    superuser: options.superuser,
    binaries,
  };
  return options.dataDir === undefined
    ? {
        ...shared,
        ...temporaryPlace(options.temporaryFolder ?? tmpdir()),
        settings: { ...FAST_UNSAFE, ...options.settings },
      }
    : { ...shared, ...lastingPlace(options.dataDir), settings: { ...DURABLE, ...options.settings } };
}

type Place = Pick<Cluster, 'dataDir' | 'socketDir' | 'temporary' | 'identity'>;

function lastingPlace(directory: string): Place {
  mkdirSync(dirname(resolve(directory)), { recursive: true });
  // The real path, so that starts through different links use one cluster.
  const dataDir = join(realpathSync(dirname(resolve(directory))), basename(resolve(directory)));
  const found = lstatSync(dataDir, { throwIfNoEntry: false });
  const self = process.getuid?.();
  if (found && self !== 0 && found.uid !== self) {
    throw new PostgresError(`the database in ${dataDir} belongs to another account (uid ${found.uid})`);
  }
  const identity = chooseIdentity(dataDir);
  if (found) handOver(dataDir, identity);
  letPass(dirname(dataDir), identity);
  return { dataDir, socketDir: socketDirOf(dataDir), temporary: false, identity };
}

/** The longest path of a socket (unix(7)), in bytes. */
const LONGEST_SOCKET = 107;

/**
 * Returns the directory of the socket. It isn't the data directory, whose path may be too long. Batch systems set
 * `TMPDIR` to long paths too, and PostgreSQL separates the paths of socket directories by commas.
 */
function socketDirOf(dataDir: string): string {
  const name = `pg-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const fits = Buffer.byteLength(join(tmpdir(), name, '.s.PGSQL.65535')) <= LONGEST_SOCKET && !/[,"]/.test(tmpdir());
  return join(fits ? tmpdir() : '/tmp', name);
}

/**
 * Allows a server under another account to traverse a closed folder. The contents of the folder remain inaccessible.
 */
function letPass(folder: string, { owner }: Identity): void {
  const { mode, uid } = lstatSync(folder);
  if (owner !== undefined && owner.uid !== uid) chmodSync(folder, (mode & 0o7777) | 0o001);
}

/** Creates the directory of the socket. Called before every start, because a cleanup of /tmp may have removed it. */
export function ensureSocketDir({ socketDir, identity }: Cluster): void {
  mkdirSync(socketDir, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(socketDir);
  // The name is predictable and everyone can write to /tmp, so a directory of another account could be a trap.
  if (uid !== process.getuid?.() && uid !== identity.owner?.uid) {
    throw new PostgresError(`${socketDir} belongs to another account (uid ${uid}): remove it`);
  }
  handOver(socketDir, identity);
}

/** Returns an id that separates temporary clusters of this machine from clusters of a container that shares /tmp. */
function processSpace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

function temporaryPlace(folder: string): Place {
  sweepAbandoned(folder);
  const base = mkdtempSync(join(realpathSync(folder), `pg-${processSpace()}-${process.pid}-`));
  const identity = chooseIdentity(join(base, 'data'));
  handOver(base, identity);
  return { dataDir: join(base, 'data'), socketDir: base, temporary: true, identity };
}

/** Removes temporary clusters of killed processes, which could not do it themselves. */
function sweepAbandoned(folder: string): void {
  const name = new RegExp(`^pg-${processSpace()}-(\\d+)-`);
  for (const entry of readdirSync(folder)) {
    const owner = Number(name.exec(entry)?.[1]);
    const base = join(folder, entry);
    if (!owner || isAlive(owner)) continue;
    try {
      if (!findPostmaster(join(base, 'data'))) rmSync(base, { recursive: true, force: true });
    } catch {
      // It belongs to another account, so it isn't ours to remove.
    }
  }
}

/** Removes everything that must not remain after the server has ended. */
export function removeTraces({ socketDir, temporary }: Cluster): void {
  if (temporary) {
    // Retry, because backends of a killed server may still write during the removal.
    rmSync(socketDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    return;
  }
  try {
    rmdirSync(socketDir);
  } catch {
    // Not empty: another process has started to serve the same cluster.
  }
}
