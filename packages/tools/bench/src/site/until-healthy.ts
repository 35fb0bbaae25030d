import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when the service on this port answers. Rejects when its process has ended. */
export async function untilHealthy(port: number, ended: Promise<string>): Promise<void> {
  const gone = ended.then((how) => {
    throw new Error(`the service ended (${how})`);
  });
  gone.catch(() => undefined);
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/healthz`)
      .then((reply) => reply.ok)
      .catch(() => false);
  while (!(await Promise.race([isHealthy(), gone]))) await sleep(50);
}
