import { setTimeout as wait } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { EXIT, CommandError, InterruptedError } from '../errors.ts';
import { plural } from '../output/wording.ts';
import { examples } from './examples.ts';

interface DrainOptions {
  readonly timeout?: number;
  readonly interval: number;
}

export function registerDrain(nodes: Command, open: OpenContext): void {
  nodes
    .command('drain')
    .description('disable a node and wait until it has finished its tasks')
    .argument('<id>', 'node')
    .option('--timeout <seconds>', 'exit with 1 if it takes longer. The node stays disabled', parseSeconds)
    .option('--interval <seconds>', 'time between two requests', parseSeconds, 2)
    .addHelpText('after', examples('nodes drain node-07', 'nodes drain node-07 --timeout 3600 && ssh node-07 reboot'))
    .action(async (id: string, options: DrainOptions) => drain(await open(), id, options));
}

async function drain(
  { client, terminal, signal }: Context,
  id: string,
  { timeout, interval }: DrainOptions,
): Promise<void> {
  const params = { node_id: id };
  const { status } = (await client.call('readNode', { params }, { signal })).data.node;
  if (status !== 'disabled') await client.call('disableNode', { params });
  const began = performance.now();
  for (let told: number | undefined; ;) {
    const { running_tasks: running } = (await client.call('readNode', { params }, { signal })).data.node;
    if (running === 0) break;
    if (timeout !== undefined && performance.now() - began > timeout * 1_000)
      throw new CommandError(`node ${id} is disabled but still has ${plural(running, 'running task')}`, EXIT.refused);
    if (told !== running) terminal.note(`${id}: ${plural(running, 'task')} to finish`);
    told = running;
    await wait(interval * 1_000, undefined, { signal }).catch(() => {
      throw new InterruptedError(`interrupted; node ${id} stays disabled`);
    });
  }
  if (terminal.json) return terminal.document({ node_id: id, running_tasks: 0 });
  await terminal.lines([`drain ${id}: disabled, no tasks left`]);
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds >= 0 && seconds <= 31_536_000)) throw new InvalidArgumentError('It must be from 0 to 31536000.');
  return seconds;
}
