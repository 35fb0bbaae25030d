import { setTimeout as wait } from 'node:timers/promises';
import type { Release, ReleaseMetadata } from '@almagest/contracts/grid';
import type { Command } from 'commander';
import { readConfig } from '../config-file.ts';
import type { Context, OpenContext } from '../context.ts';
import { CommandError, EXIT } from '../errors.ts';
import type { Column } from '../output/table.ts';
import { plural, time } from '../output/wording.ts';
import { confirm } from './confirm.ts';
import { examples } from './examples.ts';

interface PublishOptions {
  readonly slug: string;
  readonly version: string;
  readonly metadata: string;
}

export function registerReleases(program: Command, open: OpenContext): void {
  program
    .command('publish')
    .description('publish the converged points of a completed or paused workflow as a release that never changes')
    .argument('<workflow>', 'workflow')
    .requiredOption('--slug <slug>', 'name of the grid in its addresses, such as sdb-nlte')
    .requiredOption('--version <version>', 'version of the release, such as 1.0')
    .requiredOption('--metadata <file>', 'JSON with title, description, creators, publisher and license (- for stdin)')
    .addHelpText('after', examples('publish sdb --slug sdb-nlte --version 1.0 --metadata sdb-nlte.json'))
    .action(async (workflow: string, options: PublishOptions) => publish(await open(), workflow, options));
  const releases = program.command('releases').description('published grids: list and withdraw');
  releases
    .command('list')
    .description('list all releases, newest first')
    .addHelpText('after', examples('releases list'))
    .action(async () => list(await open()));
  releases
    .command('withdraw')
    .description('withdraw a release: remove its files and keep a page that says why. This cannot be undone')
    .argument('<slug>', 'name of the grid')
    .argument('<version>', 'version')
    .requiredOption('--note <text>', 'reason, shown to readers')
    .addHelpText('after', examples('releases withdraw sdb-nlte 1.0 --note "wrong abundances, use 1.1"'))
    .action(async (slug: string, version: string, { note }: { readonly note: string }) =>
      withdraw(await open(), { slug, version }, note),
    );
}

const LOOK_EVERY_MS = 500;

async function publish(context: Context, workflow: string, options: PublishOptions): Promise<void> {
  const { client, terminal, io, signal } = context;
  const { slug, version } = options;
  const metadata = parseMetadata(options.metadata, await readConfig(options.metadata, io));
  let { data: release } = await client.call('publishRelease', {
    params: { name: workflow },
    body: { slug, version, metadata },
  });
  while (release.status === 'building') {
    await wait(LOOK_EVERY_MS, undefined, { signal });
    release = (await client.call('readRelease', { params: { slug, version } }, { signal })).data;
  }
  if (terminal.json) await terminal.document(release);
  if (release.status !== 'published')
    throw new CommandError(`publish: ${slug} ${version} was not published: ${release.note ?? ''}`, EXIT.refused);
  if (terminal.json) return;
  const { points = 0, spectra = 0 } = release.content ?? {};
  await terminal.lines([
    `published ${slug} ${version}: ${plural(points, 'model')}, ${plural(spectra, 'spectrum', 'spectra')}`,
  ]);
  terminal.note(
    `Its page is /releases/${slug}/${version}. It is public if the coordinator runs with PUBLIC_RELEASES=1.`,
  );
}

/** Parses the file. The coordinator checks its content. */
function parseMetadata(file: string, text: string): ReleaseMetadata {
  try {
    return JSON.parse(text) as ReleaseMetadata;
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${(error as Error).message}`, EXIT.usage);
  }
}

const COLUMNS: readonly Column[] = [
  { heading: 'SLUG' },
  { heading: 'VERSION' },
  { heading: 'WORKFLOW' },
  { heading: 'STATUS' },
  { heading: 'MODELS', align: 'right' },
  { heading: 'SPECTRA', align: 'right' },
  { heading: 'PUBLISHED' },
  { heading: 'NOTE' },
];

async function list({ client, terminal, signal }: Context): Promise<void> {
  const { data } = await client.call('listReleases', {}, { signal });
  if (terminal.json) return terminal.document(data);
  const row = ({ slug, version, workflow, status, content, published_at, note }: Release) => [
    slug,
    version,
    workflow,
    status === 'failed' ? { text: status, colour: 'red' as const } : status,
    String(content?.points ?? '-'),
    String(content?.spectra ?? '-'),
    time(published_at),
    note ?? '-',
  ];
  await terminal.table(COLUMNS, data.map(row));
}

async function withdraw(
  context: Context,
  params: { readonly slug: string; readonly version: string },
  note: string,
): Promise<void> {
  const { client, terminal } = context;
  const name = `${params.slug} ${params.version}`;
  await confirm(context, `Withdraw ${name}? Its files are removed, and this cannot be undone.`);
  const { message } = await client.call('withdrawRelease', { params, body: { note } });
  if (terminal.json) return terminal.document({ name, message });
  await terminal.lines([`withdraw ${name}: ${message}`]);
}
