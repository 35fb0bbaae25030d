import type { Begun, LoopOutcome, Plan, ReadingOutcome } from './plan.ts';
import { runLoop } from './run-loop.ts';
import { runReading } from './run-reading.ts';

// The load comes from a process of its own: in the one that is measured it would take part in the measure.
process.once('message', (plan: Plan) => void run(plan));

async function run(plan: Plan): Promise<void> {
  if (plan.kind === 'reading') await tell(await runReading(plan));
  else await tell(await runLoop(plan, () => void tell('begun')));
  process.exit(0);
}

function tell(message: Begun | LoopOutcome | ReadingOutcome): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}
