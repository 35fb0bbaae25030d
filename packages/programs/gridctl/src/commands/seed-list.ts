import type { SeedVersion } from '@almagest/contracts/grid';
import type { Command } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import type { Cell, Column } from '../output/table.ts';
import { count, orDash, relativeChange, time } from '../output/wording.ts';
import { examples } from './examples.ts';

interface ListOptions {
  readonly prefix?: string;
  readonly after?: string;
}

export function registerSeedLists(seeds: Command, open: OpenContext): void {
  seeds
    .command('list')
    .description('list the seeds by name with their newest version, 500 at a time')
    .option('--prefix <text>', 'only names with this prefix')
    .option('--after <name>', 'only names after this name (next page)')
    .addHelpText('after', examples('seeds list', 'seeds list --prefix t20000_g5.0'))
    .action(async (options: ListOptions) => listSeeds(await open(), options));
  seeds
    .command('versions')
    .description('list the versions of a seed, newest first')
    .argument('<name>', 'point')
    .addHelpText('after', examples('seeds versions t20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0'))
    .action(async (name: string) => listVersions(await open(), name));
}

const VERSION: readonly Column[] = [
  { heading: 'VERSION' },
  { heading: 'STORED' },
  { heading: 'WORKFLOW' },
  { heading: 'NODE' },
  { heading: 'MAX RELC', align: 'right' },
  { heading: 'BYTES', align: 'right' },
  { heading: 'FIT' },
];

const SHOWN_DIGITS = 12;

function versionCells({ sha256, fit, ...version }: SeedVersion): Cell[] {
  return [
    sha256.slice(0, SHOWN_DIGITS),
    time(version.stored_at),
    orDash(version.workflow_name),
    version.node_id ?? 'imported',
    relativeChange(version.max_relc),
    count(version.size_bytes),
    fit ? 'yes' : 'no',
  ];
}

async function listSeeds({ client, terminal, signal }: Context, { prefix, after }: ListOptions): Promise<void> {
  const query = { limit: 500, ...(prefix === undefined ? {} : { prefix }), ...(after === undefined ? {} : { after }) };
  const { data } = await client.call('listSeeds', { query }, { signal });
  if (terminal.json) return terminal.document(data);
  const columns = [{ heading: 'NAME' }, { heading: 'VERSIONS', align: 'right' }, ...VERSION] as const;
  const rows = data.seeds.map(({ name, versions, newest }) => [name, count(versions), ...versionCells(newest)]);
  await terminal.table(columns, rows);
  if (data.next !== null) terminal.note(`next page: gridctl seeds list --after ${data.next}`);
}

async function listVersions({ client, terminal, signal }: Context, name: string): Promise<void> {
  const { data } = await client.call('listSeedVersions', { params: { point: name } }, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.table(VERSION, data.map(versionCells));
}
