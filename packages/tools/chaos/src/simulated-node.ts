import type { TaskSpec } from '@almagest/contracts/grid';
import { NO_REPLY, type HttpReply, type Payload } from '@almagest/test-kit/http-call';
import type { Ledger } from './ledger.ts';
import { plannedOutcomeOf, resultOf } from './results.ts';

/** How a node sends requests to the coordinator. */
export interface Transport {
  /** Sends a request. Never rejects. The status is 0 if no reply arrives. */
  send(token: string, path: string, payload: Payload): Promise<HttpReply>;
  /** Returns whether to drop the reply to this claim or report after it arrived. */
  dropsReply(what: 'claim' | 'report'): boolean;
}

export interface NodeCredential {
  readonly id: string;
  readonly token: string;
  /** Makes all its tasks converge, regardless of their planned outcome. */
  readonly alwaysConverges?: boolean;
}

/** Claims tasks and reports results without computing anything, and records everything in the ledger. */
export class SimulatedNode {
  readonly id: string;
  readonly token: string;
  readonly #transport: Transport;
  readonly #ledger: Ledger;
  readonly #alwaysConverges: boolean;

  constructor(transport: Transport, ledger: Ledger, { id, token, alwaysConverges = false }: NodeCredential) {
    this.#transport = transport;
    this.#ledger = ledger;
    this.id = id;
    this.token = token;
    this.#alwaysConverges = alwaysConverges;
  }

  async beat(activeSlots: number): Promise<HttpReply> {
    const load = { active_slots: activeSlots, cpu_usage: 10, memory_usage: 20 };
    return await this.#transport.send(this.token, '/api/node/heartbeat', { node_id: this.id, ...load });
  }

  /** Reports that the node has restarted and holds no tasks. */
  async announce(maxSlots: number): Promise<HttpReply> {
    return await this.#transport.send(this.token, '/api/node/register', { node_id: this.id, max_slots: maxSlots });
  }

  async claim(): Promise<TaskSpec | undefined> {
    const task = this.#ledger.enterClaim(this.id, await this.#transport.send(this.token, '/api/task/claim', {}));
    return task !== undefined && this.#transport.dropsReply('claim') ? undefined : task;
  }

  async report(task: TaskSpec): Promise<HttpReply> {
    const plannedOutcome = this.#alwaysConverges ? 'cold' : plannedOutcomeOf(task.point_name);
    const firstFailed = this.#ledger.firstFailedSeedStep.get(task.point_name);
    const failedBefore = firstFailed !== undefined && firstFailed !== task.task_id;
    const result = resultOf(task, { nodeId: this.id, plannedOutcome, failedBefore });
    const form = new FormData();
    form.set('report', JSON.stringify(result.report));
    if (result.seed !== undefined) form.set('seed_file', new Blob([result.seed]), 'out.7');
    this.#ledger.enterReport(result, task);
    const answered = await this.#transport.send(this.token, '/api/task/report', form);
    this.#ledger.enterAnswer(result.report, answered);
    return answered.status !== 0 && this.#transport.dropsReply('report') ? NO_REPLY : answered;
  }
}

/** Returns whether a node can stop sending its report. */
export function isFinal({ status }: HttpReply): boolean {
  return status === 200 || status === 409;
}
