import type { ConfigurationDifference, ConfigurationPlan, ConfigurationProblem } from '@almagest/contracts/grid';
import type { Command } from 'commander';
import { readConfig } from '../config-file.ts';
import type { Context, OpenContext } from '../context.ts';
import { EXIT, CommandError } from '../errors.ts';
import { layoutFields, type Cell } from '../output/table.ts';
import { count, duration, percent, plural } from '../output/wording.ts';
import { examples } from './examples.ts';

export function registerValidate(workflows: Command, open: OpenContext): void {
  workflows
    .command('validate')
    .description('check a configuration and show what a run would do. Saves nothing')
    .argument('<config.yaml>', 'configuration; - for stdin')
    .option('--name <workflow>', 'also show what would change for this workflow')
    .addHelpText(
      'after',
      examples(
        'workflows validate sdb.yaml',
        'workflows validate sdb.yaml --name sdb',
        'workflows validate - --output json',
      ),
    )
    .action(async (file: string, options: { name?: string }) => validate(await open(), file, options.name));
}

/** Checks a configuration. Exits with 1 if the coordinator would reject it. */
async function validate(context: Context, file: string, name: string | undefined): Promise<void> {
  const { client, terminal, io, signal } = context;
  const config_yaml = await readConfig(file, io);
  const body = { config_yaml, ...(name === undefined ? {} : { name }) };
  const { data } = await client.call('validateWorkflow', { body }, { signal });
  const faults = data.problems.filter(({ severity }) => severity === 'error').length;
  const failure = data.valid ? undefined : new CommandError(`${file}: ${plural(faults, 'fault')}`, EXIT.refused);
  if (terminal.json) await terminal.document(data);
  else {
    await terminal.lines(data.problems.map((problem) => lineOf(file, problem)));
    if (data.plan !== null) await terminal.lines(layoutFields(planFields(data.plan), terminal.layout));
    if (data.difference !== null) await terminal.lines(differenceLines(name ?? '', data.difference));
  }
  if (failure !== undefined) throw failure;
}

/** Formats a problem as `file:line:column: severity: path: message`, so that editors and CI systems can link to it. */
function lineOf(file: string, { severity, path, line, column, message }: ConfigurationProblem): string {
  const place = [file === '-' ? '<stdin>' : file, ...(line === null ? [] : [line, column ?? 1])].join(':');
  return `${place}: ${severity}: ${path === null ? '' : `${path}: `}${message}`;
}

function planFields(plan: ConfigurationPlan): [string, Cell][] {
  const { points, wave_count: waves, predicted_failures: predicted, work } = plan;
  const [first, last] = [plan.first_points[0], plan.last_points.at(-1)];
  const fields: [string, Cell][] = [
    ['points', count(points)],
    ['waves', waves === null ? 'too many to count' : count(waves)],
    ...(first === undefined || last === undefined
      ? []
      : ([
          ['first point', first.name],
          ['last point', `${last.name} (wave ${count(last.wave)})`],
        ] satisfies [string, Cell][])),
    [
      'expect failures',
      `${count(predicted.points)} above Gamma_e ${predicted.gamma}, ${count(predicted.unbound)} of them unbound`,
    ],
  ];
  if (work === null) return [...fields, ['work', `unknown: ${plan.work_note ?? ''}`]];
  const { workflow, attempts, failed_share: failed } = work.based_on;
  const share = failed === null ? '' : `, ${percent(Math.round(failed * 1000), 1000)} of points failed`;
  const alone =
    work.alone_sec === null ? 'no node is online' : `${duration(work.alone_sec)} on ${plural(work.slots, 'slot')}`;
  return [
    ...fields,
    ['work', `${duration(work.slot_seconds)} on one slot, ${plural(work.attempts, 'attempt')}; ${alone}`],
    ['based on', `${plural(attempts, 'attempt')} of ${workflow}${share}`],
  ];
}

function differenceLines(name: string, { points, changes, effects, compared_with }: ConfigurationDifference): string[] {
  if (changes.length === 0 && points !== null)
    return ['', `no changes of ${name} compared with the ${compared_with} configuration`];
  const counts =
    points === null
      ? []
      : [`points: ${count(points.kept)} kept, ${count(points.added)} added, ${count(points.retired)} retired`];
  return [
    '',
    `changes of ${name} compared with the ${compared_with} configuration:`,
    ...changes.flatMap(({ path, before, after }) => [
      ...(before === null ? [] : [`- ${path}: ${before}`]),
      ...(after === null ? [] : [`+ ${path}: ${after}`]),
    ]),
    ...counts,
    ...effects,
  ];
}
