import dgram, { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { readFileSync, writeFileSync } from 'node:fs';
import net, { connect, createServer } from 'node:net';
import { answerRequests } from '@almagest/bounded-process';

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
  | { readonly kind: 'go out'; readonly way: keyof typeof WAYS_OUT; readonly port: number }
  | { readonly kind: 'exit' };

export interface Reply {
  readonly pid: number;
  readonly text: string;
}

const held: Buffer[] = [];

const WAYS_OUT = {
  connect: (port: number) => connect(port, '127.0.0.1'),
  fetch: async (port: number) => await fetch(`http://127.0.0.1:${port}/`),
  listen: () => createServer().listen(0),
  datagram: (port: number) => createSocket('udp4').send('a', port, '127.0.0.1'),
  lookup: async () => await lookup('localhost'),
  datagramHandle: (port: number) => new dgram.Socket({ type: 'udp4' } as never).bind(port),
  // Undocumented functions that Node itself uses.
  listenInside: () => call(createServer(), '_listen2', '127.0.0.1', 0, 4),
  serverHandle: () => call(net, '_createServerHandle', '127.0.0.1', 0, 4),
  socketHandle: () => call(dgram, '_createSocketHandle', '127.0.0.1', 0, 'udp4'),
  signal: () => process.kill(process.ppid, 'SIGCONT'),
  signalInside: () => call(process, '_kill', process.ppid, 18),
  debug: () => call(process, '_debugProcess', process.ppid),
} as const;

function call(owner: object, name: string, ...args: unknown[]): unknown {
  return (Reflect.get(owner, name) as (...args: unknown[]) => unknown).apply(owner, args);
}

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
    case 'go out':
      await WAYS_OUT[request.way](request.port);
      return { pid: process.pid, text: 'sent' };
    case 'exit':
      process.exit(3);
  }
});
