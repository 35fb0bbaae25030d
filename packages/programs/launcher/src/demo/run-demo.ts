import { once } from 'node:events';
import { mkdirSync, existsSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReleaseMetadata } from '@almagest/contracts/grid';
import type { Stack } from '../stack.ts';
import { closingLines } from './closing-lines.ts';
import { CoordinatorClient } from './service-client.ts';
import type { Display } from './display.ts';
import { startAgents, type NodeAgents } from './node-agents.ts';
import { readPapers } from './read-papers.ts';
import { openRun, readPoints, readStats } from './sample-run.ts';
import type { SampleWorkflow } from './sample-workflow.ts';
import { sequenceInTeff } from './spectrum-sequence.ts';
import { summarize } from './summary.ts';
import { join, relative } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface DemoOptions {
  readonly checkout: string;
  /** Work folders and logs of the demonstration. */
  readonly folder: string;
  readonly sample: SampleWorkflow;
  readonly environment: NodeJS.ProcessEnv;
  readonly display: Display;
  readonly abort: AbortSignal;
  readonly killed: AbortSignal;
  /**
   * Whether the demonstration exits when it is finished. Otherwise everything keeps running, so that people can look at
   * the results.
   */
  readonly exit: boolean;
}

const INTERRUPTED = 130;
const LIVE_EVERY_MS = 250;
const LINE_EVERY_MS = 1_000;
/** Longer than a task's time limit with all its grace periods. */
const STUCK_AFTER_MS = 300_000;

/** Runs the demonstration on a running stack. Returns the exit code and never rejects. */
export async function runDemo(stack: Stack, options: DemoOptions): Promise<number> {
  const { display, abort, folder } = options;
  const coordinator = coordinatorOf(stack);
  const client = new CoordinatorClient(coordinator.address, stack.adminToken.value, abort);
  let agents: NodeAgents | undefined;
  try {
    mkdirSync(folder, { recursive: true });
    const warn = (text: string) => display.warn(text);
    agents = await startAgents({ ...options, url: coordinator.address, client, warn });
    display.say(`Nodes ${agents.nodeIds.join(' and ')} are online with ${agents.slots} slots each.`);
    const exitCode = await compute(stack, options, client, agents);
    const library = stack.services.find(({ name }) => name === 'literature service');
    const token = library?.token?.value ?? (options.environment['API_TOKEN'] || undefined);
    if (library !== undefined) await readPapers({ address: library.address, token, display, abort });
    if (!options.exit) await untilStopped(display, abort);
    return exitCode;
  } catch (error) {
    display.endBar();
    if (abort.aborted) return INTERRUPTED;
    display.warn((error as Error).message);
    return 1;
  } finally {
    display.say('Stopping.');
    await agents?.stop();
  }
}

function coordinatorOf({ services: [coordinator] }: Stack): Stack['services'][number] {
  if (!coordinator) throw new Error('the demonstration needs the grid coordinator');
  return coordinator;
}

async function untilStopped(display: Display, abort: AbortSignal): Promise<void> {
  display.say('Everything keeps running so that you can look around. Ctrl-C stops it.');
  if (!abort.aborted) await once(abort, 'abort');
}

async function compute(
  stack: Stack,
  { sample, display, checkout, abort, folder }: DemoOptions,
  client: CoordinatorClient,
  agents: NodeAgents,
): Promise<number> {
  const began = performance.now();
  const { name, resumed } = await openRun(client, sample);
  const before = await readStats(client, name);
  display.say(resumed ? `Resuming workflow ${name}.` : `Starting workflow ${name}.`);
  await untilCompleted(client, name, { display, abort, agents });
  const wallSeconds = (performance.now() - began) / 1_000;
  const points = await readPoints(client, name);
  const summary = summarize(points);
  const finishedBefore = resumed ? before.converged + before.failed : 0;
  const lines = closingLines(summary, {
    workflow: name,
    wallSeconds,
    finishedHere: summary.total - finishedBefore,
    console: stack.services[0]?.page.address ?? '',
    reader: stack.services[1]?.page.address ?? '',
    tokenPlace: stack.adminToken.place,
    gridctl: gridctlCommand(checkout, stack),
  });
  display.say(lines.join('\n'));
  const source = { checkout, url: coordinatorOf(stack).address, token: stack.adminToken.value, abort };
  display.say(`Exported the workflow to: ${await exportArchive(source, name, folder)}`);
  const sequence = sequenceInTeff(points.map(({ point }) => point));
  if (sequence.length > 0)
    display.say(`Plotted the spectra from cool to hot: ${await plotSpectra(source, name, sequence, folder)}`);
  display.say(`Published its spectra: ${await publishGrid(source, name, folder)}`);
  for (const fault of summary.faults) display.warn(fault);
  return summary.faults.length > 0 ? 1 : 0;
}

