import { Stage, type FailureGroup, type FailuresQuery } from '@almagest/contracts/grid';
import { type Command, Option } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { layoutFields, type Cell, type Column } from '../output/table.ts';
import { count, plural, time } from '../output/wording.ts';
import { examples } from './examples.ts';
import { parseInteger } from './point-filters.ts';

type FailuresOptions = FailuresQuery & { readonly details?: true };

export function registerFailures(program: Command, open: OpenContext): void {
  program
    .command('failures')
    .description('group the failures of a workflow by cause, and show what helped similar points')
    .argument('<name>', 'workflow')
    .addOption(new Option('--stage <stage>', 'only failures of this stage').choices(Stage.enum))
    .option('--limit <number>', 'groups on the page, 1 to 500 (default: 50)', parseInteger)
    .option('--offset <number>', 'groups to skip (default: 0)', parseInteger)
    .option('--details', 'also show nodes, region, example points and the last message of each group')
    .addHelpText('after', examples('failures sdb', 'failures sdb --stage atmosphere --details'))
    .action(async (name: string, options: FailuresOptions) => showFailures(await open(), name, options));
}

const COLUMNS: readonly Column[] = [
  { heading: 'STAGE' },
  { heading: 'ATTEMPTS', align: 'right' },
  { heading: 'DOUBTED', align: 'right' },
  { heading: 'POINTS', align: 'right' },
  { heading: 'CONVERGED', align: 'right' },
  { heading: 'NODES', align: 'right' },
  { heading: 'LAST' },
  { heading: 'CAUSE' },
];

async function showFailures({ client, terminal, signal }: Context, name: string, options: FailuresOptions) {
  const { details, ...query } = options;
  const { data } = await client.call('listFailures', { params: { name }, query }, { signal });
  if (terminal.json) return terminal.document(data);
  if (details) {
    const blocks = data.groups.map((group) => layoutFields(fields(group), terminal.layout));
    await terminal.lines(blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block])));
  } else await terminal.table(COLUMNS, data.groups.map(row));
  if (data.total === 0) terminal.note(`no attempt of ${name} has failed`);
  else if (data.groups.length < data.total)
    terminal.note(`${count(data.groups.length)} of ${plural(data.total, 'group')}. Use --offset for the others`);
}

function row(group: FailureGroup): Cell[] {
  const { attempts, doubted, points, converged, node_count: nodes } = group;
  return [group.stage, ...[attempts, doubted, points, converged, nodes].map(count), time(group.last_at), group.cause];
}

function fields(group: FailureGroup): [string, Cell][] {
  const doubted = group.doubted === 0 ? '' : `, ${count(group.doubted)} of them doubted`;
  const nodes = group.nodes.map(({ node_id: id, attempts }) => `${id} (${count(attempts)})`).join(', ');
  const more = group.node_count - group.nodes.length;
  return [
    ['cause', group.cause],
    ['group', group.group],
    ['stage', group.stage],
    ['attempts', `${count(group.attempts)}${doubted}`],
    ['what helped', group.summary],
    ['nodes', more > 0 ? `${nodes} and ${count(more)} more` : nodes],
    ['region', region(group)],
    ['examples', group.examples.join(', ')],
    ['first, last', `${time(group.first_at)}, ${time(group.last_at)} UTC`],
    ['last message', group.message],
  ];
}

/** Returns a region such as `teff 20000 to 24000, logg 5, ...`. */
function region({ region: axes }: FailureGroup): string {
  return Object.entries(axes)
    .map(([axis, { from, to }]) => `${axis} ${from === to ? from : `${from} to ${to}`}`)
    .join(', ');
}
