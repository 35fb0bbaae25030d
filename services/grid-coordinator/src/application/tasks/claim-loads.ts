/** From so many running tasks on they are not counted for every batch of claims: each would be read for each. */
const MANY = { ofWorkflows: 2_000, ofNode: 256 };

/** How long a count of many is followed, in ms. */
const KEPT_MS = 500;

interface NodeLoad {
  readonly held: number;
  readonly countedAt: number;
}

/**
 * How many tasks run, of each workflow for whoever shares slots among them, and on each node, which has only so many.
 *
 * Counted for every batch of claims, so that each finds what the last report has changed. Where very many run, a count is
 * kept for half a second, and this process adds what it hands out itself.
 */
export class ClaimLoads {
  #ofWorkflows: ReadonlyMap<number, number> = new Map();
  #total = 0;
  #countedAt = -Infinity;
  readonly #ofNodes = new Map<string, NodeLoad>();
  readonly #now: () => number;

  /** `now` tells a time in ms that never goes back. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Whether the next batch is to count the tasks of the workflows. */
  get isDue(): boolean {
    return this.#total < MANY.ofWorkflows || this.#now() - this.#countedAt > KEPT_MS;
  }

  /** The nodes whose tasks the next batch is to count. */
  dueNodes(nodeIds: readonly string[]): string[] {
    return nodeIds.filter((nodeId) => {
      const load = this.#ofNodes.get(nodeId);
      return load === undefined || load.held < MANY.ofNode || this.#now() - load.countedAt > KEPT_MS;
    });
  }

  /** Takes the tasks of the workflows as they were counted just now. */
  keep(counts: ReadonlyMap<number, number>): void {
    this.#ofWorkflows = counts;
    this.#total = [...counts.values()].reduce((sum, n) => sum + n, 0);
    this.#countedAt = this.#now();
  }

  /** Takes the tasks of a node as they were counted just now; only those of many are remembered. */
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

  /** Adds tasks that were handed out, by workflow and by node. */
  add(served: ReadonlyMap<number, number>, dealt: ReadonlyMap<string, number>): void {
    const ids = new Set([...this.#ofWorkflows.keys(), ...served.keys()]);
    this.#ofWorkflows = new Map([...ids].map((id) => [id, this.ofWorkflow(id) + (served.get(id) ?? 0)]));
    for (const [nodeId, n] of dealt) {
      const load = this.#ofNodes.get(nodeId);
      if (load !== undefined) this.#ofNodes.set(nodeId, { ...load, held: load.held + n });
    }
  }
}
