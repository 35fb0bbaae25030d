import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILE_CACHE } from '@almagest/test-kit/compile-cache';
import { programCommand } from '@almagest/test-kit/program-command';
import { afterEach } from '@jest/globals';
import type { TaskSpec } from '@almagest/contracts/grid';
import { Stop } from '../src/agent/stop.ts';
import { openLog } from '../src/log.ts';
import { run } from '../src/program.ts';
import { readSettings } from '../src/settings.ts';

const cleanups: (() => unknown)[] = [];

/** Registers a cleanup that runs after the test, latest first, whether or not the test passed. */
export function cleanUp(how: () => unknown): void {
  cleanups.push(how);
}

afterEach(async () => {
  for (let next = cleanups.pop(); next; next = cleanups.pop()) await next();
});

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'grid-agent-test-'));
  cleanUp(() => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return directory;
}

export interface AgentOptions {
  readonly url: string;
  /** By default an empty directory. */
  readonly workDir?: string;
  /** A shell script. */
  readonly engine?: string;
  readonly slots?: number;
  readonly more?: readonly string[];
  /** Added to the environment of an agent in this process. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface RunningAgent {
  /** Returns everything the agent has printed so far. */
  readonly output: () => string;
  readonly exited: Promise<number | null>;
}

export interface AgentInProcess extends RunningAgent {
  /** Acts like the first SIGTERM. */
  stop(): void;
}

export interface AgentProcess extends RunningAgent {
  readonly process: ChildProcess;
  kill(signal: NodeJS.Signals): void;
}

const QUICK = {
  '--heartbeat-sec': '0.1',
  '--poll-sec': '0.05',
  '--disabled-poll-sec': '0.1',
  '--approval-poll-sec': '0.05',
  '--retry-max-sec': '0.1',
  '--kill-after-sec': '0.3',
  '--drain-delivery-sec': '0.5',
  '--lease-sec': '0.6',
};

function argumentsOf({
  url,
  workDir = temporaryDirectory(),
  engine = 'true',
  slots = 2,
  more = [],
}: AgentOptions): string[] {
  const ownArguments = ['--url', url, '--node-id', 'n1', '--slots', String(slots), '--work-dir', workDir];
  return [...ownArguments, '--engine', engine, ...Object.entries(QUICK).flat(), ...more];
}

/** Runs the agent in this process, with short waits. An agent in this process starts faster, but cannot be killed. */
export function startAgent(options: AgentOptions): AgentInProcess {
  const read = readSettings(argumentsOf(options), { ...process.env, ...options.env });
  if (read.kind !== 'ok') throw new Error(JSON.stringify(read));
  let output = '';
  const log = openLog({ write: (text) => (output += text) }, read.settings.nodeId);
  const stop = new Stop();
  const exited = run(read.settings, stop, log);
  cleanUp(async () => {
    stop.begin();
    stop.halt();
    await exited;
  });
  return { output: () => output, exited, stop: () => stop.begin() };
}

interface ProcessOptions {
  /** The user that runs the agent, by default the user of the test. */
  readonly uid?: number;
  /** A command that runs the agent. */
  readonly under?: readonly string[];
}

/** Starts the agent as its own process, with short waits. */
export function startAgentProcess({ uid, under, ...options }: AgentOptions & ProcessOptions): AgentProcess {
  return runAgentProcess(argumentsOf(options), {
    ...(uid === undefined ? {} : { uid }),
    ...(under === undefined ? {} : { under }),
  });
}

export function runAgentProcess(args: readonly string[], { uid, under = [] }: ProcessOptions = {}): AgentProcess {
  const [program = '', ...more] = [...under, ...programCommand('packages/programs/grid-agent/src/main.ts'), ...args];
  const env = { ...process.env, ...COMPILE_CACHE };
  const child = spawn(program, more, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  cleanUp(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return { process: child, output: () => output, exited, kill: (signal) => void child.kill(signal) };
}

export function taskFixture(over: Record<string, unknown> = {}): TaskSpec {
  const stage = { enabled: true, policy: 'skip_converged', strategies: ['cold_run'] };
  return {
    task_id: randomUUID(),
    point_name: 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0',
    params: { teff: 20000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -4 },
    task_type: 'cold_run',
    seed_point_name: null,
    timeout_sec: 0,
    workflow_name: 'w',
    wave: 3,
    atmosphere_config: { ...stage, chain: [{ label: 'lte', lte: true, niter: 50 }] },
    spectrum_config: { ...stage, enabled: false },
    spectrum_params: null,
    atmosphere_ref: null,
    ...over,
  } as TaskSpec;
}

const RESULT = {
  converged: true,
  max_relc: 0.0002,
  atmosphere_has_nan: false,
  failed_stage: null,
  error_message: null,
  summary: { seed: 'cold' },
};

/** Returns shell text that writes the result as the last step. */
export function writeResult(over: Record<string, unknown> = {}): string {
  return `printf %s '${JSON.stringify({ ...RESULT, ...over })}' > result.new && mv result.new result.json`;
}

/** Returns an engine that writes its pid to `begun`, waits for `goOn`, and converges. */
export function signalFiles() {
  const dir = temporaryDirectory();
  const [begun, goOn] = [join(dir, 'begun'), join(dir, 'go-on')];
  const engine = `echo $$ >> '${begun}'; ${waitFor(goOn)}; ${writeResult()}`;
  return { begun, goOn, engine, release: () => writeFileSync(goOn, '') };
}

/** Returns shell text that waits until the test creates `path`. */
export function waitFor(path: string): string {
  return `while [ ! -e '${path}' ]; do sleep 0.05; done`;
}

/** Returns the pids in a file, one per line. Returns an empty list if the file does not exist. */
export function pidsIn(path: string): number[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

export function isRunning(pid: number): boolean {
  try {
    // A zombie keeps its pid until its parent collects it.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
