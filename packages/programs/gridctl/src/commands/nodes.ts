import type { AdminNode } from '@almagest/contracts/grid';
import { type Command, InvalidArgumentError } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { EXIT, CommandError, RefusedError } from '../errors.ts';
import type { Cell, Column } from '../output/table.ts';
import { machine, orDash, plural, statusCell, time } from '../output/wording.ts';
import { confirmBulk } from './confirm.ts';
import { examples } from './examples.ts';
import { registerJoinKeys } from './join-keys.ts';
import { registerDrain } from './node-drain.ts';
import { registerShow } from './node-show.ts';

type PlainAction = 'rejectNode' | 'disableNode' | 'enableNode';
type IssuingAction = 'approveNode' | 'reissueNodeToken';

interface NodeChange {
  readonly node_id: string;
  readonly ok: boolean;
  readonly message: string;
  readonly status?: string;
  /** Present only if the operator requested the token, because output ends up in logs. */
  readonly node_token?: string;
}

export function registerNodes(program: Command, open: OpenContext): void {
  const nodes = program.command('nodes').description('worker nodes: applications, access, quotas');
  nodes
    .command('list')
    .description('list all nodes with their state, slots, quota and machine')
    .addHelpText('after', examples('nodes list', 'nodes list --output json | jq -r ".[].node_id"'))
    .action(async () => listNodes(await open()));

  registerIssuing(nodes, open, 'approve', 'approveNode', 'approve applications. Each node then gets its own token');
  registerPlain(nodes, open, 'reject', 'rejectNode', 'reject pending applications');
  registerPlain(nodes, open, 'disable', 'disableNode', 'stop handing tasks to nodes. Running tasks finish');
  registerPlain(nodes, open, 'enable', 'enableNode', 'let disabled nodes return with their next heartbeat');
  registerIssuing(
    nodes,
    open,
    'reissue',
    'reissueNodeToken',
    'give a node a new token. The old token becomes invalid at once',
  );

  registerShow(nodes, open);
  registerDrain(nodes, open);
  registerRemove(nodes, open);
  registerJoinKeys(nodes, open);

  nodes
    .command('quota')
    .description('limit how many tasks a node may run at once')
    .argument('<id>', 'node')
    .argument('<slots>', 'number of tasks, or none for no limit', parseQuota)
    .addHelpText('after', examples('nodes quota node-07 16', 'nodes quota node-07 none'))
    .action(async (id: string, slots: number | null) => setQuota(await open(), id, slots));
}

function registerPlain(nodes: Command, open: OpenContext, verb: string, action: PlainAction, description: string) {
  nodes
    .command(verb)
    .description(description)
    .argument('<id...>', 'nodes')
    .addHelpText('after', examples(`nodes ${verb} node-07`, `nodes ${verb} node-07 node-08`))
    .action(async (ids: string[]) => {
      const context = await open();
      await changeAll(context, verb, ids, async (id) => {
        const { message } = await context.client.call(action, { params: { node_id: id } });
        return { node_id: id, ok: true, message };
      });
    });
}

function registerIssuing(nodes: Command, open: OpenContext, verb: string, action: IssuingAction, description: string) {
  nodes
    .command(verb)
    .description(description)
    .argument(verb === 'approve' ? '<id...>' : '<id>', verb === 'approve' ? 'nodes' : 'node')
    .option('--show-token', 'print the token. Without it, only the node can collect it')
    .addHelpText('after', examples(`nodes ${verb} node-07`, `nodes ${verb} node-07 --show-token --output json`))
    .action(async (given: string | string[], options: { showToken?: true }) => {
      const context = await open();
      await changeAll(context, verb, [given].flat(), async (id) => {
        const { message, data } = await context.client.call(action, { params: { node_id: id } });
        const change = { node_id: id, ok: true, status: data.status };
        return options.showToken
          ? { ...change, message: `token ${data.node_token}`, node_token: data.node_token }
          : // The server's message may contain the token. Remove the token if the operator didn't ask for it.
            {
              ...change,
              message: `${message.replaceAll(data.node_token, '…')}. The node collects its token automatically`,
            };
      });
    });
}

