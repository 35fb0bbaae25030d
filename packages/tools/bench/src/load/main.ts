import type { WarmUpOver, LoopOutcome, Plan, ReadingOutcome } from './plan.ts';
import { runLoop } from './run-loop.ts';
import { runReading } from './run-reading.ts';

// The load runs in a separate process, because it would compete with the process that is measured.
process.once('message', (plan: Plan) => void run(plan));

async function run(plan: Plan): Promise<void> {
  if (plan.kind === 'reading') await print(await runReading(plan));
  else await print(await runLoop(plan, () => void print('warm-up over')));
  process.exit(0);
}

function print(message: WarmUpOver | LoopOutcome | ReadingOutcome): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}
