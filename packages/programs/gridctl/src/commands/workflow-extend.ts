import { AXES, type GridExtension } from '@almagest/contracts/grid';
import { Option, type Command } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { count, plural } from '../output/wording.ts';
import { examples } from './examples.ts';

interface ExtendOptions {
  readonly axis: (typeof AXES)[number];
  readonly values: string;
  readonly save?: true;
}

export function registerExtend(workflows: Command, open: OpenContext): void {
  workflows
    .command('extend')
    .description('add values to an axis of the grid. Shows the new configuration and saves it only with --save')
    .argument('<name>', 'workflow')
    .addOption(new Option('--axis <axis>', 'the axis').choices(AXES).makeOptionMandatory())
    .requiredOption('--values <numbers>', 'values, separated by commas, spelled as in the point names')
    .option('--save', 'save the configuration. It takes effect at the next start')
    .addHelpText(
      'after',
      examples(
        'workflows extend sdb --axis teff --values 42000,44000',
        'workflows extend sdb --axis teff --values 42000,44000 --save',
      ),
    )
    .action(async (name: string, options: ExtendOptions) => extend(await open(), name, options));
}

async function extend(context: Context, name: string, { axis, values, save }: ExtendOptions): Promise<void> {
  const body = { axis, values: values.split(',').map((value) => value.trim()) };
  const { data } = await context.client.call('extendGrid', { params: { name }, body });
  await showExtension(context, name, data, save);
}

/** Shows or saves a configuration with more points. Reports what the configuration adds. */
export async function showExtension(
  { client, terminal }: Context,
  name: string,
  data: GridExtension,
  save: true | undefined,
): Promise<void> {
  const params = { name };
  if (save === true) {
    const { description } = (await client.call('readWorkflow', { params })).data;
    await client.call('updateWorkflow', { params, body: { name, config_yaml: data.config_yaml, description } });
  }
  if (terminal.json) return terminal.document(data);
  if (save !== true) await terminal.lines(data.config_yaml.trimEnd().split('\n'));
  for (const line of summary(data)) terminal.note(line);
  terminal.note(
    save === true
      ? `saved. gridctl workflows start ${name} adds the points`
      : 'not saved. Use --save to save this configuration',
  );
}

function summary({ new_points: added, kept_points: kept, converged, waves }: GridExtension): string[] {
  const [first, last] = [waves[0]?.wave ?? 0, waves.at(-1)?.wave ?? 0];
  return [
    `${plural(added, 'new point')} in waves ${count(first)} to ${count(last)}`,
    `${plural(kept, 'point')} kept. With skip_converged, the ${count(converged)} converged points are not recomputed`,
  ];
}
