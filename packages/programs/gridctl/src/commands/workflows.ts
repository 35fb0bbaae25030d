import type { WorkflowStats, WorkflowSummary } from '@almagest/contracts/grid';
import type { Command } from 'commander';
import { readConfig } from '../config-file.ts';
import type { Context, OpenContext } from '../context.ts';
import { layoutFields, type Cell, type Column } from '../output/table.ts';
import {
  continuedInWords,
  count,
  duration,
  NO_VALUE,
  orDash,
  percent,
  plural,
  statusCell,
  time,
} from '../output/wording.ts';
import { confirmBulk } from './confirm.ts';
import { examples } from './examples.ts';
import { registerExtend } from './workflow-extend.ts';
import { registerAddProduct } from './workflow-products.ts';
import { registerProgress } from './workflow-progress.ts';
import { registerRefine } from './workflow-refine.ts';
import { registerSchedule } from './workflow-schedule.ts';
import { registerValidate } from './workflow-validate.ts';
import { parseInterval } from './patiently.ts';
import { watchWorkflow } from './workflow-watch.ts';

interface SaveOptions {
  readonly file: string;
  readonly description?: string;
}

export function registerWorkflows(program: Command, open: OpenContext): void {
  const workflows = program.command('workflows').description('workflows: configure, start, stop, watch');
  const verb = (name: string, description: string, ...shown: string[]) =>
    workflows
      .command(name)
      .description(description)
      .addHelpText('after', examples(...shown.map((line) => `workflows ${line}`)));
  const onOne = (name: string, description: string, ...shown: string[]) =>
    verb(name, description, ...shown).argument('<name>', 'workflow');

  verb('list', 'list all workflows with their counts', 'list').action(async () => listWorkflows(await open()));
  onOne('show', 'show a workflow with its configuration', 'show sdb').action(async (name: string) =>
    showWorkflow(await open(), name),
  );
  onOne('create', 'save a new workflow', 'create sdb --file sdb.yaml --description "Hot subdwarfs"')
    .requiredOption('--file <config.yaml>', 'configuration; - for stdin')
    .option('--description <text>', 'what the workflow is for')
    .action(async (name: string, options: SaveOptions) => createWorkflow(await open(), name, options));
  onOne('update', 'replace a configuration. It takes effect at the next start', 'update sdb --file sdb.yaml')
    .requiredOption('--file <config.yaml>', 'configuration; - for stdin')
    .option('--description <text>', 'new description (default: unchanged)')
    .action(async (name: string, options: SaveOptions) => updateWorkflow(await open(), name, options));
  onOne('start', 'start a run, or resume a paused one', 'start sdb').action(async (name: string) =>
    change(await open(), 'startWorkflow', name),
  );
  onOne('stop', 'pause: no new tasks are handed out, running tasks finish', 'stop sdb').action(async (name: string) =>
    change(await open(), 'stopWorkflow', name),
  );
  onOne(
    'delete',
    'delete a workflow with its points and history. Its seeds are kept',
    'delete sdb',
    'delete sdb --yes',
  ).action(async (name: string) => deleteWorkflow(await open(), name));
  onOne('stats', 'show counts by status, mean time per point, time left', 'stats sdb', 'stats sdb --waves')
    .option('--waves', 'also show the counts of every difficulty wave')
    .action(async (name: string, options: { waves?: true }) => showStats(await open(), name, options.waves === true));
  onOne('watch', 'follow a run until it is completed or paused', 'watch sdb', 'watch sdb --interval 30 >> sdb.log')
    .option('--interval <seconds>', 'time between two requests', parseInterval, 2)
    .action(async (name: string, options: { interval: number }) => watchWorkflow(await open(), name, options.interval));
  registerProgress(workflows, open);
  registerValidate(workflows, open);
  registerExtend(workflows, open);
  registerAddProduct(workflows, open);
  registerRefine(workflows, open);
  registerSchedule(workflows, open);
}

const LIST_COLUMNS: readonly Column[] = [
  { heading: 'WORKFLOW' },
  { heading: 'STATUS' },
  { heading: 'POINTS', align: 'right' },
  { heading: 'CONVERGED', align: 'right' },
  { heading: 'SHARE', align: 'right' },
  { heading: 'FAILED', align: 'right' },
  { heading: 'RUNNING', align: 'right' },
  { heading: 'UPDATED' },
  { heading: 'DESCRIPTION' },
];

