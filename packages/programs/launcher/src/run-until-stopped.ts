import { constants } from 'node:os';
import { whenParentEnds } from './parent.ts';
import type { Stack } from './stack.ts';

/** The signals that stop or kill a stack. */
export interface Signals {
  readonly abort: AbortSignal;
  readonly killed: AbortSignal;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const HANGUP = 'SIGHUP' as const;

/**
 * Starts a stack, waits for a signal, the end of the parent process or a failure, and stops the stack. Returns the exit
 * code. A second signal kills everything at once.
 *
 * `whenRunning` may return the work that the stack was started for. When the work ends, the stack is stopped and the
 * work's exit code is returned. The work must never reject, and must end when it is aborted, so that nothing uses a
 * stack that is being stopped.
 */
export async function runUntilStopped(
  start: (signals: Signals) => Promise<Stack>,
  whenRunning: (stack: Stack, signals: Signals) => void | Promise<number>,
  warn: (line: string) => void,
): Promise<number> {
  const stopping = new AbortController();
  const killing = new AbortController();
  // The start scripts set this variable under nohup, because Node does not keep ignoring a SIGHUP that was ignored when
  // it started.
  const outlive = Boolean(process.env['OUTLIVE_PARENT']);
  const stopped = new Promise<undefined>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  for (const signal of outlive ? SIGNALS : [...SIGNALS, HANGUP]) {
    process.on(signal, () => {
      if (!stopping.signal.aborted) {
        stopping.abort();
        return;
      }
      killing.abort();
      process.exit(128 + constants.signals[signal]);
    });
  }
  if (outlive) process.on(HANGUP, () => undefined);
  else whenParentEnds(() => stopping.abort());
  // If the terminal or the reader of a pipe goes away, the stack must still be stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  try {
    const signals = { abort: stopping.signal, killed: killing.signal };
    const stack = await start(signals);
    const work = whenRunning(stack, signals);
    const end = await Promise.race([stack.failed, stopped, ...(work ? [work] : [])]);
    const failed = end instanceof Error;
    if (failed) {
      warn(`${end.message}; stopping`);
      stopping.abort();
    }
    const exitCode = (await work) ?? 0;
    await stack.stop();
    return failed ? 1 : exitCode;
  } catch (error) {
    if (stopping.signal.aborted) return 0;
    warn((error as Error).message);
    return 1;
  }
}
