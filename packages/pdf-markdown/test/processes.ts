import { existsSync, readFileSync } from 'node:fs';

/** What the system tells of processes; elsewhere than on Linux nothing is to be asked. */
export const isLinux = existsSync('/proc/self/environ');

/** The processes that read for a caller; one that has not become a reader yet does not end with its caller either. */
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

/** The only one of a list, once it has one. */
export async function untilOne<T>(list: () => readonly T[]): Promise<T> {
  return await until(() => {
    const items = list();
    return items.length === 1 ? items[0] : undefined;
  });
}

export async function untilGone(pid: number): Promise<void> {
  await until(() => !existsSync(`/proc/${pid}`));
}

/** What the condition gives, once it gives something; the test's own limit ends the waiting. */
export async function until<T>(condition: () => T | undefined | false): Promise<T> {
  for (;;) {
    const value = condition();
    if (value !== undefined && value !== false) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
