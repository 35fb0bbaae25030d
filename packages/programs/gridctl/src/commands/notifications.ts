import { text } from 'node:stream/consumers';
import {
  NOTIFICATION_EVENTS,
  type Delivery,
  type DeliveryStatus,
  type NotificationEvent,
  type Subscription,
} from '@almagest/contracts/grid';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { EXIT, CommandError } from '../errors.ts';
import type { Cell, Column } from '../output/table.ts';
import { orDash, time } from '../output/wording.ts';
import { examples } from './examples.ts';

interface AddOptions {
  readonly event?: NotificationEvent[];
  readonly workflow?: string;
  readonly description?: string;
}

interface DeliveriesOptions {
  readonly status?: DeliveryStatus;
  readonly limit: number;
}

export function registerNotifications(program: Command, open: OpenContext): void {
  const notifications = program.command('notifications').description('webhooks and mail: who is notified of what');
  const verb = (name: string, description: string, ...shown: string[]) =>
    notifications
      .command(name)
      .description(description)
      .addHelpText('after', examples(...shown.map((line) => `notifications ${line}`)));
  const onOne = (name: string, description: string, ...shown: string[]) =>
    verb(name, description, ...shown).argument('<id>', 'subscription');

  verb('list', 'list all subscriptions and whether their deliveries succeed', 'list').action(async () =>
    list(await open()),
  );
  verb(
    'add',
    'subscribe a webhook or a mail address. The secret of a webhook is printed once',
    'add ann@observatory.example',
    'add https://hooks.example.org/grid --event workflow.completed --workflow sdb',
    'add - < address-with-a-secret',
  )
    .argument('<target>', 'address of the webhook, or mail address (- for stdin)')
    .addOption(new Option('--event <event...>', 'only these events (default: all)').choices([...NOTIFICATION_EVENTS]))
    .option('--workflow <name>', 'only events of this workflow')
    .option('--description <text>', 'what the subscription is for')
    .action(async (target: string, options: AddOptions) => add(await open(), target, options));
  onOne(
    'remove',
    'remove a subscription. Waiting deliveries are not sent',
    'remove 0b5d7a4e-4f0c-4c59-9d9a-3d6b2c1f7a55',
  ).action(async (id: string) => remove(await open(), id));
  onOne('test', 'send a test and wait for its first attempt', 'test 0b5d7a4e-4f0c-4c59-9d9a-3d6b2c1f7a55').action(
    async (id: string) => test(await open(), id),
  );
  onOne(
    'deliveries',
    'list deliveries, newest first',
    'deliveries 0b5d7a4e-4f0c-4c59-9d9a-3d6b2c1f7a55 --status given_up',
  )
    .addOption(new Option('--status <status>', 'only this status').choices(['waiting', 'delivered', 'given_up']))
    .option('--limit <number>', 'maximum number of deliveries', parseLimit, 100)
    .action(async (id: string, options: DeliveriesOptions) => deliveries(await open(), id, options));
}

function parseLimit(value: string): number {
  if (!/^\d{1,3}$/.test(value) || Number(value) < 1 || Number(value) > 500)
    throw new InvalidArgumentError('It must be from 1 to 500.');
  return Number(value);
}

const COLUMNS: readonly Column[] = [
  { heading: 'ID' },
  { heading: 'TARGET' },
  { heading: 'EVENTS' },
  { heading: 'WORKFLOW' },
  { heading: 'WAITING', align: 'right' },
  { heading: 'GIVEN UP', align: 'right' },
  { heading: 'DELIVERED' },
  { heading: 'FAILING SINCE' },
  { heading: 'DESCRIPTION' },
];

