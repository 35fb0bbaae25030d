import { PointsQuery } from '@almagest/contracts/grid';
import { type Command, Option } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { count, plural, bytes } from '../output/wording.ts';
import { confirmBulk } from './confirm.ts';
import { examples } from './examples.ts';
import { registerCheck } from './judgements.ts';
import { filtersOf, parseInteger, withPointFilters, type FilterOptions, type PointFilters } from './point-filters.ts';
import { showLineage } from './point-lineage.ts';
import { listAllPoints, listPoints, type ListOptions } from './point-list.ts';
import { showPoint } from './point-show.ts';
import { writeWhole } from '@almagest/durable-files';
import { EXIT, CommandError, UsageError } from '../errors.ts';
import { writeAtomically } from '../files/atomic-file.ts';

export function registerPoints(program: Command, open: OpenContext): void {
  const points = program
    .command('points')
    .description('grid points: list, show, lineage, export, rearm, release, check');
  registerList(points, open);
  registerCheck(points, open);
  points
    .command('show')
    .description('show a point with its attempts and its diagnostic record')
    .argument('<name>', 'workflow')
    .argument('<point>', 'point')
    .addHelpText('after', examples('points show sdb t20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0'))
    .action(async (name: string, point: string) => showPoint(await open(), name, point));
  points
    .command('lineage')
    .description('show the ancestors of a point’s model and the attempts that started from it')
    .argument('<name>', 'workflow')
    .argument('<point>', 'point')
    .option(
      '--version <sha256>',
      'another version, such as a rejected version: at least the first 8 digits of its SHA-256',
    )
    .addHelpText(
      'after',
      examples(
        'points lineage sdb t20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0',
        'points lineage sdb t20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0 --version 5f2c91ab',
      ),
    )
    .action(async (name: string, point: string, { version }: { version?: string }) =>
      showLineage(await open(), { name, point }, version),
    );
  withPointFilters(points.command('export'))
    .description('export all matching points as CSV')
    .argument('<name>', 'workflow')
    .option('--out <file.csv>', 'write to this file. The file appears only when it is complete')
    .addHelpText('after', examples('points export sdb --out sdb.csv', 'points export sdb --status failed | wc -l'))
    .action(async (name: string, options: FilterOptions & { out?: string }) =>
      exportPoints(await open(), name, filtersOf(options), options.out),
    );
  withPointFilters(points.command('rearm'))
    .description('reset the strategies of failed points, or of converged points with --unfit or --from-rejected')
    .argument('<name>', 'workflow')
    .addHelpText(
      'after',
      examples('points rearm sdb --wave 4', 'points rearm sdb --q t20000 --yes', 'points rearm sdb --from-rejected'),
    )
    .action(async (name: string, options: FilterOptions) => rearmPoints(await open(), name, filtersOf(options)));
  registerRelease(points, open);
}

function registerRelease(points: Command, open: OpenContext): void {
  points
    .command('release')
    .description('release points that were held back when their tasks were cancelled')
    .argument('<name>', 'workflow')
    .argument('[point]', 'only this point')
    .addHelpText('after', examples('points release sdb', 'points release sdb t20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0'))
    .action(async (name: string, point: string | undefined) => {
      const { client, terminal } = await open();
      const body = point === undefined ? {} : { point };
      const { data } = await client.call('releasePoints', { params: { name }, body });
      if (terminal.json) return terminal.document(data);
      await terminal.lines([`release ${name}: ${plural(data.released, 'point')} released`]);
    });
}

function registerList(points: Command, open: OpenContext): void {
  const { sort, order } = PointsQuery.properties;
  withPointFilters(points.command('list'))
    .description('list a page of points, or all of them')
    .argument('<name>', 'workflow')
    .option('--retired', 'only points that are no longer in the configuration')
    .addOption(new Option('--sort <column>', 'sort by this column (default: wave)').choices(sort.enum))
    .addOption(new Option('--order <order>', 'sort direction (default: asc)').choices(order.enum))
    .option('--limit <number>', 'points on the page, 1 to 500 (default: 100)', parseInteger)
    .option('--offset <number>', 'points to skip (default: 0)', parseInteger)
    .addOption(new Option('--all', 'all matching points').conflicts(['limit', 'offset']))
    .addHelpText(
      'after',
      examples(
        'points list sdb --status failed --sort attempts --order desc',
        'points list sdb --all --output json | jq -r ".points[].name"',
        'points list sdb --retired',
        'points list sdb --status failed --teff 30000.. --logg 4.5..5.5',
      ),
    )
    .action(async (name: string, options: ListOptions & { all?: true }) => {
      const context = await open();
      await (options.all ? listAllPoints(context, name, options) : listPoints(context, name, options));
    });
}

/** Rearms the matching points. Lets the coordinator count them first, so that the question shows their number. */
async function rearmPoints(context: Context, name: string, filters: PointFilters): Promise<void> {
  const { client, terminal } = context;
  const params = { name };
  const { matched } = (await client.call('rearmPoints', { params, body: { ...filters, dry_run: true } })).data;
  await confirmBulk(context, matched, `Rearm ${describeMatched(matched, filters)} of ${name}?`);
  const { data } = await client.call('rearmPoints', { params, body: filters });
  if (terminal.json) return terminal.document(data);
  await terminal.lines([`rearm ${name}: ${count(data.rearmed)} of ${plural(data.matched, 'matching point')} rearmed`]);
}

/** Describes the points that match: failed points, unless the filter selects converged points by their models. */
function describeMatched(matched: number, { unfit, from_rejected: isFromRejected }: PointFilters): string {
  if (isFromRejected === true)
    return plural(matched, 'point whose model descends', 'points whose models descend') + ' from a rejected model';
  return unfit === true
    ? plural(matched, 'point with an unfit model', 'points with unfit models')
    : plural(matched, 'failed point');
}

async function exportPoints(
  { client, terminal, signal }: Context,
  name: string,
  filters: PointFilters,
  out: string | undefined,
): Promise<void> {
  if (terminal.json && out === undefined) {
    throw new UsageError('an export is always CSV, not JSON. Give --out FILE, or use points list --all --output json');
  }
  const input = { params: { name }, query: filters };
  if (out === undefined) {
    const answer = await client.stream('exportPoints', input, { signal });
    for await (const chunk of client.chunks(answer)) await terminal.data(chunk);
    return;
  }
  let size = 0;
  await writeAtomically(out, async (file) => {
    const answer = await client.stream('exportPoints', input, { signal });
    for await (const chunk of client.chunks(answer)) {
      await writeWhole(file, chunk);
      size += chunk.length;
    }
    // Even an empty export has a heading line, so an empty answer is an error.
    if (size === 0) throw new CommandError(`${client.url} sent an empty file. Nothing was written`, EXIT.refused);
  });
  if (terminal.json) await terminal.document({ file: out, bytes: size });
  else terminal.note(`wrote ${out} (${bytes(size)})`);
}