async function listWorkflows({ client, terminal, signal }: Context): Promise<void> {
  const { data } = await client.call('listWorkflows', {}, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.table(LIST_COLUMNS, data.map(workflowRow));
}

function workflowRow({ name, status, stats, updated_at, description }: WorkflowSummary): Cell[] {
  const counts = stats
    ? [count(stats.total), count(stats.converged), percent(stats.converged, stats.total), count(stats.failed)]
    : [NO_VALUE, NO_VALUE, NO_VALUE, NO_VALUE];
  const running = stats ? count(stats.running) : NO_VALUE;
  return [name, statusCell(status), ...counts, running, time(updated_at), orDash(description)];
}

async function showWorkflow({ client, terminal, signal }: Context, name: string): Promise<void> {
  const { data } = await client.call('readWorkflow', { params: { name } }, { signal });
  if (terminal.json) return terminal.document(data);
  const fields: [string, Cell][] = [
    ['workflow', data.name],
    ['status', statusCell(data.status)],
    ['description', orDash(data.description)],
    ['created', `${time(data.created_at)} UTC`],
    ['updated', `${time(data.updated_at)} UTC`],
  ];
  await terminal.lines([...layoutFields(fields, terminal.layout), '', ...data.config_yaml.trimEnd().split('\n')]);
}

async function createWorkflow({ client, terminal, io }: Context, name: string, options: SaveOptions): Promise<void> {
  const config_yaml = await readConfig(options.file, io);
  const body = {
    name,
    config_yaml,
    ...(options.description === undefined ? {} : { description: options.description }),
  };
  const { message } = await client.call('createWorkflow', { body });
  if (terminal.json) return terminal.document({ name, message });
  await terminal.lines([`create ${name}: ${message}`]);
  terminal.note(`start the run with gridctl workflows start ${name}`);
}

async function updateWorkflow({ client, terminal, io }: Context, name: string, options: SaveOptions): Promise<void> {
  const config_yaml = await readConfig(options.file, io);
  const params = { name };
  // PUT replaces the whole record, so the old description is sent again unless a new description is given.
  const description = options.description ?? (await client.call('readWorkflow', { params })).data.description;
  const { message } = await client.call('updateWorkflow', { params, body: { name, config_yaml, description } });
  if (terminal.json) return terminal.document({ name, message });
  await terminal.lines([`update ${name}: ${message}`]);
}

async function change({ client, terminal }: Context, action: 'startWorkflow' | 'stopWorkflow', name: string) {
  const { message } = await client.call(action, { params: { name } });
  if (terminal.json) return terminal.document({ name, message });
  const verb = action === 'startWorkflow' ? 'start' : 'stop';
  await terminal.lines([`${verb} ${name}: ${message}`]);
  if (verb === 'start') terminal.note(`follow the run with gridctl workflows watch ${name}`);
}

async function deleteWorkflow(context: Context, name: string): Promise<void> {
  const { client, terminal } = context;
  const params = { name };
  const { total, running } = (await client.call('readStats', { params })).data;
  const held = running > 0 ? `, ${count(running)} of them running` : '';
  await confirmBulk(context, total, `Delete ${name} with ${plural(total, 'point')}${held}, and its history?`);
  const { message } = await client.call('deleteWorkflow', { params });
  if (terminal.json) return terminal.document({ name, message });
  await terminal.lines([`delete ${name}: ${message}`]);
}

const WAVE_COLUMNS: readonly Column[] = [
  { heading: 'WAVE', align: 'right' },
  { heading: 'POINTS', align: 'right' },
  { heading: 'CONVERGED', align: 'right' },
  { heading: 'FAILED', align: 'right' },
  { heading: 'OPEN', align: 'right' },
  { heading: 'SHARE', align: 'right' },
];

async function showStats({ client, terminal, signal }: Context, name: string, withWaves: boolean): Promise<void> {
  const { data } = await client.call('readStats', { params: { name } }, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.lines(layoutFields(statsFields(data), terminal.layout));
  for (const warning of data.warnings) terminal.note(`warning: ${warning}`);
  if (!withWaves) return;
  await terminal.lines(['']);
  const rows = data.waves.map(({ wave, total, converged, failed }) => [
    String(wave),
    ...[total, converged, failed, total - converged - failed].map(count),
    percent(converged, total),
  ]);
  await terminal.table(WAVE_COLUMNS, rows);
}

/** Describes how many points a start has created so far. */
function expansionFields({ expansion }: WorkflowStats): [string, Cell][] {
  return expansion === undefined ? [] : [['made', `${count(expansion.made)} of ${count(expansion.total)}`]];
}

function statsFields(stats: WorkflowStats): [string, Cell][] {
  const methods = `${count(stats.cold_run_converged)} cold, ${count(stats.seed_step_converged)} from a seed${continuedInWords(stats)}${stats.unfit > 0 ? `, ${count(stats.unfit)} unfit` : ''}`;
  return [
    ['workflow', stats.name],
    ['status', statusCell(stats.status)],
    ['points', count(stats.total)],
    ...expansionFields(stats),
    ['converged', `${count(stats.converged)} (${percent(stats.converged, stats.total)}; ${methods})`],
    ['failed', count(stats.failed)],
    ['running', count(stats.running)],
    ['queued', count(stats.queued)],
    ['pending', count(stats.pending)],
    ['mean time per point', duration(stats.avg_point_sec)],
    // The contract's estimate counts one attempt for each open point. The forecast also estimates retries.
    [
      'time left',
      stats.eta_sec === null ? NO_VALUE : `${duration(stats.eta_sec)} without retries (see gridctl forecast)`,
    ],
  ];
}
