import type { Operation } from '@almagest/contracts';
import type { RequestHandler } from 'express';
import type http from 'node:http';
import { pino } from 'pino';
import { createEdge, JsonItems, type EdgeOptions } from '../src/http/http-edge.ts';
import { listen, type RunningServer } from '../src/http/http-server.ts';
import { openMetrics } from '../src/process/metrics.ts';
import { markOutage } from '../src/database/outage.ts';
import { Refusal } from '../src/http/refusal.ts';
import { RunningHandlers } from '../src/http/running-handlers.ts';
import { operations, type Operations } from './small-contract.ts';

export const BODY_LIMIT = 256;
/** The content of the files `long` and `parts`. */
export const LONG_TEXT = 'a line\n'.repeat(200);

export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly req_id: string;
  readonly path?: string;
  readonly status?: number;
  readonly cut?: boolean;
  readonly caller?: string;
  readonly client?: string;
  readonly cause?: string;
  readonly err?: { readonly message: string };
}
/** Records of the requests since the last `forget`. */
interface Seen {
  lines: LogLine[];
  steps: string[];
  asked: http.IncomingMessage[];
}

async function* endless(): AsyncGenerator<string> {
  for (;;) {
    yield 'x'.repeat(65_536);
    await new Promise(setImmediate);
  }
}

/** An HTTP edge with a small contract, whose handlers behave as the path says. */
export class SmallEdge {
  readonly seen: Seen = { lines: [], steps: [], asked: [] };
  readonly metrics = openMetrics();
  readonly running = new RunningHandlers();
  url = '';
  #server: RunningServer | undefined;

  async start(): Promise<void> {
    const at = { host: '127.0.0.1', port: 0, tls: undefined };
    this.#server = await listen(createEdge({ ...this.options, trustProxy: undefined }), at);
    this.url = `http://127.0.0.1:${this.#server.port}`;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  forget(): void {
    Object.assign(this.seen, { lines: [], steps: [], asked: [] });
    this.metrics.registry.resetMetrics();
  }

  /** Sends a body unchanged to the operation `store`. */
  async store(body: string | Uint8Array<ArrayBuffer> | undefined, { path = '/api/things/x', headers = {} } = {}) {
    const answer = await fetch(this.url + path, { method: 'POST', headers, ...(body === undefined ? {} : { body }) });
    return { status: answer.status, body: (await answer.json()) as { success?: boolean; message?: string } };
  }

  get options(): Omit<EdgeOptions<Operations, string>, 'trustProxy'> {
    const { seen } = this;
    const write = (line: string) => void seen.lines.push(JSON.parse(line) as LogLine);
    const limiter: RequestHandler = (_req, _res, next) => {
      seen.steps.push('before');
      next();
    };
    return {
      operations,
      log: pino({ level: 'debug' }, { write }),
      running: this.running,
      requests: this.metrics.requests,
      describeCaller: (caller) => caller.replace('Bearer ', 'node '),
      bodyLimitBytes: BODY_LIMIT,
      before: { store: [limiter] },
      authenticate: ({ operationId }: Operation, req) => {
        seen.steps.push('authenticate');
        if (req.headers.authorization === 'Bearer wrong') throw new Refusal('unauthenticated', 'who are you?');
        return `${req.headers.authorization ?? 'anyone'} for ${operationId}`;
      },
      handlers: {
        store: ({ params, query, body, caller }) => {
          seen.steps.push('handle');
          if (params.name === 'boom') throw new Error('hunter2');
          if (params.name === 'away') throw markOutage('database', new Error('connect ECONNREFUSED'));
          if (params.name === 'list') return new JsonItems(endless());
          return { params, query, body, caller };
        },
        claim: ({ req }) => ({ ip: req.ip ?? '' }),
        readFile: ({ params, req, res }) => {
          if (params.path === 'parts') res.setHeader('Accept-Ranges', 'bytes');
          if (params.path === 'long' || params.path === 'parts') return void res.type('text/plain').send(LONG_TEXT);
          if (params.path !== 'slow') return void res.type('text/plain').send(params.path);
          res.write('begun');
          seen.asked.push(req);
        },
        readHealth: () => ({ status: 'ok' }),
      },
    };
  }
}
