import type { TaskSpec } from '@almagest/contracts/grid';
import { NO_ANSWER, type Answered, type Payload } from './http-call.ts';
import type { Ledger } from './ledger.ts';
import { fateOf, resultOf } from './results.ts';

/** How a node reaches the coordinator. */
export interface Wire {
  /** Never rejects; status 0 when no answer came. */
  send(token: string, path: string, payload: Payload): Promise<Answered>;
  /** Whether the answer to this claim or report, which did come, is lost on its way. */
  losesAnswer(what: 'claim' | 'report'): boolean;
}

export interface Badge {
  readonly id: string;
  readonly token: string;
  /** Whatever it computes converges. */
  readonly lucky?: boolean;
}

/** A node as far as the coordinator can tell: claims, computes nothing, and reports. Enters all of it in the ledger. */
export class SimulatedNode {
  readonly id: string;
  readonly token: string;
  readonly #wire: Wire;
  readonly #ledger: Ledger;
  readonly #lucky: boolean;

  constructor(wire: Wire, ledger: Ledger, { id, token, lucky = false }: Badge) {
    this.#wire = wire;
    this.#ledger = ledger;
    this.id = id;
    this.token = token;
    this.#lucky = lucky;
  }

  async beat(activeSlots: number): Promise<Answered> {
    const load = { active_slots: activeSlots, cpu_usage: 10, memory_usage: 20 };
    return await this.#wire.send(this.token, '/api/node/heartbeat', { node_id: this.id, ...load });
  }

  /** Says that it has started anew, with nothing of what it held. */
  async announce(maxSlots: number): Promise<Answered> {
    return await this.#wire.send(this.token, '/api/node/register', { node_id: this.id, max_slots: maxSlots });
  }

  async claim(): Promise<TaskSpec | undefined> {
    const task = this.#ledger.enterClaim(this.id, await this.#wire.send(this.token, '/api/task/claim', {}));
    return task !== undefined && this.#wire.losesAnswer('claim') ? undefined : task;
  }

  /** Sends a report once. */
  async report(task: TaskSpec): Promise<Answered> {
    const fate = this.#lucky ? 'cold' : fateOf(task.point_name);
    const firstFailed = this.#ledger.firstFailedSeedStep.get(task.point_name);
    const failedBefore = firstFailed !== undefined && firstFailed !== task.task_id;
    const result = resultOf(task, { nodeId: this.id, fate, failedBefore });
    const form = new FormData();
    form.set('report', JSON.stringify(result.report));
    if (result.seed !== undefined) form.set('seed_file', new Blob([result.seed]), 'out.7');
    this.#ledger.enterReport(result, task);
    const answered = await this.#wire.send(this.token, '/api/task/report', form);
    this.#ledger.enterAnswer(result.report, answered);
    return answered.status !== 0 && this.#wire.losesAnswer('report') ? NO_ANSWER : answered;
  }
}

/** Whether a node need not send its report again. */
export function isFinal({ status }: Answered): boolean {
  return status === 200 || status === 409;
}
