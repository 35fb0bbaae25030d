import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunLength, RunResult } from '../alternate.ts';
import { driveLoop } from '../load/drive.ts';
import type { Site } from '../site/site.ts';
import { CALLERS, type Work } from './task-queue.ts';

/** Reports with more bytes than this have a model. */
const MODEL_BYTES = 10_000;

/** The node that the load uses. The server doesn't check it. */
const NODES = [{ id: 'node', token: 'none' }];

/**
 * A minimal server that hands the jobs of a library to nodes over HTTP: no validation, no authentication and no state
 * except the library's. A claim takes a waiting job. Its report does the file work and finishes the job.
 */
export class FrontDesk {
  readonly #work: Work;
  readonly #server: Server;
  readonly #jobs: (() => void)[] = [];
  readonly #claims: ((finish: () => void) => void)[] = [];
  readonly #given = new Map<string, () => void>();
  #isOpen = true;

  private constructor(work: Work) {
    this.#work = work;
    this.#server = createServer((req, res) => {
      const answer = req.url === '/api/task/claim' ? this.#claim() : this.#report(req);
      answer.then(
        (reply) => send(res, 200, reply),
        (error: unknown) => send(res, 500, { message: String(error) }),
      );
    });
  }

  static async open(work: Work): Promise<FrontDesk> {
    const desk = new FrontDesk(work);
    desk.#server.listen(0, '127.0.0.1');
    await once(desk.#server, 'listening');
    return desk;
  }

  /** Offers a job to the nodes. Resolves when the job is reported. */
  offer(): Promise<void> {
    return new Promise((finish) => {
      if (!this.#isOpen) return finish();
      const claim = this.#claims.shift();
      if (claim === undefined) this.#jobs.push(finish);
      else claim(finish);
    });
  }

  async serveLoad(site: Site, length: RunLength): Promise<RunResult> {
    const { port } = this.#server.address() as AddressInfo;
    const load = { kind: 'cycles', nodes: NODES, seedEvery: 2, summaries: false, ...length } as const;
    return await driveLoop(site, { ...load, port, connections: CALLERS }, () => Promise.resolve());
  }

  /** Finishes the jobs that no node has claimed. */
  close(): void {
    this.#isOpen = false;
    for (const finish of [...this.#jobs, ...this.#given.values()]) finish();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #claim(): Promise<object> {
    const waiting = this.#jobs.shift();
    const finish = waiting ?? (await new Promise<() => void>((resolve) => this.#claims.push(resolve)));
    const id = randomUUID();
    this.#given.set(id, finish);
    return { status: 'ok', task: { task_id: id, point_name: 'point' } };
  }

  async #report(req: IncomingMessage): Promise<object> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const id = /"task_id":"([^"]+)"/.exec(body.toString('latin1', 0, MODEL_BYTES))?.[1] ?? '';
    // `work` does something only for even turns.
    await this.#work(body.length > MODEL_BYTES ? 0 : 1);
    this.#given.get(id)?.();
    this.#given.delete(id);
    return { status: 'ok', message: 'recorded' };
  }
}

function send(res: ServerResponse, status: number, reply: object): void {
  const text = JSON.stringify(reply);
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  res.end(text);
}
