import { existsSync, readFileSync } from 'node:fs';
import { until } from '@almagest/test-kit/until';

/** Whether /proc lists processes. */
export const isLinux = existsSync('/proc/self/environ');

/** Returns a caller's reader processes. A new process is listed only once it runs the reader. */
export function readersOf(pid: number | undefined): number[] {
  return childrenOf(pid ?? 0).filter((child) => {
    const args = argumentsOf(child);
    return args.includes('--permission') && !args.includes('--pdeathsig');
  });
}

function childrenOf(pid: number): number[] {
  return textOf(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
}

export function argumentsOf(pid: number): string[] {
  return textOf(`/proc/${pid}/cmdline`).split('\0');
}

/** Returns an empty text if the process has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Waits until the list has exactly one entry, and returns it. */
export async function untilOne<T>(list: () => readonly T[]): Promise<T> {
  return await until(() => {
    const items = list();
    return items.length === 1 ? items[0] : undefined;
  });
}

export async function untilGone(pid: number): Promise<void> {
  await until(() => !existsSync(`/proc/${pid}`));
}