async function list({ client, terminal, signal }: Context): Promise<void> {
  const { data } = await client.call('listSubscriptions', {}, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.table(COLUMNS, data.map(subscriptionRow));
  for (const { id, gone_at: gone } of data)
    if (gone !== null)
      terminal.note(`${id}: the receiver unsubscribed (410). Check with gridctl notifications test ${id}`);
}

function subscriptionRow(row: Subscription): Cell[] {
  return [
    row.id,
    row.target,
    row.events.length === NOTIFICATION_EVENTS.length ? 'all' : row.events.join(' '),
    orDash(row.workflow),
    String(row.waiting),
    String(row.given_up),
    time(row.last_delivered_at),
    row.failing_since === null ? '-' : { text: time(row.failing_since), colour: 'red' },
    orDash(row.description),
  ];
}

async function add({ client, terminal, io }: Context, given: string, options: AddOptions): Promise<void> {
  const target = given === '-' ? (await text(io.stdin)).trim() : given;
  const { workflow, description } = options;
  // Nodes don't belong to a workflow.
  const all = NOTIFICATION_EVENTS.filter((event) => workflow === undefined || event !== 'node.lost');
  const { data } = await client.call('createSubscription', {
    body: {
      target,
      events: options.event ?? all,
      ...(workflow === undefined ? {} : { workflow }),
      ...(description === undefined ? {} : { description }),
    },
  });
  if (terminal.json) return terminal.document(data);
  const { subscription, secret } = data;
  await terminal.lines([`add ${subscription.target}: subscription ${subscription.id}`]);
  if (secret !== null) await terminal.lines([`secret ${secret}`]);
  terminal.note(
    `${secret === null ? '' : 'The secret is not shown again. '}Test it: gridctl notifications test ${subscription.id}`,
  );
}

async function remove({ client, terminal }: Context, id: string): Promise<void> {
  const { message } = await client.call('deleteSubscription', { params: { id } });
  if (terminal.json) return terminal.document({ name: id, message });
  await terminal.lines([`remove ${id}: ${message}`]);
}

const LOOK_EVERY_MS = 300;

/** The number of polls. All polls together take longer than a delivery attempt may take. */
const MOST_LOOKS = 200;

async function test({ client, terminal, signal }: Context, id: string): Promise<void> {
  const { data: sent } = await client.call('testSubscription', { params: { id } });
  let delivery: Delivery | undefined = sent;
  for (let looks = 0; delivery?.ended_at === null && delivery.last_error === null && looks < MOST_LOOKS; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    signal.throwIfAborted();
    const { data } = await client.call('listDeliveries', { params: { id }, query: { limit: 500 } }, { signal });
    delivery = data.find((one) => one.id === sent.id);
  }
  if (delivery === undefined) throw new CommandError('the subscription was removed in the meantime', EXIT.refused);
  if (terminal.json) await terminal.document(delivery);
  if (delivery.status === 'delivered') {
    if (!terminal.json) await terminal.lines([`test ${id}: delivered as ${delivery.event_id}`]);
    return;
  }
  const cause = delivery.last_error ?? 'no attempt was made. Is a worker running?';
  throw new CommandError(`test: not delivered: ${cause}`, EXIT.refused);
}

const DELIVERY_COLUMNS: readonly Column[] = [
  { heading: 'OCCURRED' },
  { heading: 'EVENT' },
  { heading: 'ABOUT' },
  { heading: 'STATUS' },
  { heading: 'ATTEMPTS', align: 'right' },
  { heading: 'NEXT ATTEMPT' },
  { heading: 'LAST ERROR' },
];

async function deliveries({ client, terminal, signal }: Context, id: string, query: DeliveriesOptions): Promise<void> {
  const { data } = await client.call('listDeliveries', { params: { id }, query: { ...query } }, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.table(DELIVERY_COLUMNS, data.map(deliveryRow));
}

function deliveryRow(row: Delivery): Cell[] {
  return [
    time(row.occurred_at),
    row.type,
    orDash(row.workflow ?? row.node_id),
    row.status === 'given_up' ? { text: row.status, colour: 'red' } : row.status,
    String(row.attempts),
    time(row.next_attempt_at),
    orDash(row.last_error),
  ];
}
