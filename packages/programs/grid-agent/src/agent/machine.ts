import { statfs } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import type { NodeMachine } from '@almagest/contracts/grid';

const GB = 1e9;

/** Describes this machine. In a container or a batch job, returns the cores and memory that the agent may use. */
export async function describeMachine(workDir: string, tags: readonly string[]): Promise<NodeMachine> {
  // 0, or a value above the machine's memory, means no limit.
  const limit = process.constrainedMemory();
  const { bavail, bsize } = await statfs(workDir);
  return {
    cores: availableParallelism(),
    memory_gb: gigabytes(limit > 0 ? Math.min(limit, totalmem()) : totalmem()),
    arch: process.arch,
    free_disk_gb: gigabytes(bavail * bsize),
    tags: [...tags],
  };
}

/** Rounds down to a tenth. */
function gigabytes(bytes: number): number {
  return Math.floor((bytes / GB) * 10) / 10;
}
