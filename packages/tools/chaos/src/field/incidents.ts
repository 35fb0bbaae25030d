import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAKETIME_LIBRARY } from '@almagest/test-kit/faketime-library';
import { fillDisk, HAS_SMALL_DISK } from '@almagest/test-kit/small-disk';
import { IN_PID_NAMESPACE } from '@almagest/test-kit/pid-namespace';
import { until } from '@almagest/test-kit/until';
import pg from 'pg';
import type { Site } from '../run/site.ts';
import type { Fleet, FieldNode } from './fleet.ts';

/** Returns a description of the fault, or undefined. */
type Incident = () => Promise<string | undefined>;

/** Returns the incidents that happen while every node computes a task, by their names in the report. */
export function incidentsOf(fleet: Fleet, site: Site): Readonly<Record<string, Incident | 'not available here'>> {
  return {
    'a second agent in a shared folder is refused': () => shareFolder(fleet['shared-folder']),
    'a copied work dir is refused, and its two hosts are shown': () => copyFolder(fleet['shared-folder'], site),
    'clock steps change no duration':
      FAKETIME_LIBRARY === undefined ? 'not available here' : () => stepClock(fleet['stepped-clock']),
    'a task ended by the batch system is handed back': () => endTree(fleet['batch-system']),
    'a download over a slow line resumes': () => breakLine(fleet['slow-line']),
    'a full disk pauses a node': HAS_SMALL_DISK ? () => freeDisk(fleet['full-disk']) : 'not available here',
  };
}

async function shareFolder({ agent, startCopy }: FieldNode): Promise<string | undefined> {
  await agent.untilComputing();
  const second = startCopy(agent.workDir, IN_PID_NAMESPACE);
  const exitCode = await second.program.exited;
  const isNamed = second.output().includes('uses this work dir');
  if (exitCode !== 1 || !isNamed) return `the second agent ended with ${exitCode}: ${second.output().slice(-500)}`;
  return agent.engines().length === 0 ? 'the first agent has lost its engine' : undefined;
}

async function copyFolder({ agent, startCopy }: FieldNode, site: Site): Promise<string | undefined> {
  await agent.untilComputing();
  const copy = `${agent.workDir}.copy`;
  cpSync(agent.workDir, copy, { recursive: true });
  // The lock names an agent of this machine. A copied machine has no such process.
  rmSync(join(copy, 'agent.lock'));
  const second = startCopy(copy);
  await second.untilSaid('already runs on host');
  const { data } = await site.asAdmin<{ data: { message: string | null }[] }>('/api/admin/nodes');
  await second.stop();
  const isShown = data.some(({ message }) => message?.includes('two hosts use this node'));
  return isShown ? undefined : 'the list of nodes does not show two hosts';
}

async function stepClock({ agent, line, clock }: FieldNode): Promise<undefined> {
  await agent.untilComputing();
  for (const offset of ['+2h', '-1h']) {
    const before = line.counts.requests;
    writeFileSync(clock, offset);
    await until(() => line.counts.requests >= before + 3, 'heartbeats under the stepped clock');
  }
}

/** Sends SIGTERM to the engine first and to the agent afterwards, as Slurm and containers may do. */
async function endTree({ agent }: FieldNode): Promise<string | undefined> {
  await agent.untilComputing();
  for (const pid of agent.engines()) kill(pid);
  agent.program.signal('SIGTERM');
  const exitCode = await agent.program.exited;
  await agent.startAgain();
  return exitCode === 0 ? undefined : `the agent ended with ${exitCode}`;
}

async function breakLine({ line }: FieldNode): Promise<undefined> {
  await until(() => line.counts.cuts > 0 && line.counts.resumed > 0, 'a resumed download');
}

let freeFilled: (() => void) | undefined;

/** Fills the disk of a node that waits for its first task. */
export function fillDiskOf({ 'full-disk': { agent } }: Fleet): void {
  if (HAS_SMALL_DISK) freeFilled = fillDisk(agent.program, agent.workDir);
}

async function freeDisk({ agent }: FieldNode): Promise<undefined> {
  await agent.untilSaid('PAUSED');
  freeFilled?.();
  await agent.untilComputing();
}

/**
 * Makes the database read-only for all sessions, as after a failover, until `isNoticed`. Sessions that were opened
 * in the meantime stay read-only.
 */
export async function failOver(site: Site, isNoticed: () => boolean): Promise<void> {
  const admin = new pg.Client({
    connectionString: site.postgres.url,
    options: '-c default_transaction_read_only=off',
  });
  await admin.connect();
  try {
    const set = async (setting: string) =>
      await admin.query(`do $$ begin execute format('alter database %I ${setting}', current_database()); end $$`);
    await set('set default_transaction_read_only = on');
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await until(isNoticed, 'a result that the read-only database refuses');
    await set('reset default_transaction_read_only');
  } finally {
    await admin.end();
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // The process has ended.
  }
}
