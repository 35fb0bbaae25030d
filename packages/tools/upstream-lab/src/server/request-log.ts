import type { HostName } from './exchange.ts';

export interface SeenRequest {
  readonly number: number;
  readonly host: HostName;
  /** Name of the route. `unknown` if no route matched. */
  readonly route: string;
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Time of arrival in milliseconds since the laboratory started (monotonic clock). */
  readonly atMs: number;
  /** Number of requests that this host was answering at that moment, including this one. */
  readonly concurrent: number;
  /** Kind of the fault that was applied, if any. */
  fault: string | undefined;
  /** The sent status. Undefined before the reply is sent, or if the connection was cut first. */
  status: number | undefined;
}

export interface Traffic {
  readonly count: number;
  /** The shortest time between two arrivals in milliseconds. Null for fewer than two requests. */
  readonly minGapMs: number | null;
  readonly maxConcurrent: number;
}

/** Older requests are dropped, so that a laboratory can run for days. */
const KEPT = 20_000;

/** Stores the latest requests, in order of arrival. */
export class RequestLog {
  readonly #seen: SeenRequest[] = [];
  #count = 0;
  readonly #running = new Map<HostName, number>();
  readonly #startedMs = performance.now();

  arrive(request: Pick<SeenRequest, 'host' | 'route' | 'method' | 'target' | 'headers' | 'body'>): SeenRequest {
    const concurrent = (this.#running.get(request.host) ?? 0) + 1;
    this.#running.set(request.host, concurrent);
    this.#count += 1;
    const atMs = performance.now() - this.#startedMs;
    const seen = { ...request, number: this.#count, atMs, concurrent, fault: undefined, status: undefined };
    this.#seen.push(seen);
    if (this.#seen.length > KEPT) this.#seen.shift();
    return seen;
  }

  leave(request: SeenRequest): void {
    this.#running.set(request.host, (this.#running.get(request.host) ?? 1) - 1);
  }

  list(which: { readonly host?: string | undefined; readonly route?: string | undefined } = {}): SeenRequest[] {
    return this.#seen.filter(
      ({ host, route }) =>
        (which.host === undefined || which.host === host) && (which.route === undefined || which.route === route),
    );
  }

  traffic(host: HostName): Traffic {
    const seen = this.list({ host });
    const gapsMs = seen.slice(1).map(({ atMs }, index) => atMs - (seen[index]?.atMs ?? atMs));
    return {
      count: seen.length,
      minGapMs: gapsMs.length === 0 ? null : Math.min(...gapsMs),
      maxConcurrent: Math.max(0, ...seen.map(({ concurrent }) => concurrent)),
    };
  }

  clear(): void {
    this.#seen.length = 0;
  }
}
