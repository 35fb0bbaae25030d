import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { ArtifactDeclaration, TaskReport, TaskSpec } from '@almagest/contracts/grid';
import { cleanUp } from './world.ts';

export const TOKEN = 'gn_the-token';
export const SECRET = 'gs_the-secret';

export interface Received {
  readonly report: TaskReport;
  readonly seed: Buffer | undefined;
}

interface Reply {
  readonly status?: number;
  readonly json?: unknown;
  /** Sent instead of JSON, such as the page of a proxy. */
  readonly text?: string;
  readonly headers?: Record<string, string>;
}

type Handler = (request: {
  token: string | undefined;
  body: Buffer;
  headers: IncomingMessage['headers'];
}) => Reply | undefined | Promise<Reply | undefined>;

/** Replaces the coordinator. The test chooses its answers. */
export class StandIn {
  readonly server = createServer((request, response) => void this.#serve(request, response));
  /** The paths of all requests, in order. */
  readonly seen: string[] = [];
  readonly heartbeats: { node_id: string; active_slots: number; cpu_usage: number; memory_usage: number }[] = [];
  readonly reports: Received[] = [];
  /** Tasks that claims return, first in first out. */
  readonly queue: TaskSpec[] = [];
  readonly files = new Map<string, Buffer>();
  /** ETags of files, by default their hashes. */
  readonly etags = new Map<string, string>();
  readonly declarations: ArtifactDeclaration[] = [];
  /** The received bytes of each artifact, by hash. */
  readonly contents = new Map<string, Buffer>();
  /** Kinds of artifacts that this coordinator rejects. */
  readonly unwanted = new Set<string>();
  /** The `Range` of each request for a file. */
  readonly ranges: { path: string; range: string | undefined }[] = [];
  /** Files whose next answer is cut off after this many bytes, as soon as `arrived` resolves. */
  readonly cuts = new Map<string, { readonly bytes: number; readonly arrived: () => Promise<unknown> }>();
  /** Paths of file requests that were answered with 304. */
  readonly notModified: string[] = [];
  /** Ids of the tasks that the coordinator lists as held. */
  held: string[] = [];
  readonly returned: { task_id: string; reason: string }[] = [];
  /** Tasks that heartbeat replies list as cancelled until they are returned. */
  cancelled: string[] = [];
  quota: number | null = null;
  validToken = TOKEN;
  /** Handlers that replace the default answer of a path. If a handler returns undefined, the default answer is sent. */
  readonly answers = new Map<string, Handler>();

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  countOf(path: string): number {
    return this.seen.filter((seen) => seen === path).length;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    // If a file ends early, the agent closes the connection without waiting for an answer.
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return;
    const token = request.headers.authorization?.replace('Bearer ', '');
    this.seen.push(path);
    const scripted = await this.answers.get(path)?.({ token, body, headers: request.headers });
    const reply = scripted ?? (await this.#ordinary(path, token, body, request));
    if (Buffer.isBuffer(reply)) return this.#sendFile(path, reply, request, response);
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.text ?? JSON.stringify(reply.json ?? {}));
  }

  async #ordinary(
    path: string,
    token: string | undefined,
    body: Buffer,
    request: IncomingMessage,
  ): Promise<Reply | Buffer> {
    if (path === '/api/node/register' && token === undefined) {
      return { json: { status: 'pending_approval', message: '', node_token: null, registration_secret: SECRET } };
    }
    if (path === '/api/node/check_status') {
      return { json: { status: 'approved', message: '', node_token: this.validToken } };
    }
    if (token !== this.validToken) return { status: 401, json: { status: 'error', message: 'invalid token' } };
    switch (path) {
      case '/api/node/register':
        return { json: { status: 'approved', message: '', node_token: null } };
      case '/api/node/heartbeat':
        this.heartbeats.push(JSON.parse(body.toString()) as StandIn['heartbeats'][number]);
        return {
          json: {
            status: 'ok',
            admin_max_slots: this.quota,
            ...(this.cancelled.length === 0 ? {} : { cancelled_tasks: this.cancelled }),
          },
        };
      default:
        return await this.#task(path, body, request);
    }
  }

