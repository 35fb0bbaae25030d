import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient, textOf } from '@almagest/http-client';
import { AgentError, reasonOf } from '../agent-error.ts';
import { readSettings, type Settings } from '../settings.ts';
import { adjust, jobsFor, type OpenWork } from './job-count.ts';
import { jobNameOf, jobScript, type ArrayAgents } from './job-script.ts';
import { readAutoscaleOptions, readSubmitOptions, type AutoscaleOptions, type SlurmRequest } from './slurm-options.ts';
import { cancel, drain, listJobs, submit } from './slurm.ts';

const TIMEOUTS = { connectMs: 10_000, headersMs: 30_000, idleMs: 30_000, totalMs: 60_000 };

interface Stats {
  readonly queued: number;
  readonly running: number;
  readonly avg_point_sec: number | null;
}

const USAGE = 'usage: grid-agent slurm submit|autoscale --help';

/** Runs `grid-agent slurm`. Returns the exit code: 1 after a failure, 2 for wrong usage. */
export async function runSlurm([command, ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    if (command === 'submit') return submitArray(args, env);
    if (command === 'autoscale') return await autoscale(args, env);
    return refuse(USAGE);
  } catch (error) {
    if (!(error instanceof AgentError)) throw error;
    process.stderr.write(`grid-agent slurm: ${error.message}\n`);
    return 1;
  }
}

function submitArray(args: readonly string[], env: NodeJS.ProcessEnv): number {
  const read = withAgents(readSubmitOptions(args, env), env);
  if (typeof read === 'number') return read;
  const { options, agents } = read;
  const taken = options.dryRun ? [] : listJobs(jobNameOf(agents.prefix));
  if (taken.length > 0)
    throw new AgentError(`${taken.length} jobs of ${agents.prefix} have not ended: choose another --node-id`);
  const script = jobScript(`1-${options.nodes}`, options, agents);
  process.stdout.write(options.dryRun ? script : `submitted job ${submit(script)} with ${options.nodes} agents\n`);
  return 0;
}

async function autoscale(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const read = withAgents(readAutoscaleOptions(args, env), env);
  if (typeof read === 'number') return read;
  const { options, agents, settings } = read;
  for (;;) {
    try {
      await adjustOnce(options, agents, settings.url);
    } catch (error) {
      // The coordinator or Slurm may be back in a minute.
      if (options.once) throw error instanceof AgentError ? error : new AgentError(reasonOf(error));
      process.stderr.write(`grid-agent slurm: ${reasonOf(error)}\n`);
    }
    if (options.once) return 0;
    await sleep(options.everySec * 1_000);
  }
}

async function adjustOnce(options: AutoscaleOptions, agents: ArrayAgents, url: string): Promise<void> {
  const work = await readOpenWork(url, readKey(options.apiKeyFile));
  const jobs = listJobs(jobNameOf(agents.prefix));
  const wanted = jobsFor(work, { ...options, slotsPerJob: agents.slots });
  const change = adjust(jobs, wanted);
  const would = options.dryRun ? 'would ' : '';
  const list = (numbers: readonly number[]) => numbers.join(',');
  process.stdout.write(`${jobs.length} jobs, ${wanted} wanted\n`);
  if (change.submit.length > 0) {
    process.stdout.write(`${would}submit ${list(change.submit)}\n`);
    if (!options.dryRun) submit(jobScript(list(change.submit), options, agents));
  }
  for (const [what, act, of] of [
    ['cancel', cancel, change.cancel],
    ['drain', drain, change.drain],
  ] as const) {
    if (of.length === 0) continue;
    process.stdout.write(`${would}${what} ${list(of.map(({ number }) => number))}\n`);
    if (!options.dryRun) act(of);
  }
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new AgentError(`--api-key-file cannot be read: ${reasonOf(error)}`);
  }
}

/** Checks the agents' options in the same way as the agents will. Returns the exit code if there is nothing to do. */
function withAgents<T extends { readonly prefix: string; readonly workDir: string; readonly agent: readonly string[] }>(
  request: SlurmRequest<T>,
  env: NodeJS.ProcessEnv,
): { options: T; agents: ArrayAgents; settings: Settings } | number {
  if (request.kind !== 'ok') return request.kind === 'fault' ? refuse(request.text) : print(request.text);
  const { options } = request;
  const { prefix, workDir, agent } = options;
  const read = readSettings([...agent, '--node-id', `${prefix}-100000`, '--work-dir', workDir], env);
  if (read.kind === 'faults') return refuse(...read.faults);
  if (read.kind === 'text') return print(read.text);
  // The jobs get the environment of this command, which includes the agent's variables.
  const command = [process.execPath, ...process.execArgv, process.argv[1] ?? '', ...agent];
  return { options, settings: read.settings, agents: { command, prefix, workDir, slots: read.settings.slots } };
}

function refuse(...faults: readonly string[]): number {
  for (const fault of faults) process.stderr.write(`grid-agent slurm: ${fault}\n`);
  return 2;
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** Reads the open work of all running workflows from the coordinator. */
async function readOpenWork(url: string, apiKey: string): Promise<OpenWork[]> {
  const http = new HttpClient({ timeouts: TIMEOUTS, keepAliveMs: 1_000, usesProxies: true });
  const get = async <T>(path: string): Promise<T> => {
    const response = await http.send({ url: new URL(path, url.endsWith('/') ? url : `${url}/`).href, bearer: apiKey });
    const text = await textOf(response.body);
    if (response.status !== 200) throw new AgentError(`${path} answers ${response.status}: ${text.slice(0, 300)}`);
    return (JSON.parse(text) as { readonly data: T }).data;
  };
  try {
    const workflows = await get<readonly { readonly name: string; readonly status: string }[]>('api/workflows');
    const work: OpenWork[] = [];
    for (const { name } of workflows.filter(({ status }) => status === 'running')) {
      const stats = await get<Stats>(`api/workflows/${encodeURIComponent(name)}/stats`);
      work.push({ queued: stats.queued, running: stats.running, secondsPerPoint: stats.avg_point_sec });
    }
    return work;
  } finally {
    await http.close();
  }
}
