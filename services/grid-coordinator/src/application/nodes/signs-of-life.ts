import type { NodeHeartbeatRequest } from '@almagest/contracts/grid';
import type { Db } from '../../persistence/database.ts';
import { storeSignsOfLife, tickUptime, type SignOfLife } from '../../persistence/node-repository.ts';

export interface SignsOfLifeOptions {
  readonly db: Db;
  readonly flushEveryMs: number;
  /** A flush let these offline nodes be online. */
  readonly onOnline: (nodeIds: readonly string[]) => void;
  readonly onFault: (error: unknown) => void;
}

/**
 * Collects what a process hears of nodes and writes it in batches, so that thousands of heartbeats a second cost one
 * statement. What cannot be written is kept for the next flush.
 */
export class SignsOfLife {
  readonly #options: SignsOfLifeOptions;
  readonly #timer: NodeJS.Timeout;
  #pending = new Map<string, SignOfLife>();
  #flushing: Promise<void> = Promise.resolve();

  constructor(options: SignsOfLifeOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.flush()
        .then(() => tickUptime(options.db))
        .catch(options.onFault);
    }, options.flushEveryMs);
    this.#timer.unref();
  }

  /** A call that is no heartbeat. */
  heard(nodeId: string): void {
    const known = this.#pending.get(nodeId);
    if (known === undefined)
      this.#pending.set(nodeId, { nodeId, beats: 0, mostActive: 0, lastActive: 0, cpuUsage: 0, memoryUsage: 0 });
  }

  beat({ node_id, active_slots, cpu_usage, memory_usage }: NodeHeartbeatRequest): void {
    const known = this.#pending.get(node_id);
    this.#pending.set(node_id, {
      nodeId: node_id,
      beats: (known?.beats ?? 0) + 1,
      mostActive: Math.max(known?.beats ? known.mostActive : 0, active_slots),
      lastActive: active_slots,
      cpuUsage: cpu_usage,
      memoryUsage: memory_usage,
    });
  }

  /** Whether heartbeats of the node wait to be written. */
  hasBeatsOf(nodeId: string): boolean {
    return (this.#pending.get(nodeId)?.beats ?? 0) > 0;
  }

  /** Writes what has been heard so far; one flush at a time. */
  async flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => undefined).then(() => this.#write());
    await this.#flushing;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush().catch(this.#options.onFault);
  }

  async #write(): Promise<void> {
    const signs = this.#pending;
    if (signs.size === 0) return;
    this.#pending = new Map();
    try {
      const online = await storeSignsOfLife(this.#options.db, [...signs.values()]);
      if (online.length > 0) this.#options.onOnline(online);
    } catch (error) {
      for (const [nodeId, sign] of signs) if (!this.#pending.has(nodeId)) this.#pending.set(nodeId, sign);
      throw error;
    }
  }
}
