import { readFileSync } from 'node:fs';

const POLL_MS = 500;
const INIT = 1;

interface Ancestor {
  readonly pid: number;
  readonly parent: number;
}

function parentOf(pid: number): number | undefined {
  if (pid === process.pid) return process.ppid;
  try {
    return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether the process is a shell with one command. npm runs scripts as `sh -c ...`, and that shell outlives a
 * killed npm.
 */
function isShellOfOneCommand(pid: number): boolean {
  try {
    const [shell = '', option] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return /(^|\/)(ba|da)?sh$/.test(shell) && option === '-c';
  } catch {
    return false;
  }
}

/** Returns this process and the shells that only wait for this process, each with the id of its parent. */
function lineage(): Ancestor[] {
  const line: Ancestor[] = [];
  for (let pid = process.pid; ;) {
    const parent = parentOf(pid);
    if (parent === undefined || parent <= INIT) return line;
    line.push({ pid, parent });
    if (!isShellOfOneCommand(parent)) return line;
    pid = parent;
  }
}

/**
 * Calls back when the process that started this process has ended. This is necessary because npm and pnpm do not
 * forward signals. Never calls back for a process that init started.
 */
export function whenParentEnds(callback: () => void): void {
  const line = lineage();
  const timer = setInterval(() => {
    if (line.every(({ pid, parent }) => parentOf(pid) === parent)) return;
    clearInterval(timer);
    callback();
  }, POLL_MS).unref();
}
