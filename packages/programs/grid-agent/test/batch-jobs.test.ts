import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { startStandIn } from './stand-in.ts';
import { startAgent, startAgentProcess, taskFixture, temporaryDirectory, writeResult } from './world.ts';

const CLAIM = '/api/task/claim';

/** A time in seconds since the epoch, as Slurm writes it. */
const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1_000) + seconds);

test('an agent whose batch job ends claims nothing and exits', async () => {
  const coordinator = await startStandIn();
  coordinator.queue.push(taskFixture());
  const env = { SLURM_JOB_END_TIME: inSeconds(-1) };
  const agent = startAgent({ url: coordinator.url, workDir: temporaryDirectory(), env });
  expect(await agent.exited).toBe(0);
  expect(coordinator.countOf(CLAIM)).toBe(0);
  expect(agent.output()).toContain('the batch job ends before another task could finish');
});

test('an agent in a batch job works while there is time', async () => {
  const coordinator = await startStandIn();
  coordinator.queue.push(taskFixture(), taskFixture());
  const env = { SLURM_JOB_END_TIME: inSeconds(86_400) };
  startAgent({ url: coordinator.url, workDir: temporaryDirectory(), engine: writeResult(), env });
  await until(() => coordinator.reports.length === 2);
});

test('SIGUSR1 drains, and a second SIGUSR1 does not force an exit', async () => {
  const coordinator = await startStandIn();
  const agent = startAgentProcess({ url: coordinator.url, workDir: temporaryDirectory() });
  await until(() => coordinator.heartbeats.length > 0);
  agent.kill('SIGUSR1');
  agent.kill('SIGUSR1');
  expect(await agent.exited).toBe(0);
  expect(agent.output()).toContain('SIGUSR1: stopping when the running tasks are done');
});
