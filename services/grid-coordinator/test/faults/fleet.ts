import type { Ledger } from '@almagest/chaos/ledger';
import { isFinal, SimulatedNode, type NodeCredential } from '@almagest/chaos/simulated-node';
import type { TaskSpec } from '@almagest/contracts/grid';
import type { HttpReply } from '@almagest/test-kit/http-call';
import { asAdmin, call } from './calls.ts';
import type { Site } from './site.ts';

/** Milliseconds: short, so that a test sees many of everything. */
const BEAT_MS = 100;
const POLL_MS = 20;
/** Wait after an empty answer, because a fleet that polls without pause would slow the coordinator most. */
const IDLE_MS = 80;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** A node that repeats its reports until they are acknowledged, and whose replies are never lost. */
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

  /** Works on this many tasks at once, and beats, until `stop`. */
  start(slots: number): void {
    this.#loops = [this.#beatOn(), ...Array.from({ length: slots }, () => this.#work())];
  }

  /** Stops claiming, and resolves when every held task has been reported and acknowledged. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
  }

  /** Repeats the report until it is answered with 200 or 409; undefined if the test has ended before. */
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
      await this.beat(this.#held.size);
      await pause(BEAT_MS);
    }
  }
}

type NodeOptions = Pick<NodeCredential, 'alwaysConverges'>;

/** A node that was approved and has sent a heartbeat. */
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
