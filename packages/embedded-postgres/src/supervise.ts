import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureSocketDir, type Cluster } from './cluster.ts';
import { ensureCluster } from './create-cluster.ts';
import { PostgresFailure } from './failure.ts';
import { adoptPostmaster, spawnPostmaster, type Log, type Postmaster } from './postmaster.ts';

const MOMENT_MS = 10_000;
const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 5_000;
/** A server that ran this long had recovered: its next fall counts as the first one. */
const STEADY_MS = 60_000;

/** A cluster whose server is kept running until `stop()`. */
export interface Supervision {
  /** As it runs: an adopted server may listen elsewhere than we asked for. */
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
      const since = Date.now();
      const end = await Promise.race([running.postmaster.ended, stopped]);
      if (end === undefined) return;
      if (Date.now() - since > STEADY_MS) delayMs = FIRST_DELAY_MS;
      log(`PostgreSQL ${running.postmaster.pid} ended unexpectedly (${end}); starting it again`, 'supervisor');
      const next = await bringBack(running.cluster, log, stopping.signal, delayMs);
      if (!next) return;
      running = next;
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
      log(`PostgreSQL runs again as ${running.postmaster.pid}`, 'supervisor');
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
      if (!abort.aborted) log(`${(error as Error).message}; trying again`, 'supervisor');
    }
  }
}

/** A data directory that vanished under a running server is not replaced by an empty one: that would hide the loss. */
async function insistOnCluster({ dataDir }: Cluster): Promise<void> {
  if (!existsSync(join(dataDir, 'PG_VERSION'))) throw new PostgresFailure(`the database in ${dataDir} is gone`);
}

/**
 * Uses the server that runs already, or starts one. Of several who start at once one wins, the others use its server.
 */
async function bringUp(
  cluster: Cluster,
  log: Log,
  abort: AbortSignal,
  prepare: (cluster: Cluster) => Promise<void>,
): Promise<Running> {
  const deadline = Date.now() + MOMENT_MS;
  for (;;) {
    const found = await adoptPostmaster(cluster, abort);
    if (found) {
      const { port, socketDir, tcp } = found.file;
      log(`PostgreSQL ${found.file.pid} runs already on ${cluster.dataDir}; using it`, 'supervisor');
      return { postmaster: found.postmaster, cluster: { ...cluster, port, socketDir, tcp } };
    }
    await prepare(cluster);
    ensureSocketDir(cluster);
    try {
      return { cluster, postmaster: await spawnPostmaster(cluster, log, abort) };
    } catch (error) {
      const again = error instanceof PostgresFailure && error.momentary && Date.now() < deadline && !abort.aborted;
      if (!again) throw error;
      await sleep(FIRST_DELAY_MS);
    }
  }
}
