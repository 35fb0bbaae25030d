import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { startBalancer } from '../src/start-balancer.ts';

const cleanUps: (() => Promise<void>)[] = [];

/** To be called after each test. */
export async function cleanUp(): Promise<void> {
  for (const undo of cleanUps.splice(0).toReversed()) await undo();
}

export interface Replica {
  readonly port: number;
  /** Paths of the requests that came, without those for its health. */
  readonly seen: string[];
  healthy: boolean;
  /** Takes no more connections, and breaks those there are. */
  die(): Promise<void>;
}

/** A stand-in of a service's replica. */
export async function startReplica(answer: (req: IncomingMessage, res: ServerResponse) => unknown): Promise<Replica> {
  const sockets = new Set<Socket>();
  const server = http.createServer((req, res) => {
    if (req.url === '/readyz') return void res.writeHead(replica.healthy ? 200 : 503).end();
    replica.seen.push(req.url ?? '');
    answer(req, res);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const die = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.resetAndDestroy();
    });
  const replica: Replica = { port: (server.address() as AddressInfo).port, seen: [], healthy: true, die };
  cleanUps.push(async () => {
    if (server.listening) await die();
  });
  return replica;
}

/** A port on which nobody listens. */
export async function deadPort(): Promise<number> {
  const replica = await startReplica(() => undefined);
  await replica.die();
  return replica.port;
}

export async function startWorld(ports: readonly number[], { silenceMs = 100_000, checkEveryMs = 60_000 } = {}) {
  const backends = ports.map((port) => ({ host: '127.0.0.1', port }));
  const config = { host: '127.0.0.1', port: 0, backends, checkEveryMs, silenceMs, logLevel: 'silent' };
  const { server, stop } = await startBalancer(config);
  let stopped: Promise<void> | undefined;
  const stopOnce = () => (stopped ??= stop());
  cleanUps.push(stopOnce);
  return { port: server.port, url: `http://127.0.0.1:${server.port}`, stop: stopOnce };
}

export async function bodyOf(message: IncomingMessage): Promise<string> {
  return (await message.setEncoding('utf8').toArray()).join('');
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}
