import type { Fault } from './fault.ts';

interface ActiveFault {
  readonly fault: Fault;
  /** The number of requests that are answered normally before the fault begins. */
  after: number;
  /** The number of requests that the fault still affects. */
  times: number;
}

export class FaultRegistry {
  readonly #active = new Map<string, ActiveFault[]>();
  readonly #holding = new Map<string, PromiseWithResolvers<void>>();

  /**
   * Replaces the faults of a route. The faults apply one after the other, so all except the last should have `times`.
   */
  set(route: string, faults: readonly Fault[]): void {
    const activate = (fault: Fault) => ({ fault, after: fault.after ?? 0, times: fault.times ?? Infinity });
    this.#active.set(route, faults.map(activate));
    this.#release(route);
  }

  clear(route?: string): void {
    for (const each of route === undefined ? [...this.#active.keys()] : [route]) {
      this.#active.delete(each);
      this.#release(each);
    }
  }

  /** Resolves when the faults of the route are replaced or cleared. */
  async released(route: string): Promise<void> {
    const holding = this.#holding.get(route) ?? Promise.withResolvers<void>();
    this.#holding.set(route, holding);
    await holding.promise;
  }

  #release(route: string): void {
    this.#holding.get(route)?.resolve();
    this.#holding.delete(route);
  }

  list(): Record<string, readonly Fault[]> {
    const left = [...this.#active].map(([route, active]) => [route, active.filter(({ times }) => times > 0)] as const);
    return Object.fromEntries(left.map(([route, active]) => [route, active.map(({ fault }) => fault)]));
  }

  /** Returns the fault to apply to this request, and counts the request. `text` is the request's target and body. */
  take(route: string, text: string): Fault | undefined {
    for (const active of this.#active.get(route) ?? []) {
      if (active.times <= 0 || (active.fault.only !== undefined && !text.includes(active.fault.only))) continue;
      if (active.after > 0) {
        active.after -= 1;
        return undefined;
      }
      active.times -= 1;
      return active.fault;
    }
    return undefined;
  }
}