/** Follows the run. Rejects if the run can no longer complete. */
async function untilCompleted(
  client: CoordinatorClient,
  name: string,
  { display, abort, agents }: { display: Display; abort: AbortSignal; agents: NodeAgents },
): Promise<void> {
  let fault: Error | undefined;
  void agents.allEnded.then((error) => (fault = error));
  let last = { counts: '', atMs: performance.now() };
  for (;;) {
    const stats = await readStats(client, name);
    display.show(stats);
    if (stats.status === 'completed') break;
    if (fault) throw fault;
    const { status, converged, failed, running, queued, pending } = stats;
    const counts = [status, converged, failed, running, queued, pending].join(' ');
    // A workflow that was paused in the console may stay paused for any length of time.
    if (counts !== last.counts || status === 'paused') last = { counts, atMs: performance.now() };
    if (performance.now() - last.atMs > STUCK_AFTER_MS) {
      throw new Error(`no progress for ${STUCK_AFTER_MS / 60_000} minutes, although some points are not finished`);
    }
    await sleep(display.isLive ? LIVE_EVERY_MS : LINE_EVERY_MS, undefined, { signal: abort });
  }
  display.endBar();
}

/** Returns the command that runs gridctl from the current folder, without its arguments. */
function gridctlCommand(checkout: string, { services, adminToken }: Stack): string {
  const near = (path: string) => {
    const way = relative(process.cwd(), path);
    return way.startsWith('..') ? path : way;
  };
  const script = near(join(checkout, 'infra/local/gridctl'));
  const credential = existsSync(adminToken.place) ? `--token-file ${near(adminToken.place)}` : '--token "$ADMIN_TOKEN"';
  return `sh ${script} --url ${services[0]?.address} ${credential}`;
}

const run = promisify(execFile);

interface ResultsSource {
  readonly checkout: string;
  readonly url: string;
  readonly token: string;
  readonly abort: AbortSignal;
}

/** Exports a workflow into one archive with gridctl, as users do. Returns the archive's path. */
async function exportArchive(source: ResultsSource, workflow: string, folder: string): Promise<string> {
  const file = join(folder, `${workflow}.tar`);
  await gridctl(source, folder, ['export', workflow, '--out', file]);
  return file;
}

/** Draws the spectra of points in one plot. Returns the path of the file. */
async function plotSpectra(
  source: ResultsSource,
  workflow: string,
  points: readonly string[],
  folder: string,
): Promise<string> {
  const file = join(folder, `${workflow}.svg`);
  await gridctl(source, folder, ['artifacts', 'plot', workflow, ...points, '--log', '--out', file]);
  return file;
}

const RELEASE_METADATA: ReleaseMetadata = {
  title: 'Grey atmospheres of hot subdwarfs',
  description: 'The demonstration’s grid. The sample engine computes grey atmospheres, so use it for tests only.',
  creators: [{ name: 'The Almagest developers' }],
  publisher: 'This installation',
  license: 'CC0-1.0',
};

/** Publishes the workflow, unless an earlier demonstration has published it. Returns the address of the release. */
async function publishGrid(source: ResultsSource, workflow: string, folder: string): Promise<string> {
  const metadata = join(folder, 'release.json');
  writeFileSync(metadata, JSON.stringify(RELEASE_METADATA, null, 2));
  const options = ['--slug', workflow, '--version', '1.0', '--metadata', metadata];
  await gridctl(source, folder, ['publish', workflow, ...options]).catch((error: Error) => {
    if (!error.message.includes('already exists')) throw error;
  });
  return `${source.url}/releases/${workflow}`;
}

async function gridctl({ checkout, url, token, abort }: ResultsSource, home: string, args: readonly string[]) {
  const script = join(checkout, 'packages/programs/gridctl/dist/main.js');
  const env = { PATH: process.env['PATH'], HOME: home, GRIDCTL_TOKEN: token };
  await run(process.execPath, [script, '--url', url, ...args], { env, signal: abort });
}
