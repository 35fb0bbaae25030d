import { setTimeout as sleep } from 'node:timers/promises';
import { summarise, type Latencies } from '../latencies.ts';

export interface CallersOutcome {
  readonly done: number;
  readonly seconds: number;
  readonly latencies: Latencies;
  readonly ranDry: boolean;
}

/** Lets concurrent callers repeat a call for some time; `onBegin` marks the end of the warm-up. */
export async function runCallers(
  { callers, warmUpSeconds, seconds }: { callers: number; warmUpSeconds: number; seconds: number },
  call: (caller: number) => Promise<boolean>,
  onBegin: () => void,
): Promise<CallersOutcome> {
  const times: number[] = [];
  const dry = Promise.withResolvers<void>();
  let ranDry = false;
  let over = false;
  let begunAt = Infinity;
  let endedAt = Infinity;
  const drive = async (caller: number) => {
    while (!over) {
      const start = performance.now();
      if (!(await call(caller))) {
        ranDry = over = true;
        dry.resolve();
        return;
      }
      const now = performance.now();
      if (now >= begunAt && now <= endedAt) times.push(now - start);
    }
  };
  const driving = Promise.all(Array.from({ length: callers }, (_, caller) => drive(caller)));
  driving.catch(() => undefined);
  await Promise.race([sleep(warmUpSeconds * 1_000), dry.promise, driving]);
  onBegin();
  begunAt = performance.now();
  await Promise.race([sleep(seconds * 1_000), dry.promise, driving]);
  endedAt = performance.now();
  over = true;
  await driving;
  return { done: times.length, seconds: (endedAt - begunAt) / 1_000, latencies: summarise(times), ranDry };
}
