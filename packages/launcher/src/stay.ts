import { constants } from 'node:os';
import { whenParentEnds } from './parent.ts';
import type { Stack } from './stack.ts';

/** What a start gets from the process it runs in. */
export interface Signals {
  readonly abort: AbortSignal;
  readonly killed: AbortSignal;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const HANGUP = 'SIGHUP' as const;

/**
 * Starts a stack and stays until a signal, the end of the parent, or a failure; then stops it. Returns the exit
 * code. A second signal kills everything at once.
 *
 * `whenRunning` may return work that the stack was started for: it ends the stay with its exit code, never rejects, and
 * comes to its end when it is aborted, so that nothing uses a stack that is being stopped.
 */
export async function stay(
  start: (signals: Signals) => Promise<Stack>,
  whenRunning: (stack: Stack, signals: Signals) => void | Promise<number>,
  warn: (line: string) => void,
): Promise<number> {
  const stopping = new AbortController();
  const killing = new AbortController();
  // What nohup asks for. Node itself forgets that it was started with SIGHUP ignored.
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
  // The terminal or the reader of a pipe may be gone before us: that is no reason to end without stopping.
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
