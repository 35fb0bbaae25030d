import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskReport, TaskSpec } from '@almagest/contracts/grid';
import type { Ledger } from '../ledger.ts';

/** The faults of a node's connection. */
export interface LineFaults {
  /** Bytes per second, in both directions. Default: no limit. */
  readonly bytesPerSec?: number;
  /** Cuts the first download of more than this many bytes. */
  readonly cutAfterBytes?: number;
}

export interface LineCounts {
  requests: number;
  /** Downloads that were answered with another page. */
  lies: number;
  cuts: number;
  /** Downloads that continued where an earlier download stopped. */
  resumed: number;
  /** Results that the coordinator answered with 5xx: reports and the artifacts before them. */
  refusedResults: number;
}

interface LineOptions {
  readonly nodeId: string;
  /** The replicas of the coordinator. */
  readonly targets: readonly string[];
  readonly ledger: Ledger;
  readonly faults: LineFaults;
  /** Called with a description of each fault of a node, such as a report for a task that it never claimed. */
  readonly onFault: (fault: string) => void;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** The number of seed downloads that are answered with the page of a captive portal. */
const LIES = 2;
const PORTAL = Buffer.from('<html><title>Guest network</title><p>Please accept the terms of use.</p></html>');
const CHUNK = 16_384;
/** Tasks of this test take less time. A measurement with a stepped clock would show hours. */
const LONGEST_TASK_SEC = 1_800;

/** The connection between a node and the coordinator: a proxy that records requests and injects faults. */
export class Line {
  readonly counts: LineCounts = { requests: 0, lies: 0, cuts: 0, resumed: 0, refusedResults: 0 };
  readonly #options: LineOptions;
  readonly #tasks = new Map<string, TaskSpec>();
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy());
  });

  private constructor(options: LineOptions) {
    this.#options = options;
  }

  static async open(options: LineOptions): Promise<Line> {
    const line = new Line(options);
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.counts.requests += 1;
    const path = request.url ?? '';
    const body = await buffer(request);
    await this.#delay(body.length);
    if (path.startsWith('/api/seed/') && this.counts.lies < LIES) {
      this.counts.lies += 1;
      response.writeHead(200, { 'content-type': 'text/html' }).end(PORTAL);
      return;
    }
    const isReport = path === '/api/task/report';
    const report = isReport ? await this.#noteReport(body, request) : undefined;
    const answer = await this.#forward(request, path, body);
    if (answer.status >= 500 && (isReport || path.startsWith('/api/task/artifacts'))) this.counts.refusedResults += 1;
    if (path === '/api/task/claim') this.#noteClaim(answer);
    if (report !== undefined) this.#noteAnswer(report, answer);
    await this.#reply(response, answer);
  }

  async #reply(response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
    if (status === 206) this.counts.resumed += 1;
    const { cutAfterBytes = Infinity } = this.#options.faults;
    response.writeHead(status, headers);
    for (let sent = 0; sent < body.length; sent += CHUNK) {
      const chunk = body.subarray(sent, sent + CHUNK);
      await this.#delay(chunk.length);
      if (this.counts.cuts === 0 && sent >= cutAfterBytes) {
        this.counts.cuts += 1;
        response.destroy();
        return;
      }
      response.write(chunk);
    }
    response.end();
  }

  async #forward({ method, headers }: IncomingMessage, path: string, body: Buffer): Promise<Answer> {
    const { targets } = this.#options;
    const forwarded = send((targets[this.counts.requests % targets.length] ?? '') + path, {
      ...(method === undefined ? {} : { method }),
      headers: { ...headers, connection: 'close' },
    });
    forwarded.end(body);
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 502, headers: answer.headers, body: await buffer(answer) };
  }

  async #delay(bytes: number): Promise<void> {
    const { bytesPerSec } = this.#options.faults;
    if (bytesPerSec !== undefined) await sleep((1_000 * bytes) / bytesPerSec);
  }

  #noteClaim(answer: Answer): void {
    const { ledger, nodeId } = this.#options;
    const task = ledger.enterClaim(nodeId, replyOf(answer));
    if (task !== undefined) this.#tasks.set(task.task_id, task);
  }

  async #noteReport(body: Buffer, { headers }: IncomingMessage): Promise<TaskReport> {
    const { ledger, nodeId, onFault } = this.#options;
    const type = headers['content-type'] ?? '';
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    const [text, seed] = [form.get('report'), form.get('seed_file')];
    const report = JSON.parse(typeof text === 'string' ? text : '') as TaskReport;
    const task = this.#tasks.get(report.task_id);
    if (task === undefined) onFault(`${nodeId} reported task ${report.task_id}, which it never claimed`);
    else ledger.enterReport({ report, seed: seed instanceof Blob ? await seed.text() : undefined }, task);
    const { elapsed_sec: elapsed } = report;
    if (elapsed !== null && elapsed !== undefined && !(elapsed >= 0 && elapsed < LONGEST_TASK_SEC))
      onFault(`${nodeId} measured ${elapsed} s for task ${report.task_id}`);
    return report;
  }

  #noteAnswer(report: TaskReport, answer: Answer): void {
    this.#options.ledger.enterAnswer(report, replyOf(answer));
  }
}

function replyOf({ status, body }: Answer) {
  const text = body.toString();
  return { status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}