  async #task(path: string, body: Buffer, request: IncomingMessage): Promise<Reply | Buffer> {
    switch (path) {
      case '/api/task/held': {
        const about = { point_name: 'p', workflow_name: 'w', claimed_at: '2026-01-31T12:00:00.000Z' };
        return { json: { status: 'ok', tasks: this.held.map((task_id) => ({ task_id, ...about })) } };
      }
      case '/api/task/return':
        this.returned.push(JSON.parse(body.toString()) as StandIn['returned'][number]);
        this.cancelled = this.cancelled.filter((id) => id !== this.returned.at(-1)?.task_id);
        return { json: { status: 'ok', message: 'reclaimed' } };
      case '/api/task/claim': {
        const task = this.queue.shift() ?? null;
        return { json: { status: task ? 'ok' : 'empty', task } };
      }
      case '/api/task/report':
        this.reports.push(await readForm(body, request.headers['content-type'] ?? ''));
        return { json: { status: 'ok', message: '' } };
      case '/api/task/artifacts':
        return { json: this.#declare(JSON.parse(body.toString()) as ArtifactDeclaration) };
      default:
        if (path.startsWith('/api/task/artifacts/')) return this.#takeContent(path, body);
        if (request.method === 'POST') return { status: 404, json: { status: 'error', message: 'no operation' } };
        return this.files.get(path) ?? { status: 404, text: 'no such file', headers: { 'content-type': 'text/plain' } };
    }
  }

  #declare(declaration: ArtifactDeclaration): object {
    this.declarations.push(declaration);
    const artifacts = declaration.artifacts.map(({ path, kind, sha256, size_bytes: size }) => {
      const offset = this.contents.get(sha256)?.length ?? 0;
      const isWhole = this.contents.has(sha256) && offset === size;
      const status = this.unwanted.has(kind) ? 'unwanted' : isWhole ? 'stored' : 'upload';
      return { path, status, offset, reason: null };
    });
    return { status: 'ok', artifacts };
  }

  #takeContent(path: string, body: Buffer): Reply {
    const { pathname, searchParams } = new URL(path, 'http://stand-in');
    const sha256 = pathname.split('/').at(-1) ?? '';
    const before = this.contents.get(sha256) ?? Buffer.alloc(0);
    const content = Buffer.concat([before.subarray(0, Number(searchParams.get('offset'))), body]);
    this.contents.set(sha256, content);
    const stored = createHash('sha256').update(content).digest('hex') === sha256;
    return { json: { status: 'ok', received: content.length, stored } };
  }

  #sendFile(path: string, content: Buffer, request: IncomingMessage, response: ServerResponse): void {
    const etag = this.etags.get(path) ?? `"${createHash('sha256').update(content).digest('hex')}"`;
    const { range, 'if-range': version = etag } = request.headers;
    if (request.headers['if-none-match'] === etag) {
      this.notModified.push(path);
      response.writeHead(304, { etag }).end();
      return;
    }
    this.ranges.push({ path, range });
    const start = version === etag ? Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0) : 0;
    if (start > 0 && start >= content.length) {
      response.writeHead(416).end();
      return;
    }
    response.writeHead(start > 0 ? 206 : 200, {
      etag,
      'content-type': 'application/octet-stream',
      'content-length': content.length - start,
      ...(start > 0 ? { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` } : {}),
    });
    const cut = this.cuts.get(path);
    if (cut === undefined) {
      response.end(content.subarray(start));
      return;
    }
    this.cuts.delete(path);
    response.write(content.subarray(start, cut.bytes));
    void cut.arrived().then(() => response.destroy());
  }
}

export async function startStandIn(...tasks: readonly TaskSpec[]): Promise<StandIn> {
  const standIn = new StandIn();
  standIn.queue.push(...tasks);
  standIn.server.listen(0, '127.0.0.1');
  await once(standIn.server, 'listening');
  cleanUp(() => {
    standIn.server.closeAllConnections();
    standIn.server.close();
  });
  return standIn;
}

async function readForm(body: Buffer, type: string): Promise<Received> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const [report, seed] = [form.get('report'), form.get('seed_file')];
  return {
    report: JSON.parse(typeof report === 'string' ? report : '') as TaskReport,
    seed: seed instanceof Blob ? Buffer.from(await seed.arrayBuffer()) : undefined,
  };
}
