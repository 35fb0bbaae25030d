import type { CancelRequest, RunningTask, RunningTasksQuery } from '@almagest/contracts/grid';
import type { Command } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { EXIT, CommandError, RefusedError, UsageError } from '../errors.ts';
import type { Cell, Column } from '../output/table.ts';
import { duration, orDash, plural, taskKind } from '../output/wording.ts';
import { confirmBulk } from './confirm.ts';
import { examples } from './examples.ts';

interface Filters {
  readonly workflow?: string;
  readonly node?: string;
  readonly overrun?: true;
}

interface CancelOptions {
  readonly node?: string;
  readonly hold?: true;
  readonly reason?: string;
}

export function registerTasks(program: Command, open: OpenContext): void {
  const tasks = program.command('tasks').description('running tasks: list by age, cancel');
  tasks
    .command('list')
    .description('list running tasks, oldest first, with the time that neighbouring points took')
    .option('--workflow <name>', 'only tasks of this workflow')
    .option('--node <id>', 'only tasks of this node')
    .option('--overrun', 'only tasks that run far longer than neighbouring points took')
    .addHelpText('after', examples('tasks list', 'tasks list --overrun --output json | jq -r ".[].task_id"'))
    .action(async (filters: Filters) => listTasks(await open(), filters));
  tasks
    .command('cancel')
    .description('cancel running tasks. Their points keep their strategies and are requeued')
    .argument('[id...]', 'tasks')
    .option('--node <id>', 'all tasks of this node')
    .option('--hold', 'hold the points back until you run gridctl points release')
    .option('--reason <text>', 'reason, shown with the attempts')
    .addHelpText(
      'after',
      examples(
        'tasks cancel 3f0c9a52-6a0e-4a57-9d5e-2d5c1f6f0b11 --reason "wrong line list"',
        'tasks cancel --node node-07 --hold',
      ),
    )
    .action(async (ids: string[], options: CancelOptions) => {
      if (ids.length > 0 === (options.node !== undefined)) throw new UsageError('give either tasks or --node');
      const context = await open();
      if (options.node === undefined) await cancelAll(context, [...new Set(ids)], requestOf(options));
      else await cancelOfNode(context, options.node, requestOf(options));
    });
}

/** The largest page that the contract allows. */
const PAGE = 500;

async function allTasks({ client, signal }: Context, filters: Filters): Promise<RunningTask[]> {
  const tasks: RunningTask[] = [];
  let after: string | null = null;
  do {
    const query: RunningTasksQuery = { ...filters, limit: PAGE, ...(after === null ? {} : { after }) };
    const { data } = await client.call('listRunningTasks', { query }, { signal });
    for (const one of data.tasks) tasks.push(one);
    after = data.next;
  } while (after !== null);
  return tasks;
}

const COLUMNS: readonly Column[] = [
  { heading: 'TASK' },
  { heading: 'WORKFLOW' },
  { heading: 'POINT' },
  { heading: 'TYPE' },
  { heading: 'NODE' },
  { heading: 'AGE', align: 'right' },
  { heading: 'EXPECTED', align: 'right' },
  { heading: 'LIMIT', align: 'right' },
  { heading: 'OVERRUN' },
];

async function listTasks(context: Context, filters: Filters): Promise<void> {
  const tasks = await allTasks(context, filters);
  const { terminal } = context;
  if (terminal.json) return terminal.document(tasks);
  await terminal.table(COLUMNS, tasks.map(taskRow));
  const overrun = tasks.filter((task) => task.overrun).length;
  if (overrun > 0)
    terminal.note(
      `${plural(overrun, 'task')} running far longer than neighbouring points took: gridctl tasks cancel ID`,
    );
}

function taskRow(task: RunningTask): Cell[] {
  return [
    task.task_id,
    orDash(task.workflow_name),
    task.point_name,
    taskKind(task),
    task.node_id,
    duration(task.age_sec),
    duration(task.expected_sec),
    task.timeout_sec === 0 ? 'none' : duration(task.timeout_sec),
    task.overrun ? { text: 'yes', colour: 'red' } : '',
  ];
}

/** Cancels one task at a time, so that the outcome for each task is known. Continues after a refusal. */
async function cancelAll(context: Context, ids: readonly string[], body: CancelRequest): Promise<void> {
  const { client, terminal, signal } = context;
  await confirmBulk(context, ids.length, `cancel ${plural(ids.length, 'task')}?`);
  const changes: { task_id: string; ok: boolean; message: string }[] = [];
  for (const id of ids) {
    if (signal.aborted) break;
    const change = await client.call('cancelTask', { params: { task_id: id }, body }).then(
      ({ message }) => ({ task_id: id, ok: true, message }),
      (error: unknown) => {
        // The same credential would be rejected for every other task too.
        if (!(error instanceof RefusedError) || error.status === 401 || error.status === 403) throw error;
        return { task_id: id, ok: false, message: error.message };
      },
    );
    changes.push(change);
    if (terminal.json) continue;
    if (change.ok) await terminal.lines([change.message]);
    else terminal.note(`gridctl: cancel ${id}: ${change.message}`);
  }
  if (terminal.json) await terminal.document(changes);
  const failed = changes.filter(({ ok }) => !ok).length;
  const missed = ids.length - changes.length;
  if (missed > 0) throw new CommandError(`interrupted: ${plural(missed, 'task')} not done`, EXIT.interrupted);
  if (failed > 0) throw new CommandError(`cancel: ${failed} of ${plural(ids.length, 'task')} refused`, EXIT.refused);
}

async function cancelOfNode(context: Context, node: string, body: CancelRequest): Promise<void> {
  const { client, terminal } = context;
  const held = (await allTasks(context, { node })).length;
  await confirmBulk(context, held, `cancel ${plural(held, 'task')} of ${node}?`);
  const { data } = await client.call('cancelNodeTasks', { params: { node_id: node }, body });
  if (terminal.json) return terminal.document(data);
  await terminal.lines([`cancel ${node}: ${plural(data.cancelled, 'task')} cancelled`]);
}

function requestOf({ hold, reason }: CancelOptions): CancelRequest {
  return { ...(hold === undefined ? {} : { hold }), ...(reason === undefined ? {} : { reason }) };
}
