import { get } from 'node:http';
import { get as getSecurely } from 'node:https';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const ANYWHERE = ['', '0.0.0.0', '::'];
/** After the launcher is killed, its services need up to 10 s to stop. */
const PORT_FREE_WITHIN_MS = 12_000;
/** Starting both services takes minutes on a busy machine. The launcher notices at once if a service dies. */
const ANSWERS_WITHIN_MS = 300_000;
const POLL_MS = 100;

/** Returns the address at which this machine reaches a service with this environment. */
export function addressOf(port: number, environment: NodeJS.ProcessEnv): string {
  const host = environment['HOST'] ?? '';
  const name = ANYWHERE.includes(host) ? '127.0.0.1' : host;
  const scheme = environment['TLS_CERT_FILE'] ? 'https' : 'http';
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Waits until the port is free. Otherwise another program on the port could be mistaken for our service. */
export async function untilPortIsFree(
  port: number,
  environment: NodeJS.ProcessEnv,
  warn: (line: string) => void,
  abort: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + PORT_FREE_WITHIN_MS;
  const host = environment['HOST'] || '127.0.0.1';
  for (let first = true; ; first = false) {
    const fault = await tryListening(port, host);
    if (!fault) return;
    if (fault.code !== 'EADDRINUSE') throw new Error(`cannot listen on ${host} port ${port}: ${fault.message}`);
    if (performance.now() > deadline) throw new Error(`port ${port} is in use by another program: choose another port`);
    if (first) warn(`port ${port} is in use, waiting for it`);
    await sleep(POLL_MS, undefined, { signal: abort });
  }
}

async function tryListening(port: number, host: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

export async function untilHealthy(name: string, address: string, abort: AbortSignal): Promise<void> {
  const deadline = performance.now() + ANSWERS_WITHIN_MS;
  while (!(await answers(`${address}/healthz`))) {
    if (performance.now() > deadline) throw new Error(`${name} does not answer on ${address}/healthz`);
    await sleep(POLL_MS, undefined, { signal: abort });
  }
}

async function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (status: number | undefined) => resolve(status === 200);
    // The certificate may be trusted only by the service's users. This request only checks that the service is up.
    const request = url.startsWith('https:')
      ? getSecurely(url, { agent: false, timeout: 2_000, rejectUnauthorized: false })
      : get(url, { agent: false, timeout: 2_000 });
    request.once('response', (response) => {
      response.resume();
      done(response.statusCode);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => done(undefined));
  });
}
