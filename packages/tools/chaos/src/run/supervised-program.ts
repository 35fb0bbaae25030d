import { runProgram, type Program } from '@almagest/test-kit/program';
import { randomIn, type Rng, type Range } from '../rng.ts';
import { pause } from './pause.ts';
import type { Kind, KillTarget } from './kill-target.ts';

export interface SupervisedOptions {
  readonly kind: Kind;
  readonly name: string;
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly isReady: (program: Program) => Promise<boolean> | boolean;
  readonly restartMs: Range;
  readonly rng: Rng;
}

const POLL_MS = 50;

/** A program that is restarted whenever it ends, as a supervisor would do. */
export class SupervisedProgram implements KillTarget {
  readonly kind: Kind;
  readonly name: string;
  /** Describes each time the program ended after it was ready, without being killed. */
  readonly deaths: string[] = [];
  /** Failed starts. For example, a service without its database exits again. */
  failedStarts = 0;
  readonly #options: SupervisedOptions;
  readonly #stopping = new AbortController();
  #program: Program;
  #ready = Promise.withResolvers<void>();
  #killed = false;
  readonly #living: Promise<void>;

  constructor(options: SupervisedOptions) {
    this.#options = options;
    this.kind = options.kind;
    this.name = options.name;
    this.#program = this.#start();
    this.#living = this.#live();
  }

  /** Resolves when the program serves requests, or immediately if it already does. */
  async untilReady(): Promise<void> {
    await this.#ready.promise;
  }

  async kill(): Promise<void> {
    this.#killed = true;
    this.#ready = Promise.withResolvers();
    await this.#program.kill();
    await this.#ready.promise;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#ready.resolve();
    await this.#program.kill();
    await this.#living;
  }

  #start(): Program {
    const { command, env, logFile } = this.#options;
    return runProgram(command, { env, logFile });
  }

  async #live(): Promise<void> {
    const { restartMs, rng } = this.#options;
    while (!this.#stopping.signal.aborted) {
      const served = await this.#serve(this.#program);
      if (this.#stopping.signal.aborted) return;
      if (!this.#killed && served) {
        this.#ready = Promise.withResolvers();
        this.deaths.push(`${this.name} ended without being killed: ${this.#program.output().slice(-500)}`);
      } else if (!this.#killed) this.failedStarts += 1;
      await pause(randomIn(restartMs, rng), this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      this.#killed = false;
      this.#program = this.#start();
    }
  }

  /** Waits until the program ends. Returns whether it had been ready. */
  async #serve(program: Program): Promise<boolean> {
    const ended = new AbortController();
    const exited = program.exited.then(() => ended.abort());
    let ready = false;
    while (!ready && !ended.signal.aborted) {
      ready = await this.#options.isReady(program);
      if (!ready) await pause(POLL_MS, ended.signal);
    }
    if (ready && !this.#killed) this.#ready.resolve();
    await exited;
    return ready;
  }
}
