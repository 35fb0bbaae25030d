import type { NodeInstance } from '@almagest/contracts/grid';
import type { RetryPolicy } from '@almagest/http-client';
import { Notifier } from '../notifier.ts';
import { Allocation } from '../decisions/allocation.ts';
import { endlessRetries } from '../decisions/retries.ts';
import { openCoordinator } from '../coordinator/client.ts';
import { AssetCache } from '../disk/asset-cache.ts';
import { Credentials } from '../disk/credentials.ts';
import { instanceOf } from '../disk/instance.ts';
import { takeLock } from '../disk/lock.ts';
import { removeFolder } from '../disk/remove-folder.ts';
import { Spool } from '../disk/spool.ts';
import { faultOfWriting, openWorkDir, type WorkDir } from '../disk/work-dir.ts';
import { EngineReaper } from '../engine/engine-reaper.ts';
import { reasonOf } from '../agent-error.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { Cancellations } from './cancellations.ts';
import { Claims } from './claims.ts';
import { Deliveries } from './deliveries.ts';
import { TaskReturns } from './task-returns.ts';
import { Heartbeats } from './heartbeats.ts';
import { clearLeftovers } from './leftovers.ts';
import { LiveLogs } from './live-logs.ts';
import { describeMachine } from './machine.ts';
import { Membership } from './membership.ts';
import { SelfPause } from './self-pause.ts';
import type { Stop } from './stop.ts';
import { Tasks } from './tasks.ts';

/** Runs the agent until it is stopped and has drained. Throws an `AgentError` if it cannot continue. */
export async function runAgent(settings: Settings, stop: Stop, log: Log): Promise<void> {
  const dir = await openWorkDir(settings.workDir);
  const lock = await takeLock(dir.lock, { ...settings, log });
  stop.beforeHalt(() => lock.releaseNow());
  lock.keep((owner) => {
    // The folder belongs to the other agent now, so this agent exits without changing it.
    log.error(`${owner} has taken over this work dir: stopping the engines and exiting`);
    stop.halt();
    process.exit(1);
  });
  const coordinator = openCoordinator(settings.url);
  const reaper = new EngineReaper();
  stop.beforeHalt(() => reaper.killAll());
  try {
    // Read the credentials first, because the work dir of another node must not be changed.
    const credentials = await Credentials.open(dir.credentials, settings.nodeId);
    const remove = remover(dir.aside, log);
    const spool = await Spool.open(dir.spool, dir.refused, remove);
    const retry = endlessRetries(settings.retryMaxMs);
    await clearLeftovers({ spool, remove, log, nodeId: settings.nodeId, retry }, dir.tasks);
    const instance = await instanceOf(settings.workDir);
    const machine = await describeMachine(settings.workDir, settings.tags);
    const membership = new Membership({ ...settings, instance, machine, coordinator, credentials, log, retry, stop });
    log.info('agent started', { url: settings.url, slots: settings.slots, work_dir: settings.workDir });
    if (await membership.join()) {
      await work(settings, { dir, instance, coordinator, reaper, spool, remove, membership, retry, stop, log });
    }
  } finally {
    reaper.close();
    await coordinator.close();
    await lock.release();
  }
}

type Remove = (folder: string) => Promise<void>;

/** Returns a function that removes folders. It warns about folders that cannot be removed, and never throws. */
function remover(aside: string, log: Log): Remove {
  return async (folder) => {
    const warning = await removeFolder(folder, aside);
    if (warning !== undefined) log.warn(warning);
  };
}

interface Parts {
  readonly dir: WorkDir;
  readonly instance: NodeInstance;
  readonly coordinator: ReturnType<typeof openCoordinator>;
  readonly reaper: EngineReaper;
  readonly spool: Spool;
  readonly remove: Remove;
  readonly membership: Membership;
  readonly retry: RetryPolicy;
  readonly stop: Stop;
  readonly log: Log;
}

/** Does the work of an approved node, from its first heartbeat to its last report. */
async function work(settings: Settings, parts: Parts): Promise<void> {
  const { dir, spool, stop, log, retry } = parts;
  const change = new Notifier();
  const taskReturns = new TaskReturns(parts);
  const deliveries = new Deliveries({ ...parts, taskReturns, atOnce: settings.slots, change });
  const cache = new AssetCache(dir.assets);
  // Files that cannot be removed stay unused.
  await cache.removeUnused().catch((error: unknown) => {
    log.warn('cannot remove unused assets', { reason: reasonOf(error) });
  });
  const inputs = { ...parts, cache };
  const faultOf = () => faultOfWriting(dir.tasks);
  const allocation = new Allocation(settings.endsAtMs);
  const selfPause = new SelfPause({ firstMs: settings.retryMaxMs, stop, log, faultOf });
  const liveLogs = new LiveLogs({ ...parts, heartbeatMs: settings.heartbeatMs });
  const ofTasks = { dir: dir.tasks, inputs, deliveries, taskReturns, liveLogs, selfPause, allocation, change };
  const tasks = new Tasks({ ...parts, ...settings, ...ofTasks });
  const cancellations = new Cancellations({ tasks, deliveries, taskReturns, log });
  const heartbeats = new Heartbeats({
    ...parts,
    ...settings,
    change,
    activeSlots: () => tasks.count,
    onCancelled: (taskIds) => cancellations.stop(taskIds),
  });
  const poll = endlessRetries(settings.pollMs);
  const ofClaims = { heartbeats, tasks, deliveries, selfPause, allocation, change, poll, retry };
  const claims = new Claims({ ...parts, ...settings, ...ofClaims });
  stop.onStop(() => change.notify());

  const spooled = new Set(await spool.list());
  for (const taskId of spooled) deliveries.add(taskId);
  const beating = heartbeats.run();
  try {
    // Without a valid token the node claims nothing, but it still delivers or spools its finished results.
    const claiming = taskReturns.returnForgotten((taskId) => spooled.has(taskId)).then(() => claims.run());
    await Promise.all([claiming, Promise.race([beating, stop.requested])]);
  } finally {
    stop.begin();
    log.info('draining, no new tasks', { running: tasks.count, reports: deliveries.count });
    await tasks.idle();
    deliveries.hurry();
    await deliveries.flushed(settings.drainDeliveryMs);
    heartbeats.end();
    if (deliveries.count > 0) log.warn('reports stay in the spool until the next start', { reports: deliveries.count });
  }
}
