import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { ProcessEndedError, residentBytes, ResourceLimitError, watch, type ProcessLimits } from './limits.ts';
import type { Message, Question } from './messages.ts';
import { startProgram, type ProgramOptions } from './start-program.ts';

const STDERR_KEPT = 2_000; // characters

export class ProgramProcess<Request, Reply> {
  requests = 0;
  readonly maxMemoryBytes: number;
  #limits: ProcessLimits | undefined;
  readonly #child: ChildProcess;
  readonly #end: Promise<never>;
  #progress: string | undefined;
  #stderr = '';

  constructor(program: URL, maxMemoryBytes: number, options: ProgramOptions) {
    this.maxMemoryBytes = maxMemoryBytes;
    this.#child = startProgram(program, maxMemoryBytes, options);
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_KEPT);
    });
    const { promise, reject } = Promise.withResolvers<never>();
    this.#end = promise;
    this.#child.once('error', reject);
    this.#child.once('close', (code, signal) => reject(this.#reasonOf(signal ?? code)));
    // The process may end while no request is waiting.
    promise.catch(() => undefined);
  }

  get isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /**
   * Sends one request.
   *
   * @throws {ResourceLimitError}
   * @throws {ProcessEndedError}
   * @throws what the program throws, as an `Error` with its message and code
   */
  async run(question: Question<Request>, limits: ProcessLimits, signal: AbortSignal | undefined): Promise<Reply> {
    this.requests += 1;
    this.#limits = limits;
    this.#progress = undefined;
    this.#keepCallerRunning(true);
    const exceeded = (limit: 'time' | 'memory') => new ResourceLimitError(limit, limits, this.#progress);
    const watching = watch(this.#child, limits, signal, exceeded);
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const onMessage = (received: unknown) => {
      const message = received as Message<Reply>;
      if ('begun' in message) watching.begin();
      else if ('progress' in message) this.#progress = message.progress;
      else if ('answer' in message) resolve(message.answer);
      else reject(Object.assign(new Error(message.error.message), message.error));
    };
    this.#child.on('message', onMessage);
    try {
      // Ignores a closed channel, because `#end` then rejects.
      this.#child.send(question, () => undefined);
      return await Promise.race([promise, this.#end, watching.broken]);
    } finally {
      watching.stop();
      this.#child.off('message', onMessage);
      this.#keepCallerRunning(false);
    }
  }

  async residentBytes(): Promise<number> {
    return await residentBytes(this.#child.pid);
  }

  /** Kills the process and waits until it has ended. */
  async kill(): Promise<void> {
    // A process without an id could not be started.
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.ref();
    this.#child.kill('SIGKILL');
    await exited;
  }

  /** Sets whether the process keeps its caller running. A process does so only while it works. */
  #keepCallerRunning(isWorking: boolean): void {
    for (const handle of [this.#child, this.#child.channel, this.#child.stderr as unknown as RefHandle | null]) {
      if (isWorking) handle?.ref();
      else handle?.unref();
    }
  }

  #reasonOf(end: string | number | null): Error {
    if (this.#limits !== undefined && /heap out of memory|allocation failed/i.test(this.#stderr))
      return new ResourceLimitError('memory', this.#limits, this.#progress);
    const cause = `${end}: ${this.#stderr.trim()}`;
    return new ProcessEndedError('the worker process ended without an answer', { cause });
  }
}

interface RefHandle {
  ref(): void;
  unref(): void;
}
