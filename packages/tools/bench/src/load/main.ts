import type {
  ClosedLoop,
  Fleet,
  FleetOutcome,
  WarmUpOver,
  LoopOutcome,
  Plan,
  ReadingOutcome,
  Reading,
} from './plan.ts';
import { runFleet } from './run-fleet.ts';
import { runLoop } from './run-loop.ts';
import { Connection } from './connection.ts';
import { getRequest } from './requests.ts';

// The load runs in a separate process, because it would compete with the process that is measured.
process.once('message', (plan: Plan) => void run(plan));

async function run(plan: Plan): Promise<void> {
  if (plan.kind === 'reading') await print(await runReading(plan));
  else await print(await runLoaded(plan));
  process.exit(0);
}

async function runLoaded(plan: ClosedLoop | Fleet): Promise<LoopOutcome | FleetOutcome> {
  const onBegin = () => void print('warm-up over');
  return plan.kind === 'fleet' ? await runFleet(plan, onBegin) : await runLoop(plan, onBegin);
}

function print(message: WarmUpOver | FleetOutcome | LoopOutcome | ReadingOutcome): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}

/** Sends the requests one after the other and measures the time of each. */
async function runReading({ port, token, requests }: Reading): Promise<ReadingOutcome> {
  const { promise: fault, reject: onFault } = Promise.withResolvers<never>();
  fault.catch(() => undefined);
  const connection = await Connection.open(port, onFault);
  const times: Record<string, number[]> = {};
  for (const { label, path } of requests) {
    const request = getRequest(path, token);
    const start = performance.now();
    const answered = new Promise<void>((resolve, reject) => {
      connection.send([request], (status, body) => {
        if (status === 200) resolve();
        else reject(new Error(`${path} answered ${status}: ${body.toString('utf8', 0, 300)}`));
      });
    });
    await Promise.race([answered, fault]);
    (times[label] ??= []).push(performance.now() - start);
  }
  connection.close();
  return times;
}
