import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SPECTRUM_KIND, TaskSpec } from '@almagest/contracts/grid';
import { compile } from '@almagest/contracts/validate';
import { reasonOf } from '../agent-error.ts';
import { requestedAssets } from '../decisions/assets.ts';
import { startModelOf } from '../decisions/start-model.ts';
import { collectArtifacts } from '../disk/collect-artifacts.ts';
import { runEngine } from '../engine/engine.ts';
import { STDERR_FILE } from '../engine/engine-processes.ts';
import { EngineReaper } from '../engine/engine-reaper.ts';
import { readResult, tailOf } from '../engine/result-file.ts';
import { openLog } from '../log.ts';
import { modelFindings, productFindings, resultFindings, spectrumFinding, type Finding } from './findings.ts';
import type { TrialOptions } from './trial-options.ts';

const isTask = compile(TaskSpec);
const KILL_AFTER_MS = 5_000;

/** Spectra are read completely, so larger spectra are not checked. */
const LARGEST_SPECTRUM_BYTES = 64 * 2 ** 20;

const fault = (text: string): Finding => ({ kind: 'fault', text });
const ok = (text: string): Finding => ({ kind: 'ok', text });

/** Runs one task in a folder as the agent does. Returns what the engine left and what is missing. */
export async function tryTask(options: TrialOptions, say: (line: string) => void): Promise<Finding[]> {
  const task = await readTaskFile(options.task);
  if (typeof task === 'string') return [fault(task)];
  const folder = options.dir ?? join(tmpdir(), `grid-agent-try-${randomUUID()}`);
  try {
    await mkdir(folder, { mode: 0o700 });
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'task.json'), JSON.stringify(task));
  } catch (error) {
    return [fault(`cannot create the folder of the run: ${reasonOf(error)}. Choose another folder with --dir`)];
  }
  say(`folder: ${folder}`);
  const lacking = [...(await placeSeed(task, options, folder)), ...(await placeAssets(task, options, folder))];
  if (lacking.length > 0) return lacking;
  return [...(await run(task, options.engine, folder))];
}

async function readTaskFile(file: string): Promise<TaskSpec | string> {
  try {
    const checked = isTask(JSON.parse(await readFile(file, 'utf8')));
    return checked.ok ? checked.value : `${file} is not a task: ${checked.fault}`;
  } catch (error) {
    return `cannot read ${file}: ${reasonOf(error)}`;
  }
}

async function placeSeed(task: TaskSpec, { seed }: TrialOptions, folder: string): Promise<Finding[]> {
  const start = startModelOf(task);
  if (seed === undefined)
    return start === undefined ? [] : [fault(`the task starts from the ${start.what}: add --seed FILE`)];
  const lacking = await place(seed, join(folder, 'seed.7'));
  return lacking === undefined ? [] : [lacking];
}

async function placeAssets(task: TaskSpec, { assets }: TrialOptions, folder: string): Promise<Finding[]> {
  const wanted = requestedAssets(task);
  if (!wanted.ok) return [fault(wanted.fault)];
  if (wanted.assets.length > 0 && assets === undefined)
    return [fault(`the task needs ${wanted.assets.map(({ name }) => name).join(', ')}: add --assets FOLDER`)];
  const findings: Finding[] = [];
  for (const { name } of wanted.assets) {
    const to = join(folder, 'assets', name);
    await mkdir(dirname(to), { recursive: true });
    const lacking = await place(join(assets ?? '', name), to);
    if (lacking !== undefined) findings.push(lacking);
  }
  return findings;
}

async function place(from: string, to: string): Promise<Finding | undefined> {
  try {
    await copyFile(from, to);
    return undefined;
  } catch (error) {
    return fault(`cannot copy ${from}: ${reasonOf(error)}`);
  }
}

async function run(task: TaskSpec, command: string, folder: string): Promise<Finding[]> {
  const reaper = new EngineReaper();
  const from = performance.now();
  const end = await runEngine(
    { reaper, killAfterMs: KILL_AFTER_MS, log: openLog(process.stderr, 'try') },
    {
      command,
      folder,
      taskId: task.task_id,
      pointName: task.point_name,
      deadline: task.timeout_sec > 0 ? from + task.timeout_sec * 1000 : Infinity,
      signal: new AbortController().signal,
      onStart: () => undefined,
    },
  ).finally(() => reaper.close());
  const took = `${((performance.now() - from) / 1000).toFixed(1)} s`;
  if (end.kind === 'not-started') return [fault(`the engine did not start: ${end.reason}`)];
  if (end.kind !== 'ended') return [fault(`the time limit of ${task.timeout_sec} s was reached`)];
  const read = await readResult(folder);
  if (!read.ok) {
    const tail = await tailOf(join(folder, STDERR_FILE));
    return [fault(`${read.fault}; engine: ${end.how} after ${took}${tail === '' ? '' : `\n${tail}`}`)];
  }
  const { result } = read;
  const { artifacts, warnings } = await collectArtifacts(folder, result.artifacts ?? []);
  const model = await readFile(join(folder, 'out.7'), 'latin1').catch(() => undefined);
  const spectra: Finding[] = [];
  for (const artifact of artifacts.filter(({ kind }) => kind === SPECTRUM_KIND))
    if ((await stat(artifact.file)).size <= LARGEST_SPECTRUM_BYTES)
      spectra.push(spectrumFinding(artifact, await readFile(artifact.file, 'latin1')));
  return [
    ok(`engine: ${end.how} after ${took}`),
    ...resultFindings(result),
    ...read.mended.map((field) => fault(`${field} in result.json is invalid and would be clamped or left out`)),
    ...modelFindings(task, result, model),
    ...productFindings(task, result, artifacts),
    ...spectra,
    ...warnings.map((warning) => fault(warning)),
  ];
}
