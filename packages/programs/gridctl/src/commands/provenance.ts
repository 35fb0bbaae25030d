import type { ModelOrigin, Provenance } from '@almagest/contracts/grid';
import type { Command } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { printable } from '../output/text-width.ts';
import { bytes, duration, plural, relativeChange, time } from '../output/wording.ts';
import { examples } from './examples.ts';
import { weighted } from './explain.ts';

interface ProvenanceOptions {
  readonly workflow: string;
  readonly version?: string;
}

const POINT = 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0';

export function registerProvenance(program: Command, open: OpenContext): void {
  program
    .command('provenance')
    .description('show how a model was made: task, node, engine, configuration, and its seeds back to a cold start')
    .argument('<point>', 'point')
    .requiredOption('--workflow <name>', 'workflow of the point')
    .option('--version <sha256>', 'this version of the model: the first digits of its SHA-256')
    .addHelpText(
      'after',
      examples(`provenance ${POINT} --workflow sdb`, `provenance ${POINT} --workflow sdb --version 9f86d081`),
    )
    .action(async (point: string, options: ProvenanceOptions) => showProvenance(await open(), point, options));
}

async function showProvenance(
  { client, terminal, signal }: Context,
  point: string,
  { workflow, version }: ProvenanceOptions,
): Promise<void> {
  const query = version === undefined ? {} : { version };
  const { data } = await client.call('readProvenance', { params: { name: workflow, point }, query }, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.lines(provenanceInWords(data).map(printable));
}

const ENDS: Readonly<Record<Provenance['ends_with'], string>> = {
  cold_start: 'The lineage goes back to a cold start.',
  import: 'The lineage goes back to an imported model of unknown origin.',
  unknown: 'The version of the previous seed is not recorded.',
  limit: 'Earlier seeds are not shown.',
};

/** Describes each model in a paragraph: the model itself, then its seed, and so on. */
export function provenanceInWords({ models, ends_with }: Provenance): string[] {
  return [...models.flatMap((model, index) => [...inWords(model, index), '']), ENDS[ends_with]];
}

function inWords(model: ModelOrigin, index: number): string[] {
  const { task, configuration, lineage } = model;
  const steps = lineage === 0 ? 'a cold start' : `${plural(lineage, 'step')} from a cold start`;
  const change = model.max_relc === null ? '' : `, largest relative change ${relativeChange(model.max_relc)}`;
  return [
    `${titleOf(model, index)} ${model.point_name}${model.rejected ? ' (rejected)' : model.fit ? '' : ' (unfit)'}`,
    `  version   ${model.version} (${bytes(model.size_bytes)})`,
    `  stored    ${time(model.stored_at)} UTC, ${task === null && lineage === 0 ? 'imported' : steps}${change}`,
    ...(model.interpolated_from === undefined
      ? []
      : [`  between   ${model.interpolated_from.map(weighted).join(', ')}`]),
    ...(task === null ? [] : madeBy(task)),
    `  workflow  ${model.workflow_name ?? 'not recorded'}${configurationInWords(configuration)}`,
  ];
}

/** Returns the heading of a model. An unconverged structure is never a seed: only its own point continues from it. */
function titleOf({ unconverged, interpolated_from: parents }: ModelOrigin, index: number): string {
  if (parents !== undefined) return 'interpolated for';
  if (unconverged) return 'not converged';
  return index === 0 ? 'model' : 'seed ';
}

function madeBy(task: NonNullable<ModelOrigin['task']>): string[] {
  const { engine } = task;
  const took = task.elapsed_sec === null ? '' : ` in ${duration(task.elapsed_sec)}`;
  const agent = task.agent_version === null ? '' : `, agent ${task.agent_version}`;
  return [
    `  task      ${task.task_id}${task.task_type === null ? '' : `, ${task.task_type}`}${took}`,
    `  node      ${task.node_id ?? 'not recorded'}${agent}`,
    ...assetsInWords(task.assets),
    `  engine    ${engine === null ? 'not reported' : [engine.name ?? 'unnamed', engine.version].filter(Boolean).join(' ')}`,
  ];
}

function assetsInWords(assets: NonNullable<ModelOrigin['task']>['assets']): string[] {
  if (assets === null) return [];
  const told = assets.told_by === 'node' ? '' : ' (from the start of the workflow: not reported by the node)';
  const versions = Object.entries(assets.versions).map(([path, sha256]) => `${path} ${sha256.slice(0, 12)}`);
  return [`  assets    ${versions.join(', ')}${told}`];
}

function configurationInWords(configuration: ModelOrigin['configuration']): string {
  if (configuration === null) return '';
  const { run, started_at, sha256 } = configuration;
  return `, run ${run}, started ${time(started_at)} UTC, configuration ${sha256.slice(0, 12)}`;
}
