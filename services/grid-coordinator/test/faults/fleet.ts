import type { Ledger } from '@almagest/chaos/ledger';
import { isFinal, SimulatedNode, type NodeCredential } from '@almagest/chaos/simulated-node';
import type { TaskSpec } from '@almagest/contracts/grid';
import type { HttpReply } from '@almagest/test-kit/http-call';
import { asAdmin, call } from './calls.ts';
import type { Site } from './site.ts';

/** Milliseconds. Short, so that tests see many events. */
const BEAT_MS = 100;
const POLL_MS = 20;
/** Pause after an empty response, because polling without pauses would slow the coordinator most. */
const IDLE_MS = 80;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** A node that repeats its reports until they are acknowledged and always receives replies. */
export class FleetNode extends SimulatedNode {
  readonly #site: Site;
  readonly #held = new Set<string>();
  readonly #stopping = new AbortController();
  #loops: Promise<unknown>[] = [];

  constructor(site: Site, ledger: Ledger, credential: NodeCredential) {
    const send = (token: string, path: string, payload: Parameters<typeof call>[3]) => call(site, token, path, payload);
    super({ send, dropsReply: () => false }, ledger, credential);
    this.#site = site;
  }

  /** Runs this many tasks at a time and sends heartbeats until `stop`. */
  start(slots: number): void {
    this.#loops = [this.#beatOn(), ...Array.from({ length: slots }, () => this.#work())];
  }

  /** Stops claiming. Resolves when every held task is reported and acknowledged. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
  }

  /** Repeats the report until it gets 200 or 409. Returns undefined if the test ends first. */
  async deliver(task: TaskSpec): Promise<HttpReply | undefined> {
    while (!this.#site.closing.aborted) {
      const answered = await this.report(task);
      if (isFinal(answered)) return answered;
      await pause(POLL_MS);
    }
    return undefined;
  }

  #isOver(): boolean {
    return this.#stopping.signal.aborted || this.#site.closing.aborted;
  }

  async #work(): Promise<void> {
    while (!this.#isOver()) {
      const task = await this.claim();
      // A task that this node already holds was handed out again. Two loops would report the task.
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
      await this.beat(this.#held.size);
      await pause(BEAT_MS);
    }
  }
}

type NodeOptions = Pick<NodeCredential, 'alwaysConverges'>;

/** Creates an approved node that has sent a heartbeat. */
export async function givenNode(
  site: Site,
  ledger: Ledger,
  id: string,
  { alwaysConverges = false }: NodeOptions = {},
): Promise<FleetNode> {
  await asAdmin(site, '/api/node/register', { node_id: id, max_slots: 64 });
  const { data } = await asAdmin<{ data: { node_token: string } }>(site, `/api/admin/nodes/${id}/approve`, {});
  const node = new FleetNode(site, ledger, { id, token: data.node_token, alwaysConverges });
  await node.beat(0);
  return node;
}

export async function givenFleet(site: Site, ledger: Ledger, size: number): Promise<FleetNode[]> {
  return await Promise.all(Array.from({ length: size }, (_, index) => givenNode(site, ledger, `n${index + 1}`)));
}
