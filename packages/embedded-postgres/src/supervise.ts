import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureSocketDir, type Cluster } from './cluster.ts';
import { ensureCluster } from './create-cluster.ts';
import { PostgresError } from './postgres-error.ts';
import { readLock } from './postmaster-file.ts';
import { adoptPostmaster, spawnPostmaster, type Log, type Postmaster } from './postmaster.ts';

/**
 * Start attempts while the same process holds the lock. Counted instead of timed, because a busy machine slows the
 * attempts as much as the start or end of the other server. An idle machine makes ten in a second.
 */
const MAX_ATTEMPTS = 200;
const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 5_000;
/** A server that ran this long had recovered, so its next crash counts as the first. */
const STEADY_MS = 60_000;

/** A cluster whose server is kept running until `stop()`. */
export interface Supervision {
  /** The actual cluster. A server that was already running may listen at another address than requested. */
  readonly cluster: Cluster;
  readonly postmaster: Postmaster;
  stop(): Promise<void>;
}

interface Running {
  readonly cluster: Cluster;
  readonly postmaster: Postmaster;
}

export async function supervise(cluster: Cluster, log: Log): Promise<Supervision> {
  const stopping = new AbortController();
  const stopped = new Promise<undefined>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  let running = await bringUp(cluster, log, stopping.signal, ensureCluster);

  const watch = async () => {
    let delayMs = FIRST_DELAY_MS;
    for (;;) {
      const since = performance.now();
      const end = await Promise.race([running.postmaster.ended, stopped]);
      if (end === undefined) return;
      if (performance.now() - since > STEADY_MS) delayMs = FIRST_DELAY_MS;
      log(`PostgreSQL ${running.postmaster.pid} ended unexpectedly (${end}). Starting it again`, 'supervisor');
      const next = await bringBack(running.cluster, log, stopping.signal, delayMs);
      if (!next) return;
      running = next;
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
      log(`PostgreSQL restarted as ${running.postmaster.pid}`, 'supervisor');
    }
  };
  const watching = watch();

  return {
    get cluster() {
      return running.cluster;
    },
    get postmaster() {
      return running.postmaster;
    },
    async stop() {
      stopping.abort();
      await watching;
      await running.postmaster.stop();
    },
  };
}

/** Retries until the server runs again or is no longer needed. */
async function bringBack(
  cluster: Cluster,
  log: Log,
  abort: AbortSignal,
  firstDelayMs: number,
): Promise<Running | undefined> {
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)) {
    await sleep(delayMs, undefined, { signal: abort }).catch(() => undefined);
    if (abort.aborted) return undefined;
    try {
      return await bringUp(cluster, log, abort, insistOnCluster);
    } catch (error) {
      if (!abort.aborted) log(`${(error as Error).message}. Trying again`, 'supervisor');
    }
  }
}

/** Throws if the data directory has disappeared. Replacing it with an empty one would hide the loss. */
async function insistOnCluster({ dataDir }: Cluster): Promise<void> {
  if (!existsSync(join(dataDir, 'PG_VERSION'))) throw new PostgresError(`the database in ${dataDir} is gone`);
}

/**
 * Uses the server that is already running, or starts one. If several processes start at once, one wins and the others
 * use its server.
 */
async function bringUp(
  cluster: Cluster,
  log: Log,
  abort: AbortSignal,
  prepare: (cluster: Cluster) => Promise<void>,
): Promise<Running> {
  let heldBy: string | undefined;
  for (let attempts = 1; ; attempts += 1) {
    const found = await adoptPostmaster(cluster, abort);
    if (found) {
      const { port, socketDir, tcp } = found.file;
      log(`PostgreSQL ${found.file.pid} already runs on ${cluster.dataDir}. Using it`, 'supervisor');
      return { postmaster: found.postmaster, cluster: { ...cluster, port, socketDir, tcp } };
    }
    await prepare(cluster);
    ensureSocketDir(cluster);
    try {
      return { cluster, postmaster: await spawnPostmaster(cluster, log, abort) };
    } catch (error) {
      const holder = readLock(cluster.dataDir);
      if (holder !== heldBy) attempts = 1;
      heldBy = holder;
      const again = error instanceof PostgresError && error.momentary && attempts < MAX_ATTEMPTS && !abort.aborted;
      if (!again) throw error;
      await sleep(FIRST_DELAY_MS);
    }
  }
}
