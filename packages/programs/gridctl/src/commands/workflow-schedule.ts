import { SCHEDULING_LIMITS, type SchedulingChange } from '@almagest/contracts/grid';
import { type Command, InvalidArgumentError } from 'commander';
import type { OpenContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { orDash } from '../output/wording.ts';
import { examples } from './examples.ts';

interface ScheduleOptions {
  readonly priority?: number;
  readonly share?: number;
  readonly maxSlots?: number | 'none';
}

export function registerSchedule(workflows: Command, open: OpenContext): void {
  workflows
    .command('schedule')
    .description('change how the nodes serve a workflow, starting with the next claim')
    .argument('<name>', 'workflow')
    .option('--priority <number>', 'workflows with a higher priority are served first', within('priority'))
    .option('--share <number>', 'share of the running tasks among workflows with the same priority', within('share'))
    .option('--max-slots <number>', 'maximum number of running tasks of the workflow, or none', (text) =>
      text === 'none' ? text : within('max_slots')(text),
    )
    .addHelpText(
      'after',
      examples('workflows schedule sdb --priority 10', 'workflows schedule sdb --share 3 --max-slots none'),
    )
    .action(async (name: string, options: ScheduleOptions) => {
      const body = changeOf(options);
      if (Object.keys(body).length === 0)
        throw new UsageError('nothing to change: give --priority, --share or --max-slots');
      const { client, terminal } = await open();
      const { data } = await client.call('setScheduling', { params: { name }, body });
      if (terminal.json) return terminal.document(data);
      const { priority, share, max_slots: slots } = data;
      await terminal.lines([`schedule ${name}: priority ${priority}, share ${share}, max slots ${orDash(slots)}`]);
    });
}

function changeOf({ priority, share, maxSlots }: ScheduleOptions): SchedulingChange {
  return {
    ...(priority === undefined ? {} : { priority }),
    ...(share === undefined ? {} : { share }),
    ...(maxSlots === undefined ? {} : { max_slots: maxSlots === 'none' ? null : maxSlots }),
  };
}

function within(name: keyof typeof SCHEDULING_LIMITS): (text: string) => number {
  const { minimum, maximum } = SCHEDULING_LIMITS[name];
  return (text) => {
    const value = Number(text);
    if (!/^[+-]?\d+$/.test(text) || value < minimum || value > maximum)
      throw new InvalidArgumentError(`It must be an integer from ${minimum} to ${maximum}.`);
    return value;
  };
}
