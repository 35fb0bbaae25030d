/** Above this number of running tasks, the tasks are not counted for every batch of claims. */
const MANY = { ofWorkflows: 2_000, ofNode: 256 };

/** How long a count of many tasks is used, in ms. */
const KEPT_MS = 500;

interface NodeLoad {
  readonly held: number;
  readonly countedAt: number;
}

/**
 * Counts running tasks by workflow (for fair shares) and by node (for slots).
 *
 * Tasks are counted for every batch of claims, so that each batch sees the effect of the last report. With very many
 * running tasks, a count is used for half a second. During this time, the process adds the tasks that it assigns.
 */
export class ClaimLoads {
  #ofWorkflows: ReadonlyMap<number, number> = new Map();
  #total = 0;
  #countedAt = -Infinity;
  readonly #ofNodes = new Map<string, NodeLoad>();
  readonly #now: () => number;

  /** `now` returns a monotonic time in ms. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Whether the next batch must count the workflows' tasks. */
  get isDue(): boolean {
    return this.#total < MANY.ofWorkflows || this.#now() - this.#countedAt > KEPT_MS;
  }

  /** Returns the nodes whose tasks the next batch must count. */
  dueNodes(nodeIds: readonly string[]): string[] {
    return nodeIds.filter((nodeId) => {
      const load = this.#ofNodes.get(nodeId);
      return load === undefined || load.held < MANY.ofNode || this.#now() - load.countedAt > KEPT_MS;
    });
  }

  /** Stores a fresh count by workflow. */
  keep(counts: ReadonlyMap<number, number>): void {
    this.#ofWorkflows = counts;
    this.#total = [...counts.values()].reduce((sum, n) => sum + n, 0);
    this.#countedAt = this.#now();
  }

  /** Stores a node's fresh count. Only large counts are kept. */
  keepNode(nodeId: string, held: number): void {
    if (held < MANY.ofNode) this.#ofNodes.delete(nodeId);
    else this.#ofNodes.set(nodeId, { held, countedAt: this.#now() });
  }

  ofWorkflow(id: number): number {
    return this.#ofWorkflows.get(id) ?? 0;
  }

  ofNode(nodeId: string): number {
    return this.#ofNodes.get(nodeId)?.held ?? 0;
  }

  /** Adds assigned tasks, by workflow and by node. */
  add(claimedByWorkflow: ReadonlyMap<number, number>, claimedByNode: ReadonlyMap<string, number>): void {
    const ids = new Set([...this.#ofWorkflows.keys(), ...claimedByWorkflow.keys()]);
    this.#ofWorkflows = new Map([...ids].map((id) => [id, this.ofWorkflow(id) + (claimedByWorkflow.get(id) ?? 0)]));
    for (const [nodeId, n] of claimedByNode) {
      const load = this.#ofNodes.get(nodeId);
      if (load !== undefined) this.#ofNodes.set(nodeId, { ...load, held: load.held + n });
    }
  }
}
