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
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ').filter(Boolean).map(Number) : [];
}

export function argumentsOf(pid: number): string[] {
  return existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0') : [];
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
