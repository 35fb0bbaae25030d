import { nextMessage, programPath, startProgram } from '../site/program.ts';
import type { Site } from '../site/site.ts';
import type { WarmUpOver, ClosedLoop, Fleet, FleetOutcome, LoopOutcome, Reading, ReadingOutcome } from './plan.ts';

const PACKAGE = new URL('../../', import.meta.url);

/** Runs a closed loop in a separate process. Calls `onBegin` when the warm-up is over. */
export async function driveLoop(site: Site, plan: ClosedLoop, onBegin: () => Promise<void>): Promise<LoopOutcome> {
  return await drive(site, plan, onBegin);
}

/** Runs an idle fleet in a separate process. Calls `onBegin` when the warm-up is over. */
export async function driveFleet(site: Site, plan: Fleet, onBegin: () => Promise<void>): Promise<FleetOutcome> {
  return await drive(site, plan, onBegin);
}

async function drive<T>(site: Site, plan: ClosedLoop | Fleet, onBegin: () => Promise<void>): Promise<T> {
  const program = startLoad(site);
  program.child.send(plan);
  await nextMessage<WarmUpOver>(program);
  const outcome = nextMessage<T>(program);
  await onBegin();
  return await outcome;
}

export async function driveReading(site: Site, plan: Reading): Promise<ReadingOutcome> {
  const program = startLoad(site);
  program.child.send(plan);
  return await nextMessage<ReadingOutcome>(program);
}

function startLoad(site: Site) {
  const program = startProgram(programPath(PACKAGE, 'load/main'));
  site.onClose(() => program.stop());
  return program;
}
