import { readdirSync, readFileSync } from 'node:fs';
import { COMPILE_CACHE } from '@almagest/test-kit/compile-cache';
import { runProgram, type Program } from '@almagest/test-kit/program';
import { until } from '@almagest/test-kit/until';
import { agentCommand } from '../run/programs.ts';

export interface AgentOptions {
  readonly nodeId: string;
  readonly url: string;
  readonly workDir: string;
  /** A shell script file. */
  readonly engine: string;
  readonly logFile: string;
  /** Engines wait until this file exists. */
  readonly gate: string;
  /** A command that runs the agent. */
  readonly under?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const SETTINGS = {
  '--slots': '1',
  '--heartbeat-sec': '1',
  '--poll-sec': '0.5',
  '--approval-poll-sec': '0.5',
  '--retry-max-sec': '1',
  '--kill-after-sec': '2',
  '--lease-sec': '6',
};

/** A real agent in its own process. It may be started again. */
export class FieldAgent {
  readonly nodeId: string;
  readonly workDir: string;
  readonly #options: AgentOptions;
  #program: Program;
  /** The output of earlier processes. */
  #before = '';

  constructor(options: AgentOptions) {
    this.#options = options;
    this.nodeId = options.nodeId;
    this.workDir = options.workDir;
    this.#program = this.#start();
  }

  get program(): Program {
    return this.#program;
  }

  output(): string {
    return this.#before + this.#program.output();
  }

  async untilSaid(text: string): Promise<void> {
    await until(() => this.output().includes(text), `${this.nodeId} to say: ${text}`);
  }

  /** Resolves when an engine of this agent is running. */
  async untilComputing(): Promise<void> {
    await until(() => this.engines().length > 0, `an engine of ${this.nodeId}`);
  }

  engines(): number[] {
    return readdirSync('/proc').flatMap((name) => {
      if (!/^\d+$/.test(name)) return [];
      try {
        const environment = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
        return environment.some((one) => one.startsWith(`GRID_TASK_DIR=${this.workDir}/`)) ? [Number(name)] : [];
      } catch {
        return [];
      }
    });
  }

  async startAgain(): Promise<void> {
    await this.#program.exited;
    this.#before += this.#program.output();
    this.#program = this.#start();
  }

  async stop(): Promise<void> {
    this.#program.signal('SIGTERM');
    await this.#program.exited;
  }

  #start(): Program {
    const { nodeId, url, workDir, engine, logFile, gate, under = [], env = {} } = this.#options;
    const own = ['--node-id', nodeId, '--url', url, '--work-dir', workDir, '--engine', `sh '${engine}'`];
    const command = [...under, ...agentCommand(), ...own, ...Object.entries(SETTINGS).flat()];
    const { PATH = '', HOME = '' } = process.env;
    return runProgram(command, { env: { PATH, HOME, ...COMPILE_CACHE, FIELD_GATE: gate, ...env }, logFile });
  }
}
