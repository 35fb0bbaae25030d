import type { NodeHeartbeatRequest } from '@almagest/contracts/grid';
import { repeat } from '@almagest/service-kit/repeat';
import type { Db } from '../../persistence/database.ts';
import { storeHeartbeats, tickUptime, type BufferedHeartbeat } from '../../persistence/nodes/heartbeat-repository.ts';

export interface HeartbeatBufferOptions {
  readonly db: Db;
  readonly flushEveryMs: number;
  readonly heartbeatTimeoutSec: number;
  /** Called with the nodes whose status a flush has changed from offline to online. */
  readonly onOnline: (nodeIds: readonly string[]) => void;
  readonly onFault: (error: unknown) => void;
}

/** Heartbeats of a node that are not written yet. Times are milliseconds of this process's monotonic clock. */
interface PendingHeartbeats {
  readonly beats: number;
  readonly most: { readonly active: number; readonly at: number };
  readonly last: { readonly active: number; readonly at: number };
  readonly cpuUsage: number;
  readonly memoryUsage: number;
}

const NO_HEARTBEATS: PendingHeartbeats = {
  beats: 0,
  most: { active: 0, at: 0 },
  last: { active: 0, at: 0 },
  cpuUsage: 0,
  memoryUsage: 0,
};

/**
 * Buffers the heartbeats that a process receives and writes them in batches, so that thousands of heartbeats a second
 * cost one statement. If writing fails, the heartbeats stay in the buffer for the next flush.
 */
export class HeartbeatBuffer {
  readonly #options: HeartbeatBufferOptions;
  readonly #stopTicking: () => Promise<void>;
  #pending = new Map<string, PendingHeartbeats>();
  #flushing: Promise<void> = Promise.resolve();

  constructor(options: HeartbeatBufferOptions) {
    this.#options = options;
    const { db, flushEveryMs, heartbeatTimeoutSec, onFault } = options;
    const flushAndTick = async () => {
      await this.flush();
      await tickUptime(db, heartbeatTimeoutSec);
    };
    this.#stopTicking = repeat(flushEveryMs, flushAndTick, onFault);
  }

  /** Records that a node sent a request other than a heartbeat. */
  recordContact(nodeId: string): void {
    if (!this.#pending.has(nodeId)) this.#pending.set(nodeId, NO_HEARTBEATS);
  }

  add({ node_id, active_slots, cpu_usage, memory_usage }: NodeHeartbeatRequest): void {
    const shown = { active: active_slots, at: performance.now() };
    const beat = { beats: 1, most: shown, last: shown, cpuUsage: cpu_usage, memoryUsage: memory_usage };
    this.#pending.set(node_id, merged(this.#pending.get(node_id), beat));
  }

  /** Returns whether heartbeats of the node wait to be written. */
  hasBeatsOf(nodeId: string): boolean {
    return (this.#pending.get(nodeId)?.beats ?? 0) > 0;
  }

  /** Writes the buffered heartbeats. Only one flush runs at a time. */
  async flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => undefined).then(() => this.#write());
    await this.#flushing;
  }

  /** Writes the buffered heartbeats and stops using the database. */
  async stop(): Promise<void> {
    await this.#stopTicking();
    await this.flush().catch(this.#options.onFault);
  }

  async #write(): Promise<void> {
    const pending = this.#pending;
    if (pending.size === 0) return;
    this.#pending = new Map();
    try {
      const online = await storeHeartbeats(this.#options.db, bufferedHeartbeats(pending));
      if (online.length > 0) this.#options.onOnline(online);
    } catch (error) {
      for (const [nodeId, earlier] of pending) this.#pending.set(nodeId, merged(earlier, this.#pending.get(nodeId)));
      throw error;
    }
  }
}

function merged(earlier: PendingHeartbeats | undefined, later: PendingHeartbeats | undefined): PendingHeartbeats {
  if (earlier === undefined || earlier.beats === 0) return later ?? earlier ?? NO_HEARTBEATS;
  if (later === undefined || later.beats === 0) return earlier;
  const most = later.most.active >= earlier.most.active ? later.most : earlier.most;
  return { ...later, beats: earlier.beats + later.beats, most };
}

function bufferedHeartbeats(pending: ReadonlyMap<string, PendingHeartbeats>): BufferedHeartbeat[] {
  const now = performance.now();
  const agoSec = ({ at }: { at: number }) => (now - at) / 1000;
  return [...pending].map(([nodeId, { beats, most, last, cpuUsage, memoryUsage }]) => ({
    nodeId,
    beats,
    mostActive: most.active,
    mostAgoSec: agoSec(most),
    lastActive: last.active,
    lastAgoSec: agoSec(last),
    cpuUsage,
    memoryUsage,
  }));
}
