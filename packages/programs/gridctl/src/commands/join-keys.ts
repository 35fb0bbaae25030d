import type { JoinKey } from '@almagest/contracts/grid';
import { type Command, InvalidArgumentError } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import type { Column } from '../output/table.ts';
import { time } from '../output/wording.ts';
import { examples } from './examples.ts';

interface CreateOptions {
  readonly pattern?: string;
  readonly maxNodes?: number;
  readonly maxSlots?: number;
  readonly hours?: number;
}

export function registerJoinKeys(nodes: Command, open: OpenContext): void {
  const keys = nodes.command('join-keys').description('keys with which nodes are approved at once');
  keys
    .command('list')
    .description('list join keys and how many nodes each has admitted')
    .addHelpText('after', examples('nodes join-keys list'))
    .action(async () => list(await open()));
  keys
    .command('create')
    .description('create a join key; it is printed once')
    .argument('<name>', 'what the key is for')
    .option('--pattern <names>', 'only nodes with these names. * matches any characters')
    .option('--max-nodes <number>', 'maximum number of nodes that the key admits', positive)
    .option('--max-slots <number>', 'quota of each node', positive)
    .option('--hours <number>', 'hours until it expires', positive)
    .addHelpText('after', examples('nodes join-keys create cluster --pattern "c-*" --max-nodes 200 --hours 720'))
    .action(async (name: string, options: CreateOptions) => create(await open(), name, options));
  keys
    .command('revoke')
    .description('revoke a join key. Admitted nodes stay unless --disable-nodes is given')
    .argument('<id>', 'join key')
    .option('--disable-nodes', 'also disable the nodes that it has admitted')
    .addHelpText('after', examples('nodes join-keys revoke 0b5d7a4e-4f0c-4c59-9d9a-3d6b2c1f7a55 --disable-nodes'))
    .action(async (id: string, options: { readonly disableNodes?: true }) => revoke(await open(), id, options));
}

function positive(value: string): number {
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new InvalidArgumentError('It must be a number from 1 to 999999.');
  return Number(value);
}

const COLUMNS: readonly Column[] = [
  { heading: 'ID' },
  { heading: 'NAME' },
  { heading: 'NODES NAMED' },
  { heading: 'ADMITTED', align: 'right' },
  { heading: 'AT MOST', align: 'right' },
  { heading: 'EXPIRES' },
  { heading: 'REVOKED' },
];

async function list({ client, terminal, signal }: Context): Promise<void> {
  const { data } = await client.call('listJoinKeys', {}, { signal });
  if (terminal.json) return terminal.document(data);
  const row = (key: JoinKey) => [
    key.id,
    key.name,
    key.pattern,
    String(key.admitted),
    String(key.max_nodes ?? '-'),
    time(key.expires_at),
    time(key.revoked_at),
  ];
  await terminal.table(COLUMNS, data.map(row));
}

async function create({ client, terminal }: Context, name: string, options: CreateOptions): Promise<void> {
  const { pattern, maxNodes, maxSlots, hours } = options;
  const { data } = await client.call('createJoinKey', {
    body: {
      name,
      ...(pattern === undefined ? {} : { pattern }),
      ...(maxNodes === undefined ? {} : { max_nodes: maxNodes }),
      ...(maxSlots === undefined ? {} : { max_slots: maxSlots }),
      ...(hours === undefined ? {} : { expires_in_hours: hours }),
    },
  });
  if (terminal.json) return terminal.document(data);
  await terminal.lines([data.key]);
  terminal.note('The key is not shown again. Store it in a file for grid-agent --join-key-file.');
}

async function revoke(
  { client, terminal }: Context,
  id: string,
  { disableNodes }: { readonly disableNodes?: true },
): Promise<void> {
  const { message } = await client.call('revokeJoinKey', {
    params: { id },
    body: { disable_nodes: disableNodes === true },
  });
  if (terminal.json) return terminal.document({ name: id, message });
  await terminal.lines([`revoke ${id}: ${message}`]);
}
