import { isFinal, SimulatedNode, type NodeCredential, type Transport } from '../simulated-node.ts';
import type { TaskSpec } from '@almagest/contracts/grid';
import type { Ledger } from '../ledger.ts';
import { pick, randomIn, type Rng } from '../rng.ts';
import type { Pace } from './pace.ts';
import { withoutListenerLimit, pause } from './pause.ts';

/** The number of faults of each kind that the nodes caused. */
export interface InjectedFaults {
  reportsHeldBack: number;
  reportsRepeated: number;
  silences: number;
  restarts: number;
}

interface Circumstances {
  readonly transport: Transport;
  readonly ledger: Ledger;
  readonly pace: Pace;
  readonly slots: number;
  /** The share of the reports that are held back. */
  readonly late: number;
  readonly rng: Rng;
  readonly injected: InjectedFaults;
  /** When aborted, no more faults are injected and all waits end at once. */
  readonly calm: AbortSignal;
}

type Absence = 'silent' | 'restarted at once' | 'restarted after a silence';

/**
 * An unreliable node: it falls silent and returns with its results, restarts without the tasks it held, and sends
 * reports late and twice.
 */
export class UnreliableNode {
  readonly #node: SimulatedNode;
  readonly #given: Circumstances;
  readonly #stopping = new AbortController();
  /** The current process of the node, with the tasks it holds. */
  #life: Life | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(credential: NodeCredential, given: Circumstances) {
    this.#node = new SimulatedNode(given.transport, given.ledger, credential);
    this.#given = given;
  }

  start(): void {
    this.#life = new Life(this.#node, this.#given, this.#stopping.signal);
    this.#running = this.#vanishNowAndThen();
  }

  /** Stops claiming. Resolves when every held task has been reported and acknowledged. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#life?.ended;
  }

  async #vanishNowAndThen(): Promise<void> {
    const { pace, rng, calm, injected, slots } = this.#given;
    // A random delay, so that the nodes do not all stop at the same time.
    await pause(rng() * pace.presentMs.to, calm);
    while (!calm.aborted) {
      const absence = pick<Absence>(
        [
          ['silent', 2],
          ['restarted at once', 1],
          ['restarted after a silence', 1],
        ],
        rng,
      );
      const silence = absence === 'restarted at once' ? 0 : randomIn(pace.silentMs, rng);
      if (silence > 0) injected.silences += 1;
      const back = this.#life?.fallSilent();
      await pause(silence, calm);
      if (absence === 'silent') back?.();
      else {
        injected.restarts += 1;
        this.#life?.end();
        back?.();
        while ((await this.#node.announce(slots)).status !== 200) await pause(randomIn(pace.retryMs, rng));
        this.#life = new Life(this.#node, this.#given, this.#stopping.signal);
      }
      await pause(randomIn(pace.presentMs, rng), calm);
    }
  }
}

/** The state of a node between two starts. */
class Life {
  readonly #node: SimulatedNode;
  readonly #given: Circumstances;
  readonly #stopping: AbortSignal;
  readonly #over = withoutListenerLimit(new AbortController());
  readonly #held = new Set<string>();
  #silence: Promise<void> = Promise.resolve();
  readonly ended: Promise<unknown>;

  constructor(node: SimulatedNode, given: Circumstances, stopping: AbortSignal) {
    this.#node = node;
    this.#given = given;
    this.#stopping = stopping;
    const idle = new AbortController();
    const work = Promise.all(Array.from({ length: given.slots }, () => this.#work())).then(() => idle.abort());
    this.ended = Promise.all([work, this.#beatUntil(idle.signal)]);
  }

  /** Sends nothing until the returned function is called. */
  fallSilent(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#silence = promise;
    return resolve;
  }

  /** Forgets all held tasks, as a killed process does. */
  end(): void {
    this.#over.abort();
  }

  get #isOver(): boolean {
    return this.#over.signal.aborted;
  }

  async #beatUntil(idle: AbortSignal): Promise<void> {
    while (!idle.aborted && !this.#isOver) {
      await this.#silence;
      await this.#node.beat(this.#held.size);
      await this.#pause(this.#given.pace.beatMs);
    }
  }

  async #work(): Promise<void> {
    const { pace, rng } = this.#given;
    while (!this.#isOver && !this.#stopping.aborted) {
      await this.#silence;
      const task = await this.#node.claim();
      // The coordinator handed out a task again that this node already works on.
      if (task === undefined || this.#held.has(task.task_id)) await this.#pause(randomIn(pace.retryMs, rng));
      else {
        this.#held.add(task.task_id);
        await this.#finish(task);
        this.#held.delete(task.task_id);
      }
    }
  }

  async #finish(task: TaskSpec): Promise<void> {
    const { pace, rng, late, calm, injected } = this.#given;
    const isLate = rng() < late && !calm.aborted;
    if (isLate) injected.reportsHeldBack += 1;
    await pause(randomIn(isLate ? pace.holdMs : pace.computeMs, rng), this.#over.signal, calm);
    // Some repetitions are sent with the first report, others after it was acknowledged.
    const second = rng() < 0.5 ? this.#repeat(task) : undefined;
    await this.#deliver(task);
    await (second ?? this.#repeat(task));
  }

  async #repeat(task: TaskSpec): Promise<void> {
    await this.#silence;
    if (this.#isOver) return;
    this.#given.injected.reportsRepeated += 1;
    await this.#node.report(task);
  }

  /** Repeats the report until it is answered with 200 or 409. */
  async #deliver(task: TaskSpec): Promise<void> {
    const { pace, rng } = this.#given;
    while (!this.#isOver) {
      await this.#silence;
      if (this.#isOver || isFinal(await this.#node.report(task))) return;
      await this.#pause(randomIn(pace.retryMs, rng));
    }
  }

  async #pause(ms: number): Promise<void> {
    await pause(ms, this.#over.signal);
  }
}
