import dgram, { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { readFileSync, writeFileSync } from 'node:fs';
import net, { connect, createServer } from 'node:net';
import { answerRequests } from '@almagest/bounded-process';

/** The tasks of the test program. */
export type Request =
  | { readonly kind: 'echo'; readonly text: string }
  | { readonly kind: 'fail'; readonly code: string }
  | { readonly kind: 'wait'; readonly progress: string }
  | { readonly kind: 'work'; readonly burnMs: number; readonly waitMs: number }
  | { readonly kind: 'spin'; readonly progress: string }
  | { readonly kind: 'split'; readonly parts: number }
  | { readonly kind: 'buffer'; readonly bytes: number }
  | { readonly kind: 'write'; readonly path: string }
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'network'; readonly way: keyof typeof NETWORK; readonly port: number }
  | { readonly kind: 'signal'; readonly way: keyof typeof SIGNALS }
  | { readonly kind: 'exit' };

export interface Reply {
  readonly pid: number;
  readonly text: string;
}

const held: Buffer[] = [];

const NETWORK = {
  connect: (port: number) => connect(port, '127.0.0.1'),
  fetch: async (port: number) => await fetch(`http://127.0.0.1:${port}/`),
  listen: () => createServer().listen(0),
  datagram: (port: number) => createSocket('udp4').send('a', port, '127.0.0.1'),
  lookup: async () => await lookup('localhost'),
  datagramHandle: (port: number) => new dgram.Socket({ type: 'udp4' }).bind(port),
  // Undocumented functions that Node itself uses.
  listenInside: () => (createServer() as unknown as Inside)._listen2('127.0.0.1', 0, 4),
  serverHandle: () => (net as unknown as Inside)._createServerHandle('127.0.0.1', 0, 4),
  socketHandle: () => (dgram as unknown as Inside)._createSocketHandle('127.0.0.1', 0, 'udp4'),
} as const;
type Inside = Record<'_listen2' | '_createServerHandle' | '_createSocketHandle', (...args: unknown[]) => unknown>;

const SIGNALS = {
  kill: (pid: number) => process.kill(pid, 'SIGCONT'),
  _kill: (pid: number) => (process as unknown as Signals)._kill(pid, 18),
  _debugProcess: (pid: number) => (process as unknown as Signals)._debugProcess(pid),
} as const;
type Signals = Record<'_kill' | '_debugProcess', (pid: number, signal?: number) => unknown>;

answerRequests(async (request: Request, tell, files): Promise<Reply> => {
  switch (request.kind) {
    case 'echo':
      return { pid: process.pid, text: [request.text, ...files.map(String)].join(' ') };
    case 'fail':
      throw Object.assign(new Error('it could not be done'), { code: request.code });
    case 'wait':
      tell(request.progress);
      return await new Promise(() => undefined);
    case 'work': {
      const usedMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000;
      const endMs = usedMs() + request.burnMs;
      while (usedMs() < endMs);
      await new Promise((resolve) => setTimeout(resolve, request.waitMs));
      return { pid: process.pid, text: 'done' };
    }
    case 'spin':
      tell(request.progress);
      // The message leaves only when the loop yields.
      await new Promise((resolve) => setImmediate(resolve));
      for (;;);
    case 'split':
      // A single allocation that is larger than the limit.
      return { pid: process.pid, text: String('a,'.repeat(request.parts).split(',').length) };
    case 'buffer':
      // Outside the JavaScript heap.
      held.push(Buffer.alloc(request.bytes, 1));
      return await new Promise(() => undefined);
    case 'write':
      writeFileSync(request.path, 'written');
      return { pid: process.pid, text: 'written' };
    case 'read':
      return { pid: process.pid, text: readFileSync(request.path, 'utf8') };
    case 'network':
      await NETWORK[request.way](request.port);
      return { pid: process.pid, text: 'sent' };
    case 'signal':
      SIGNALS[request.way](process.ppid);
      return { pid: process.pid, text: 'sent' };
    case 'exit':
      process.exit(3);
  }
});
