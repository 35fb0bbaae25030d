/** A replica, by its address. */
export interface Backend {
  readonly address: string;
  readonly port: number;
  /** Requests that it is answering. */
  running: number;
  /** Checks that failed in a row; a new replica has yet to pass its first. */
  failures: number;
}

/** One lost check may be a full queue; two are a dead replica. */
const FAILURES_OF_THE_DEAD = 2;

export interface Address {
  readonly address: string;
  readonly port: number;
}

/** The replicas that are known, and whose turn it is. */
export class BackendPool {
  #backends: readonly Backend[] = [];
  #turn = 0;

  get backends(): readonly Backend[] {
    return this.#backends;
  }

  /** Takes over what names stand for now. Requests that a vanished replica still answers are not touched. */
  replace(addresses: readonly Address[]): void {
    const known = new Map(this.#backends.map((backend) => [keyOf(backend), backend]));
    const wanted = new Map(addresses.map((address) => [keyOf(address), address]));
    this.#backends = [...wanted].map(
      ([key, { address, port }]) => known.get(key) ?? { address, port, running: 0, failures: FAILURES_OF_THE_DEAD },
    );
  }

  /** Tells how a check ended; returns whether that makes the replica alive or dead where it was not. */
  record(backend: Backend, passed: boolean): 'up' | 'down' | undefined {
    const before = isAlive(backend);
    backend.failures = passed ? 0 : backend.failures + 1;
    if (isAlive(backend) === before) return undefined;
    return before ? 'down' : 'up';
  }

  /** A replica that takes no connection is dead at once, until it passes a check. */
  giveUp(backend: Backend): void {
    backend.failures = Math.max(backend.failures, FAILURES_OF_THE_DEAD);
  }

  /**
   * The replica with the fewest running requests; equals take turns.
   *
   * When none is alive, one of the others: its own answer tells the caller more than ours could.
   */
  choose(tried: ReadonlySet<Backend>): Backend | undefined {
    const left = this.#backends.filter((backend) => !tried.has(backend));
    const alive = left.filter(isAlive);
    const candidates = alive.length > 0 ? alive : left;
    this.#turn += 1;
    const start = this.#turn % Math.max(1, candidates.length);
    return [...candidates.slice(start), ...candidates.slice(0, start)].reduce<Backend | undefined>(
      (best, backend) => (best === undefined || backend.running < best.running ? backend : best),
      undefined,
    );
  }
}

function isAlive({ failures }: Backend): boolean {
  return failures < FAILURES_OF_THE_DEAD;
}

function keyOf({ address, port }: Address): string {
  return `${address} ${port}`;
}
