import type { Asset, AssetVersion } from '@almagest/contracts/grid';
import type { Command } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { EXIT, CommandError } from '../errors.ts';
import { layoutTable, type Cell, type Column } from '../output/table.ts';
import { bytes, orDash, time } from '../output/wording.ts';
import { examples } from './examples.ts';

export function registerAssets(program: Command, open: OpenContext): void {
  const assets = program.command('assets').description('atomic data files and line lists: list, versions');
  assets
    .command('list')
    .description('list the files of the assets folder')
    .addHelpText('after', examples('assets list', 'assets list --output json | jq -r ".assets[].path"'))
    .action(async () => listAssets(await open()));
  assets
    .command('versions')
    .description('list the known versions of a file and the workflows that were started with them')
    .argument('<path>', 'path in the assets folder')
    .addHelpText('after', examples('assets versions gfVIS99.dat'))
    .action(async (path: string) => listVersions(await open(), path));
}

/** The largest page that the contract allows. */
const PAGE = 500;

const COLUMNS: readonly Column[] = [
  { heading: 'PATH' },
  { heading: 'VERSION' },
  { heading: 'SIZE', align: 'right' },
  { heading: 'FIRST SEEN' },
  { heading: 'VERSIONS', align: 'right' },
];

function rowOf({ path, sha256, versions }: Asset): Cell[] {
  const current = versions.find((version) => version.current);
  const version = sha256 === null ? 'gone' : sha256.slice(0, 12);
  const size = current === undefined ? '-' : bytes(current.size_bytes);
  return [path, version, size, current === undefined ? '-' : time(current.first_seen_at), String(versions.length)];
}

async function listAssets({ client, terminal, signal }: Context): Promise<void> {
  const assets: Asset[] = [];
  for (let after: { readonly after?: string } = {}; ;) {
    const { data } = await client.call('listAssets', { query: { limit: PAGE, ...after } }, { signal });
    for (const one of data.assets) assets.push(one);
    if (data.next === null) break;
    after = { after: data.next };
  }
  if (terminal.json) return terminal.document({ assets });
  await terminal.lines(layoutTable(COLUMNS, assets.map(rowOf), terminal.layout).lines);
}

const VERSION_COLUMNS: readonly Column[] = [
  { heading: 'SHA-256' },
  { heading: 'SIZE', align: 'right' },
  { heading: 'FIRST SEEN' },
  { heading: 'NOW' },
  { heading: 'WORKFLOWS' },
];

function versionRowOf({ sha256, size_bytes, first_seen_at, current, workflows }: AssetVersion): Cell[] {
  const users = workflows.length === 0 ? null : workflows.join(', ');
  return [sha256, bytes(size_bytes), time(first_seen_at), current ? 'yes' : 'no', orDash(users)];
}

async function listVersions({ client, terminal, signal }: Context, path: string): Promise<void> {
  const { data } = await client.call('listAssets', { query: { path } }, { signal });
  const [asset] = data.assets;
  if (asset === undefined) throw new CommandError(`no version of ${path} is known`, EXIT.refused);
  if (terminal.json) return terminal.document(asset);
  await terminal.lines(layoutTable(VERSION_COLUMNS, asset.versions.map(versionRowOf), terminal.layout).lines);
}
