import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IN_PID_NAMESPACE } from '@almagest/test-kit/pid-namespace';
import { until } from '@almagest/test-kit/until';
import { describe, expect, test } from '@jest/globals';
import { parseStat } from '../../src/engine/process-table.ts';
import { startStandIn } from '../stand-in.ts';
import {
  isRunning,
  pidsIn,
  startAgent,
  startAgentProcess,
  taskFixture,
  temporaryDirectory,
  writeResult,
} from '../world.ts';

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.parent;
  } catch {
    return undefined;
  }
}

/** Returns shell text of an MPI rank: a process in another session that ignores SIGTERM. */
function rank(pids: string): string {
  return `setsid sh -c 'trap "" TERM; echo $$ >> "${pids}"; while :; do sleep 0.1; done'`;
}

describe('processes that an engine starts in other sessions', () => {
  test('end with a cancelled engine, even if they have another environment', async () => {
    const pids = join(temporaryDirectory(), 'pids');
    const task = taskFixture();
    const coordinator = await startStandIn(task);
    const engine = `${rank(pids)} & env -i PATH="$PATH" ${rank(pids)} & wait`;
    startAgent({ url: coordinator.url, engine });
    await until(() => pidsIn(pids).length === 2);
    coordinator.cancelled = [task.task_id];
    await until(() => coordinator.returned.length === 1);
    expect(pidsIn(pids).some(isRunning)).toBe(false);
  });

  test('do not outlive its normal end', async () => {
    const coordinator = await startStandIn(taskFixture());
    const pids = join(temporaryDirectory(), 'pids');
    // A daemon without the engine's environment, whose parent has ended.
    const daemon = `env -i PATH="$PATH" sh -c '. ./daemon.sh &'`;
    const both = `[ $(wc -l < '${pids}') = 2 ]`;
    const engine = `echo '${rank(pids).replaceAll("'", String.raw`'\''`)}' > daemon.sh; ${daemon}; ${rank(pids)} & until ${both}; do sleep 0.05; done; ${writeResult()}`;
    startAgent({ url: coordinator.url, engine });
    await until(() => coordinator.reports.length === 1);
    expect(coordinator.reports[0]?.report).toMatchObject({ status: 'completed' });
    expect(pidsIn(pids)).toHaveLength(2);
    expect(pidsIn(pids).some(isRunning)).toBe(false);
  });

  test('leave no zombies if the agent is process 1, which still drains at a signal', async () => {
    const coordinator = await startStandIn(taskFixture({ wave: 1 }), taskFixture({ wave: 2 }));
    const pids = join(temporaryDirectory(), 'pids');
    const first = `${rank(pids)} & while [ ! -s '${pids}' ]; do sleep 0.05; done`;
    const zombies = `grep -qs '^State:.Z' /proc/[0-9]*/status`;
    const engine = `if grep -q '"wave":1' task.json; then ${first}; else while ${zombies}; do sleep 0.05; done; fi; ${writeResult()}`;
    const agent = startAgentProcess({
      url: coordinator.url,
      engine,
      slots: 1,
      under: IN_PID_NAMESPACE,
    });
    await until(() => coordinator.reports.length === 2);
    // The child of `unshare` is the first process of the namespace.
    const [firstProcess = 0] = childrenOf(agent.process.pid ?? 0);
    process.kill(firstProcess, 'SIGUSR1');
    expect(await agent.exited).toBe(0);
    expect(agent.output()).toContain('SIGUSR1: stopping');
  });
});
