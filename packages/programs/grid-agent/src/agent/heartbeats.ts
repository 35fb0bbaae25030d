import { cpus, freemem, totalmem } from 'node:os';
import type { NodeHeartbeatReply, NodeInstance } from '@almagest/contracts/grid';
import { jitteredMs } from '@almagest/http-client';
import type { Coordinator } from '../coordinator/client.ts';
import { retryAfterOf, type RequestResult } from '../coordinator/request-result.ts';
import { MAX_RETRY_AFTER_MS } from '../decisions/retries.ts';
import type { Log } from '../log.ts';
import { Notifier } from '../notifier.ts';
import type { Membership } from './membership.ts';

interface MachineLoad {
  /** Percentage of all cores, measured since the last call. */
  readonly cpu_usage: number;
  readonly memory_usage: number;
}

interface HeartbeatDeps {
  readonly coordinator: Coordinator;
  readonly membership: Membership;
  readonly log: Log;
  readonly nodeId: string;
  readonly heartbeatMs: number;
  readonly instance: NodeInstance;
  readonly activeSlots: () => number;
  /** Called with the tasks that the coordinator has cancelled. */
  readonly onCancelled: (taskIds: readonly string[]) => void;
  /** Notified when the quota has changed. */
  readonly change: Notifier;
}

/** Sends heartbeats from the approval until the agent ends, and receives the node's quota. */
export class Heartbeats {
  readonly #deps: HeartbeatDeps;
  readonly #load = watchMachine();
  #quota: number | null | undefined;
  #failures = 0;
  readonly #end = new Notifier();
  #ended = false;

  constructor(deps: HeartbeatDeps) {
    this.#deps = deps;
  }

  /** The administrator's slot limit. Null means no limit, undefined means not known yet. */
  get quota(): number | null | undefined {
    return this.#quota;
  }

  /**
   * Sends heartbeats until `end()`, also while the node is disabled or draining. Throws if the node can no longer get a
   * token.
   */
  async run(): Promise<void> {
    const { membership, heartbeatMs } = this.#deps;
    while (!this.#ended && (await membership.ready())) {
      const delayMs = await this.#beat();
      if (this.#ended) return;
      await this.#end.wait(Math.max(jitteredMs(heartbeatMs, Math.random()), delayMs));
    }
  }

  end(): void {
    this.#ended = true;
    this.#end.notify();
  }

  /** Sends one heartbeat. Returns how long the coordinator asks the node to wait, in ms. */
  async #beat(): Promise<number> {
    const { coordinator, membership, nodeId, activeSlots, instance } = this.#deps;
    const { token } = membership;
    const body = { node_id: nodeId, active_slots: activeSlots(), ...this.#load(), instance_id: instance.id };
    const answer = await coordinator.heartbeat(body, token);
    if (this.#ended) return 0;
    if (answer.kind === 'answered' && answer.value.status === 'ok') {
      this.#accept(answer.value);
      return 0;
    }
    this.#noteFailure(answer);
    if (answer.kind === 'answered') return 0;
    // 409: the node was announced from another machine. A new announcement shows which machine may run the node.
    if (answer.kind === 'refused' && (answer.status === 401 || answer.status === 409)) await membership.renew(token);
    return Math.min(retryAfterOf(answer) ?? 0, MAX_RETRY_AFTER_MS);
  }

  #accept({ admin_max_slots: quota = null, cancelled_tasks: cancelled = [] }: NodeHeartbeatReply): void {
    const { log, change, onCancelled } = this.#deps;
    onCancelled(cancelled);
    if (this.#failures > 0) log.info('heartbeats succeed again', { failed: this.#failures });
    this.#failures = 0;
    if (quota === this.#quota) return;
    if (quota !== null || this.#quota !== undefined) log.info('slot quota', { admin_max_slots: quota ?? 'none' });
    this.#quota = quota;
    change.notify();
  }

  /** Logs only the first of several failures in a row, because a long outage would fill the log. */
  #noteFailure(answer: RequestResult<NodeHeartbeatReply>): void {
    const message = answer.kind === 'answered' ? (answer.value.message ?? 'no reason given') : answer.message;
    if (this.#failures++ === 0) this.#deps.log.warn('heartbeat failed', { reason: message });
  }
}

/** Returns a function that measures the machine's load since its last call. */
function watchMachine(): () => MachineLoad {
  let before = cpuTimes();
  return () => {
    const now = cpuTimes();
    const total = now.total - before.total;
    const share = total > 0 ? (now.busy - before.busy) / total : 0;
    before = now;
    return { cpu_usage: percent(share), memory_usage: percent(1 - freemem() / totalmem()) };
  };
}

function cpuTimes(): { total: number; busy: number } {
  let total = 0;
  let busy = 0;
  for (const { times } of cpus()) {
    const all = times.user + times.nice + times.sys + times.idle + times.irq;
    total += all;
    busy += all - times.idle;
  }
  return { total, busy };
}

function percent(share: number): number {
  return Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 10;
}
