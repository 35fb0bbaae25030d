import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for what will become true by itself. */
export async function until(condition: () => unknown, withinMs = 60_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${condition.toString()}`);
    await sleep(10);
  }
}
