import type { PointValues, Proposal, Proposals, ProposalsQuery } from '@almagest/contracts/grid';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { count, NO_VALUE, plural, time } from '../output/wording.ts';
import { UsageError } from '../errors.ts';
import { examples } from './examples.ts';
import { finiteNumber } from './interpolate.ts';
import { parseInteger } from './point-filters.ts';
import { showExtension } from './workflow-extend.ts';

const KINDS: readonly NonNullable<ProposalsQuery['kind']>[] = ['failure', 'residual'];

interface RefineOptions {
  readonly best?: number;
  readonly kind?: ProposalsQuery['kind'];
  readonly least?: number;
  readonly points?: readonly PointValues[];
  readonly save?: true;
}

export function registerRefine(workflows: Command, open: OpenContext): void {
  workflows
    .command('proposals')
    .description('propose points that would refine the grid: halfway to failed points, and where residuals are large')
    .argument('<name>', 'workflow')
    .option('--limit <number>', 'number of points, 1 to 200 (default: 20)', parseInteger)
    .addOption(kindOption())
    .addOption(leastOption())
    .addHelpText('after', examples('workflows proposals sdb', 'workflows proposals sdb --kind failure --limit 50'))
    .action(async (name: string, query: ProposalsQuery) => listProposals(await open(), name, query));
  workflows
    .command('refine')
    .description('add single points, such as proposals. Shows the new configuration and saves it only with --save')
    .argument('<name>', 'workflow')
    .addOption(
      new Option('--best <number>', 'this number of proposals, best first').argParser(parseInteger).conflicts('points'),
    )
    .addOption(kindOption())
    .addOption(leastOption())
    .option('--points <names>', 'names of the points, separated by commas', parseNames)
    .option('--save', 'save the configuration. It takes effect at the next start')
    .addHelpText(
      'after',
      examples(
        'workflows refine sdb --best 10',
        'workflows refine sdb --points t32500_g5.25_he-1.0_c-4.0_n-4.0_o-3.5 --save',
      ),
    )
    .action(async (name: string, options: RefineOptions) => {
      if (options.best === undefined && options.points === undefined)
        throw new UsageError('choose points: --best <number> or --points <names>');
      await refine(await open(), name, options);
    });
}

function kindOption(): Option {
  return new Option('--kind <kind>', 'only proposals around failures or around residuals').choices(KINDS);
}

function leastOption(): Option {
  return new Option(
    '--least <residual>',
    'only residuals of at least this size, where 0.01 is 1 % (default: twice the median)',
  ).argParser(finiteNumber);
}

const NAME = /^t([^_]+)_g([^_]+)_he([^_]+)_c([^_]+)_n([^_]+)_o([^_]+)$/;

function parseNames(text: string): PointValues[] {
  return text.split(',').map((part) => {
    const found = NAME.exec(part.trim());
    if (found === null) throw new InvalidArgumentError(`${part.trim()} is not a valid point name.`);
    const [, teff = '', logg = '', loghe = '', logc = '', logn = '', logo = ''] = found;
    return { teff, logg, loghe, logc, logn, logo };
  });
}

async function refine(context: Context, name: string, options: RefineOptions): Promise<void> {
  const points = options.points ?? (await best(context, name, options));
  if (points.length === 0) return context.terminal.note('no proposals, nothing changed');
  const { data } = await context.client.call('refineGrid', { params: { name }, body: { points: [...points] } });
  await showExtension(context, name, data, options.save);
}

async function best(
  { client }: Context,
  name: string,
  { best: limit, kind, least }: RefineOptions,
): Promise<PointValues[]> {
  const query = {
    ...(limit === undefined ? {} : { limit }),
    ...(kind === undefined ? {} : { kind }),
    ...(least === undefined ? {} : { least }),
  };
  const { data } = await client.call('listProposals', { params: { name }, query });
  return data.proposals.map(({ values }) => values);
}

async function listProposals(
  { client, terminal, signal }: Context,
  name: string,
  query: ProposalsQuery,
): Promise<void> {
  const { data } = await client.call('listProposals', { params: { name }, query }, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.table(
    [
      { heading: 'POINT' },
      { heading: 'WAVE', align: 'right' },
      { heading: 'GAMMA_E', align: 'right' },
      { heading: 'SEED' },
      { heading: 'STEPS', align: 'right' },
      { heading: 'REASON' },
    ],
    data.proposals.map((proposal) => [
      proposal.name,
      count(proposal.wave),
      proposal.eddington_parameter.toPrecision(2),
      proposal.seed?.name ?? NO_VALUE,
      proposal.seed?.distance.toFixed(2) ?? NO_VALUE,
      reasonsOf(proposal),
    ]),
  );
  terminal.note(found(data));
}

function reasonsOf({ reasons: [first, ...others] }: Proposal): string {
  const more = others.length === 0 ? '' : `; ${plural(others.length, 'further reason')}`;
  return `${first?.description ?? NO_VALUE}${more}`;
}

function found({ found: { failure, residual }, more, compared_at: at }: Proposals): string {
  const compared = at === null ? 'models not compared yet' : `models compared at ${time(at)}`;
  const all = more ? '. Other failed points or residuals were not checked' : '';
  return `found ${count(failure)} around failures, ${count(residual)} around residuals; ${compared}${all}`;
}
