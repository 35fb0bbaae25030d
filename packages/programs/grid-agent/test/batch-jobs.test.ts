import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { startStandIn } from './stand-in.ts';
import { pidsIn, signalFiles, startAgent, startAgentProcess, taskFixture, writeResult } from './world.ts';

const CLAIM = '/api/task/claim';

/** Returns the time this many seconds from now as Slurm writes it: in seconds since the epoch. */
const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1_000) + seconds);

test('an agent whose batch job ends claims nothing and exits', async () => {
  const coordinator = await startStandIn(taskFixture());
  const env = { SLURM_JOB_END_TIME: inSeconds(-1) };
  const agent = startAgent({ url: coordinator.url, env });
  expect(await agent.exited).toBe(0);
  expect(coordinator.countOf(CLAIM)).toBe(0);
  expect(agent.output()).toContain('the batch job ends before another task could finish');
});

test('an agent in a batch job works while there is time', async () => {
  const coordinator = await startStandIn(taskFixture(), taskFixture());
  const env = { SLURM_JOB_END_TIME: inSeconds(86_400) };
  startAgent({ url: coordinator.url, engine: writeResult(), env });
  await until(() => coordinator.reports.length === 2);
});

test.each([
  // Slurm, Grid Engine and LSF send such a warning before SIGTERM. The parent process may forward a signal again.
  { signals: ['SIGUSR1', 'SIGUSR1', 'SIGTERM'] },
  { signals: ['SIGUSR2', 'SIGTERM', 'SIGTERM'] },
  { signals: ['SIGXCPU', 'SIGXCPU'] },
  { signals: ['SIGINT', 'SIGINT', 'SIGTERM'] },
] as const)('$signals together let the running task end', async ({ signals }) => {
  const coordinator = await startStandIn(taskFixture());
  const { begun, engine, release } = signalFiles();
  const agent = startAgentProcess({ url: coordinator.url, engine });
  await until(() => pidsIn(begun).length === 1);
  for (const signal of signals) agent.kill(signal);
  await until(() => /draining/.test(agent.output()) || agent.process.signalCode !== null);
  release();
  expect(await agent.exited).toBe(0);
  expect(coordinator.reports).toHaveLength(1);
});
