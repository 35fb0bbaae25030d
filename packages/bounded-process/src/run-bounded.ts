import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { isolation } from './isolation.ts';
import { ProcessEndedError, ResourceLimitError, watch, type ProcessLimits } from './limits.ts';

export interface RunOptions {
  readonly limits: ProcessLimits;
  /** Maximum output. A program that writes more is killed. */
  readonly maxOutputBytes: number;
  /** The program's standard input. Default: empty. */
  readonly input?: Uint8Array | undefined;
  /** The program's whole environment. Default: empty. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Kills the program, and rejects the promise with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const STDERR_KEPT = 2_000; // characters

/**
 * Runs an external program and returns its standard output. The program doesn't inherit the caller's environment, and
 * it ends with its caller.
 *
 * @param program the program's path
 * @throws {ResourceLimitError}
 * @throws {ProcessEndedError} if the program fails. `cause` has its exit status and its last error output
 */
export async function runBounded(program: string, args: readonly string[], options: RunOptions): Promise<string> {
  const { limits, signal, input, env = {} } = options;
  signal?.throwIfAborted();
  const [first, ...rest] = [...isolation(), program, ...args] as [string, ...string[]];
  const child = spawn(first, rest, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const watching = watch(child, limits, signal, (limit) => new ResourceLimitError(limit, limits, undefined));
  watching.begin();
  const result = readResult(child, options);
  // The program may end without reading all of its input. The program's exit status says whether that is an error.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  try {
    return await Promise.race([result, watching.broken]);
  } finally {
    watching.stop();
    result.catch(() => undefined);
    await kill(child);
  }
}

async function readResult(child: ChildProcess, { limits, maxOutputBytes }: RunOptions): Promise<string> {
  const output: Buffer[] = [];
  let bytes = 0;
  let complaint = '';
  let isTooLong = false;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-STDERR_KEPT);
  });
  child.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    isTooLong ||= bytes > maxOutputBytes;
    if (isTooLong) child.kill('SIGKILL');
    else output.push(chunk);
  });
  const [code, ending] = (await once(child, 'close')) as [number | null, string | null];
  if (isTooLong) throw new ResourceLimitError('memory', limits, `${maxOutputBytes} bytes of output`);
  if (code !== 0)
    throw new ProcessEndedError('the program failed', { cause: `${ending ?? code}: ${complaint.trim()}` });
  return Buffer.concat(output).toString('utf8');
}

/** Kills the process and waits until it has ended. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
