import { createHash } from 'node:crypto';
import type { TaskReport, TaskSpec } from '@almagest/contracts/grid';
import { asAdmin, call, type Answered } from './calls.ts';
import type { Site } from './site.ts';

/** What the nodes were told: the other half of the books that the auditor compares with the database. */
export interface Ledger {
  /** How often a report of each task was answered 'recorded'. */
  readonly recorded: Map<string, number>;
  /** The report and the seed's content of each task whose report was answered 200. */
  readonly acknowledged: Map<string, { report: TaskReport; seed: string | undefined }>;
  /** Tasks whose report was answered 409. */
  readonly refused: Set<string>;
  /** Answers that no node should ever get. */
  readonly wrong: string[];
}

export function openLedger(): Ledger {
  return { recorded: new Map(), acknowledged: new Map(), refused: new Set(), wrong: [] };
}

/** Milliseconds: short, so that a test sees many of everything. */
const BEAT_MS = 100;
const POLL_MS = 20;
/** After an empty answer: a fleet that asks all the time is what slows the coordinator under test most. */
const IDLE_MS = 80;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** A node as far as the coordinator can tell: claims, computes nothing, and reports until it is heard. */
export class FleetNode {
  readonly id: string;
  readonly token: string;
  readonly #site: Site;
  readonly #ledger: Ledger;
  readonly #lucky: boolean;
  readonly #held = new Set<string>();
  readonly #stopping = new AbortController();
  #loops: Promise<unknown>[] = [];

  constructor(site: Site, ledger: Ledger, { id, token, lucky }: { id: string; token: string; lucky: boolean }) {
    this.#site = site;
    this.#ledger = ledger;
    this.id = id;
    this.token = token;
    this.#lucky = lucky;
  }

  /** Works on this many tasks at once, and beats, until `stop`. */
  start(slots: number): void {
    this.#loops = [this.#beatOn(), ...Array.from({ length: slots }, () => this.#work())];
  }

  /** Claims no more and resolves when every task it holds has been reported and heard. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
  }

  async beat(activeSlots = this.#held.size): Promise<Answered> {
    const load = { active_slots: activeSlots, cpu_usage: 10, memory_usage: 20 };
    return await call(this.#site, this.token, '/api/node/heartbeat', { node_id: this.id, ...load });
  }

  async claim(): Promise<TaskSpec | undefined> {
    const { status, body } = await call(this.#site, this.token, '/api/task/claim', {});
    return status === 200 ? ((body as { task: TaskSpec | null }).task ?? undefined) : undefined;
  }

  /** Sends a report once and enters what was answered. */
  async report(task: TaskSpec): Promise<Answered> {
    const { report, seed } = resultOf(task, this.id, this.#lucky);
    const form = new FormData();
    form.set('report', JSON.stringify(report));
    if (seed !== undefined) form.set('seed_file', new Blob([seed]), 'out.7');
    const answered = await call(this.#site, this.token, '/api/task/report', form);
    this.#enter(report, seed, answered);
    return answered;
  }

  /** The same report again and again until it is answered 200 or 409; undefined when the test ended before. */
  async deliver(task: TaskSpec): Promise<Answered | undefined> {
    while (!this.#site.closing.aborted) {
      const answered = await this.report(task);
      if (answered.status === 200 || answered.status === 409) return answered;
      await pause(POLL_MS);
    }
    return undefined;
  }

  #enter(report: TaskReport, seed: string | undefined, { status, body }: Answered): void {
    const { recorded, acknowledged, refused, wrong } = this.#ledger;
    const id = report.task_id;
    if (status === 200) {
      acknowledged.set(id, { report, seed });
      const { message } = body as { message: string };
      if (message.startsWith('recorded')) recorded.set(id, (recorded.get(id) ?? 0) + 1);
    } else if (status === 409) refused.add(id);
    else if (status >= 400 && status < 500) wrong.push(`${this.id} ${id}: ${status} ${JSON.stringify(body)}`);
  }

  #isOver(): boolean {
    return this.#stopping.signal.aborted || this.#site.closing.aborted;
  }

  async #work(): Promise<void> {
    while (!this.#isOver()) {
      const task = await this.claim();
      // One that it works on already was handed out again: both loops would report it.
      if (task === undefined || this.#held.has(task.task_id)) {
        await pause(IDLE_MS);
        continue;
      }
      this.#held.add(task.task_id);
      await pause(Math.random() * POLL_MS);
      await this.deliver(task);
      this.#held.delete(task.task_id);
    }
  }

  async #beatOn(): Promise<void> {
    while (!this.#isOver()) {
      await this.beat();
      await pause(BEAT_MS);
    }
  }
}

interface NodeOptions {
  /** Everything converges. */
  readonly lucky?: boolean;
}

/** A node that was approved and has sent a heartbeat. */
export async function givenNode(
  site: Site,
  ledger: Ledger,
  id: string,
  { lucky = false }: NodeOptions = {},
): Promise<FleetNode> {
  await asAdmin(site, '/api/node/register', { node_id: id, max_slots: 4 });
  const { data } = await asAdmin<{ data: { node_token: string } }>(site, `/api/admin/nodes/${id}/approve`, {});
  const node = new FleetNode(site, ledger, { id, token: data.node_token, lucky });
  await node.beat();
  return node;
}

export async function givenFleet(site: Site, ledger: Ledger, size: number): Promise<FleetNode[]> {
  return await Promise.all(Array.from({ length: size }, (_, index) => givenNode(site, ledger, `n${index + 1}`)));
}

/** How a task ends, told by its point alone: one in six fails its cold run, one in thirty everything. */
function resultOf(task: TaskSpec, nodeId: string, lucky: boolean): { report: TaskReport; seed: string | undefined } {
  const lot = createHash('sha256').update(task.point_name).digest().readUInt16BE();
  const converged = lucky || (lot % 30 !== 0 && (task.task_type === 'seed_step' || lot % 6 !== 0));
  const report: TaskReport = {
    task_id: task.task_id,
    point_name: task.point_name,
    node_id: nodeId,
    status: converged ? 'completed' : 'failed',
    converged,
    max_relc: converged ? 1e-4 : 0.5,
    atmosphere_has_nan: false,
    elapsed_sec: 1,
    summary_json: JSON.stringify({ name: task.point_name, converged }),
  };
  return { report, seed: converged ? `structure of ${task.point_name} by task ${task.task_id}\n` : undefined };
}
