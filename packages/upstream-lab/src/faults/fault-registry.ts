import type { Fault } from './fault.ts';

interface ActiveFault {
  readonly fault: Fault;
  /** Requests that still pass before it begins. */
  after: number;
  /** Requests that it still meets. */
  times: number;
}

/** Which faults wait on which routes. */
export class FaultRegistry {
  readonly #active = new Map<string, ActiveFault[]>();

  /** Replaces the faults of a route; a list is used up in order, so all but its last should say `times`. */
  set(route: string, faults: readonly Fault[]): void {
    const arm = (fault: Fault) => ({ fault, after: fault.after ?? 0, times: fault.times ?? Infinity });
    this.#active.set(route, faults.map(arm));
  }

  clear(route?: string): void {
    if (route === undefined) this.#active.clear();
    else this.#active.delete(route);
  }

  list(): Record<string, readonly Fault[]> {
    const left = [...this.#active].map(([route, armed]) => [route, armed.filter(({ times }) => times > 0)] as const);
    return Object.fromEntries(left.map(([route, armed]) => [route, armed.map(({ fault }) => fault)]));
  }

  /** The fault that this request meets, and counts it. `text` is its target and its body. */
  meet(route: string, text: string): Fault | undefined {
    for (const armed of this.#active.get(route) ?? []) {
      if (armed.times <= 0 || (armed.fault.only !== undefined && !text.includes(armed.fault.only))) continue;
      if (armed.after > 0) {
        armed.after -= 1;
        return undefined;
      }
      armed.times -= 1;
      return armed.fault;
    }
    return undefined;
  }
}
