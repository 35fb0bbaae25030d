import { Connection } from './connection.ts';
import type { Reading, ReadingOutcome } from './plan.ts';
import { getRequest } from './requests.ts';

/** Sends the requests one after the other and measures the time of each. */
export async function runReading({ port, token, requests }: Reading): Promise<ReadingOutcome> {
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
