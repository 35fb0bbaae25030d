import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { referenceText } from '../article/reference-text.ts';
import { ARTICLES, fullText } from '../content/full-texts.ts';
import { asPlainText, type Entry, type Library } from '../content/library.ts';
import { FaultRefusedError, parseFaults } from '../faults/fault.ts';
import type { FaultRegistry } from '../faults/fault-registry.ts';
import { parseScript, type Script, type ScriptedTurn } from '../provider/turn.ts';
import { HOST_NAMES, type HostName, type Route } from '../server/exchange.ts';
import type { RequestLog } from '../server/request-log.ts';
import { DEFAULT_SETTINGS, type LabSettings } from '../world.ts';

export interface ControlDeps {
  readonly routes: readonly Route[];
  readonly library: Library;
  readonly log: RequestLog;
  readonly faults: FaultRegistry;
  readonly latency: Record<HostName, number>;
  readonly settings: LabSettings;
  readonly script: Script;
  readonly origins: Readonly<Record<HostName, string>>;
  readonly environment: () => Record<string, string>;
}

interface ControlReply {
  readonly status: number;
  readonly value?: unknown;
}

type Handler = (captured: string, body: unknown, query: URLSearchParams) => ControlReply;

/** Serves `/lab/...`, where people and other programs inspect and change the running laboratory. */
export class ControlServer {
  readonly #deps: ControlDeps;
  readonly #server: Server;

  constructor(deps: ControlDeps) {
    this.#deps = deps;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async listen(address: string, port: number): Promise<number> {
    this.#server.listen(port, address);
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://laboratory');
    const { status, value } = this.#answer(`${request.method} ${url.pathname}`, Buffer.concat(chunks).toString(), url);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(value === undefined ? '' : `${JSON.stringify(value, undefined, 2)}\n`);
  }

  #answer(line: string, text: string, url: URL): ControlReply {
    try {
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      for (const [pattern, handler] of this.#handlers()) {
        const match = pattern.exec(line);
        if (match !== null) return handler(match[1] ?? '', body, url.searchParams);
      }
      return { status: 404, value: { error: 'no such path', paths: this.#handlers().map(([{ source }]) => source) } };
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof FaultRefusedError)
        return { status: 400, value: { error: error.message } };
      throw error;
    }
  }

  #handlers(): readonly (readonly [RegExp, Handler])[] {
    const { library, log, faults, settings, script, latency, origins, environment, routes } = this.#deps;
    const done = { status: 204 };
    return [
      [
        /^GET \/(?:lab)?$/,
        () => ({ status: 200, value: { origins, routes: routes.map(({ name }) => name), settings, latency } }),
      ],
      [/^GET \/lab\/environment$/, () => ({ status: 200, value: environment() })],
      [/^GET \/lab\/papers$/, () => ({ status: 200, value: library.entries.map(summaryOf) })],
      [/^GET \/lab\/papers\/(\w+)$/, (key) => paperReply(library, key)],
      [/^GET \/lab\/faults$/, () => ({ status: 200, value: faults.list() })],
      [
        /^PUT \/lab\/faults\/([\w.]+)$/,
        (name, body) => (faults.set(name, parseFaults(body, this.#route(name).contentFaults ?? [])), done),
      ],
      [/^DELETE \/lab\/faults\/([\w.]+)$/, (name) => (faults.clear(this.#route(name).name), done)],
      [/^DELETE \/lab\/faults$/, () => (faults.clear(), done)],
      [/^GET \/lab\/requests$/, (_, __, query) => ({ status: 200, value: this.#requests(query) })],
      [/^DELETE \/lab\/requests$/, () => (log.clear(), done)],
      [
        /^GET \/lab\/traffic$/,
        () => ({ status: 200, value: Object.fromEntries(HOST_NAMES.map((host) => [host, log.traffic(host)])) }),
      ],
      [/^PUT \/lab\/latency$/, (_, body) => (Object.assign(latency, checked(body, HOST_NAMES, 'number')), done)],
      [/^GET \/lab\/script$/, () => ({ status: 200, value: script.list() })],
      [/^PUT \/lab\/script$/, (_, body) => (script.set(turnsOf(body)), done)],
      [/^PUT \/lab\/settings$/, (_, body) => (Object.assign(settings, checkedSettings(body)), done)],
    ];
  }

  #requests(query: URLSearchParams): unknown {
    const host = HOST_NAMES.find((name) => name === query.get('host'));
    const all = this.#deps.log.list({ host, route: query.get('route') ?? undefined });
    const limit = Number(query.get('limit') ?? 100);
    return { total: all.length, requests: limit > 0 ? all.slice(-limit) : [] };
  }

  #route(name: string): Route {
    const route = this.#deps.routes.find((route) => route.name === name);
    if (route === undefined) throw new FaultRefusedError(`no route ${name}. GET /lab lists the routes`);
    return route;
  }
}

function summaryOf({ paper, bibcode }: Entry): object {
  const { key, title, preprint } = paper;
  return {
    key,
    bibcode,
    preprint_id: preprint?.id ?? null,
    title: asPlainText(title),
    is_written_out: key in ARTICLES,
  };
}

/** Returns a paper with its text, block by block. */
function paperReply(library: Library, key: string): ControlReply {
  const entry = library.entries.find(({ paper }) => paper.key === key);
  if (entry === undefined) return { status: 404, value: { error: `no paper ${key}. GET /lab/papers lists all` } };
  return { status: 200, value: { ...summaryOf(entry), text: referenceText(fullText(entry), 'tex') } };
}

function turnsOf(body: unknown): ScriptedTurn[] {
  const turns = parseScript(body);
  if (turns === undefined)
    throw new FaultRefusedError('a script is a list of turns: text, reasoning, tool_calls, finish_reason, when, times');
  return turns;
}

function checked(body: unknown, names: readonly string[], type: string): object {
  if (typeof body !== 'object' || body === null) throw new FaultRefusedError('the body must be an object');
  for (const [name, value] of Object.entries(body)) {
    if (!names.includes(name)) throw new FaultRefusedError(`${name} must be one of ${names.join(', ')}`);
    if (typeof value !== type) throw new FaultRefusedError(`${name} must be a ${type}`);
  }
  return body;
}

const SETTING_VALUES: { readonly [N in keyof LabSettings]: readonly LabSettings[N][] } = {
  atom: ['current', 'legacy'],
  publisherAt: ['publisher', 'catalog', 'mirror'],
  pageFrame: [true, false],
};

function checkedSettings(body: unknown): object {
  if (typeof body !== 'object' || body === null) throw new FaultRefusedError('the body must be an object');
  for (const [name, value] of Object.entries(body)) {
    const values: readonly unknown[] | undefined =
      name in DEFAULT_SETTINGS ? SETTING_VALUES[name as keyof LabSettings] : undefined;
    if (values?.includes(value) !== true) throw new FaultRefusedError(`${name} cannot be ${JSON.stringify(value)}`);
  }
  return body;
}