function registerRemove(nodes: Command, open: OpenContext) {
  nodes
    .command('remove')
    .description('remove nodes that are gone. Results are kept and the names can be used again')
    .argument('<id...>', 'nodes')
    .addHelpText('after', examples('nodes remove node-07'))
    .action(async (ids: string[]) => {
      const context = await open();
      await changeAll(context, 'remove', ids, async (id) => {
        const { message } = await context.client.call('removeNode', { params: { node_id: id } });
        return { node_id: id, ok: true, message };
      });
    });
}

/** Makes one change at a time, so that the outcome of each change is known. Continues after a refusal. */
async function changeAll(
  context: Context,
  verb: string,
  given: readonly string[],
  change: (id: string) => Promise<NodeChange>,
): Promise<void> {
  const { terminal, signal } = context;
  const ids = [...new Set(given)];
  await confirmBulk(context, ids.length, `${verb} ${plural(ids.length, 'node')}?`);
  const changes: NodeChange[] = [];
  for (const id of ids) {
    if (signal.aborted) break;
    const done = await change(id).catch((error: unknown): NodeChange => {
      // The same credential would be rejected for every other node too.
      if (!(error instanceof RefusedError) || error.status === 401 || error.status === 403) throw error;
      return { node_id: id, ok: false, message: error.message };
    });
    changes.push(done);
    if (terminal.json) continue;
    if (done.ok) await terminal.lines([`${verb} ${id}: ${done.message}`]);
    else terminal.note(`gridctl: ${verb} ${id}: ${done.message}`);
  }
  if (terminal.json) await terminal.document(changes);
  const failed = changes.filter(({ ok }) => !ok).length;
  const missed = ids.length - changes.length;
  if (missed > 0) throw new CommandError(`interrupted: ${plural(missed, 'node')} not done`, EXIT.interrupted);
  if (failed > 0) throw new CommandError(`${verb}: ${failed} of ${plural(ids.length, 'node')} refused`, EXIT.refused);
}

async function setQuota({ client, terminal }: Context, id: string, slots: number | null): Promise<void> {
  const reply = await client.call('setNodeQuota', { params: { node_id: id }, body: { admin_max_slots: slots } });
  if (terminal.json) return terminal.document({ node_id: id, admin_max_slots: slots });
  await terminal.lines([`quota ${id}: ${reply.message}`]);
}

function parseQuota(text: string): number | null {
  if (text === 'none') return null;
  if (!/^\d{1,4}$/.test(text) || Number(text) > 4096) {
    throw new InvalidArgumentError('It must be a number from 0 to 4096, or none.');
  }
  return Number(text);
}

const COLUMNS: readonly Column[] = [
  { heading: 'NODE' },
  { heading: 'STATUS' },
  { heading: 'RUNNING', align: 'right' },
  { heading: 'SLOTS', align: 'right' },
  { heading: 'QUOTA', align: 'right' },
  { heading: 'ALLOWANCE', align: 'right' },
  { heading: 'MACHINE' },
  { heading: 'TAGS' },
  { heading: 'TOKEN' },
  { heading: 'LAST HEARTBEAT' },
];

async function listNodes({ client, terminal, signal }: Context): Promise<void> {
  const { data } = await client.call('listNodes', {}, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.table(COLUMNS, data.map(nodeRow));
  for (const { node_id: id, message } of data) if (message !== null) terminal.note(`${id}: ${message}`);
  const waiting = data.filter(({ status }) => status === 'pending_approval').length;
  if (waiting > 0) terminal.note(`${plural(waiting, 'application')} waiting: gridctl nodes approve ID`);
}

function nodeRow(node: AdminNode): Cell[] {
  return [
    node.node_id,
    statusCell(node.status),
    String(node.running_tasks),
    String(node.max_slots),
    orDash(node.admin_max_slots),
    orDash(node.allowance),
    machine(node.machine),
    orDash(node.machine?.tags.join(', ')),
    node.token_status,
    time(node.last_heartbeat),
  ];
}
