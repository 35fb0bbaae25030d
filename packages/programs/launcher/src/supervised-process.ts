import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { dieWithParent } from '@almagest/embedded-postgres';
import { Environment } from '@almagest/service-kit/environment';
import { readWatchdogSec } from '@almagest/service-kit/watchdog';

export interface Program {
  readonly name: string;
  readonly script: string;
  readonly nodeOptions?: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Receives the program's output. Default: the launcher's own streams. */
  readonly logFile?: string;
}

export interface Watch {
  /** Prints a line for the user. */
  readonly warn: (line: string) => void;
  /** Aborting this kills everything immediately. */
  readonly killed: AbortSignal;
}

/** A program that is restarted when it ends. */
export interface SupervisedProcess {
  /** Resolves if the program keeps ending soon after its start. Never rejects. */
  readonly gaveUp: Promise<Error>;
  stop(): Promise<void>;
}

/** Services stop within 10 s of a SIGTERM. */
const MAX_WAIT_MS = 15_000;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 10_000;
/** A program that ran for this long has started properly. */
const STARTED_MS = 5_000;
const EARLY_DEATHS = 5;
const EARLY_WITHIN_MS = 60_000;

interface Run {
  /** Undefined if the program could not be started. */
  readonly pid: number | undefined;
  readonly ended: Promise<string>;
  end(): Promise<void>;
}

/**
 * Starts a Node program in its own process group. Ctrl-C then reaches only the launcher, which stops everything in
 * order.
 */
export function runProgram(
  { script, nodeOptions = [], environment, logFile }: Program,
  { killed }: Pick<Watch, 'killed'>,
): Run {
  const node = [process.execPath, '--enable-source-maps', ...nodeOptions, script];
  const [command = '', ...args] = dieWithParent(node, 'TERM');
  const log = logFile === undefined ? undefined : openSync(logFile, 'a', 0o600);
  const output = log ?? 'inherit';
  const child = spawn(command, args, { env: environment, stdio: ['ignore', output, output], detached: true });
  if (log !== undefined) closeSync(log);
  const kill = () => child.kill('SIGKILL');
  killed.addEventListener('abort', kill, { once: true });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  void ended.then(() => killed.removeEventListener('abort', kill));
  const end = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(kill, MAX_WAIT_MS);
    await ended;
    clearTimeout(timer);
  };
  return { pid: child.pid, ended, end };
}

/**
 * Kills the process if it stays stopped, because a stopped process cannot end itself. Returns a function that ends the
 * checks.
 */
function killWhenStopped({ pid }: Run, { name, environment }: Program, { warn }: Watch): () => void {
  if (pid === undefined) return () => undefined;
  return watchForStop(pid, environment, (limitSec) => {
    warn(`${name} has been stopped (SIGSTOP) for ${limitSec} s, killing it`);
    process.kill(pid, 'SIGKILL');
  });
}

export function supervise(program: Program, watch: Watch): SupervisedProcess {
  const stopping = new AbortController();
  const gaveUp = Promise.withResolvers<Error>();
  let run = runProgram(program, watch);

  const live = async () => {
    const begin = performance.now();
    let earlyDeaths = 0;
    let delayMs = FIRST_DELAY_MS;
    for (;;) {
      const since = performance.now();
      const unwatch = killWhenStopped(run, program, watch);
      const end = await run.ended;
      unwatch();
      if (stopping.signal.aborted) return;
      const early = performance.now() - since < STARTED_MS;
      earlyDeaths = early && performance.now() - begin < EARLY_WITHIN_MS ? earlyDeaths + 1 : 0;
      if (!early) delayMs = FIRST_DELAY_MS;
      if (earlyDeaths >= EARLY_DEATHS) {
        gaveUp.resolve(new Error(`${program.name} ended ${earlyDeaths} times in a row (last: ${end})`));
        return;
      }
      watch.warn(`${program.name} ended unexpectedly (${end}), restarting it`);
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
      if (stopping.signal.aborted) return;
      run = runProgram(program, watch);
    }
  };
  const living = live();

  return {
    gaveUp: gaveUp.promise,
    async stop() {
      stopping.abort();
      await run.end();
      await living;
    },
  };
}

/** Number of checks within the limit. */
const LOOKS = 10;

/**
 * Calls `kill` when the whole process has been stopped (SIGSTOP) for its `WATCHDOG_SEC`. The process itself notices all
 * other hangs. Counts checks instead of time, so that a launcher that was itself stopped does not kill a healthy
 * process. Returns a function that ends the checks.
 */
function watchForStop(pid: number, environment: NodeJS.ProcessEnv, kill: (limitSec: number) => void): () => void {
  const limitSec = readWatchdogSec(new Environment(environment));
  if (limitSec === 0) return () => undefined;
  let stopped = 0;
  const look = () => {
    stopped = isStopped(pid) ? stopped + 1 : 0;
    if (stopped === LOOKS) kill(limitSec);
  };
  const timer = setInterval(look, (limitSec * 1_000) / LOOKS).unref();
  return () => clearInterval(timer);
}

/**
 * Returns whether the process is stopped, based on its state in `/proc/<pid>/stat` (proc(5)). Returns false on other
 * systems and for a process that has ended.
 */
function isStopped(pid: number): boolean {
  try {
    return /\) T [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
