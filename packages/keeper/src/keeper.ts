import { setTimeout as sleep } from 'node:timers/promises';
import { isToBeStarted, waitAfterEnd } from './decide.ts';
import type { ContainerEvent, Engine } from './engine.ts';

const RECONNECT_MS = 1_000;
const RETRY_MS = 5_000;
/** What happened before we came: the other keeper may have been the one that was killed. */
const LOOK_BACK_MS = 60_000;

export interface KeeperDeps {
  readonly engine: Pick<Engine, 'events' | 'inspect' | 'start'>;
  readonly project: string;
  readonly say: (line: string) => void;
}

/** Watches over the containers of a compose project; those that end without having been stopped are started again. */
export class Keeper {
  readonly #deps: KeeperDeps;
  readonly #firstSignals = new Map<string, number>();
  /** Their end was wanted. The engine tells of the stop shortly before or shortly after the end itself. */
  readonly #wanted = new Set<string>();
  readonly #due = new Map<string, NodeJS.Timeout>();

  constructor(deps: KeeperDeps) {
    this.#deps = deps;
  }

  /** Listens until `signal` aborts, through restarts of the engine. */
  async run(signal: AbortSignal): Promise<void> {
    let sinceNano = (Date.now() - LOOK_BACK_MS) * 1e6;
    while (!signal.aborted) {
      try {
        for await (const event of this.#deps.engine.events(this.#deps.project, sinceNano)) {
          sinceNano = event.timeNano;
          this.take(event);
        }
      } catch (error) {
        this.#deps.say(`the engine does not answer: ${(error as Error).message}`);
      }
      await sleep(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
    }
    for (const timer of this.#due.values()) clearTimeout(timer);
  }

  take({ id, name, action, signal }: ContainerEvent): void {
    if (action === 'kill') {
      if (signal !== undefined && !this.#firstSignals.has(id)) this.#firstSignals.set(id, signal);
      return;
    }
    if (action === 'die') {
      if (!this.#wanted.has(id)) this.#expect(id, name, waitAfterEnd(this.#firstSignals.get(id)));
    } else {
      clearTimeout(this.#due.get(id));
      this.#due.delete(id);
      if (action === 'stop') this.#wanted.add(id);
      else this.#wanted.delete(id);
    }
    if (action !== 'stop') this.#firstSignals.delete(id);
  }

  #expect(id: string, name: string, delayMs: number): void {
    clearTimeout(this.#due.get(id));
    this.#due.set(
      id,
      setTimeout(() => void this.#revive(id, name), delayMs),
    );
  }

  async #revive(id: string, name: string): Promise<void> {
    const { engine, say } = this.#deps;
    this.#due.delete(id);
    try {
      const state = await engine.inspect(id);
      if (state === undefined || !isToBeStarted(state)) return;
      await engine.start(id);
      say(`started ${name} again`);
    } catch (error) {
      say(`${name} could not be started again: ${(error as Error).message}`);
      this.#expect(id, name, RETRY_MS);
    }
  }
}
