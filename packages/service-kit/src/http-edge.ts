import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FailureStyle, Operation } from '@almagest/contracts';
import { compile } from '@almagest/contracts/validate';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import helmet from 'helmet';
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { bodyMemory, type BodyMemory } from './body-memory.ts';
import type { Logger } from './log.ts';
import { answerFailure, styleOf } from './failures.ts';
import { FaultLog } from './fault-log.ts';
import type { RequestMetrics } from './metrics.ts';
import { readQuery } from './query.ts';
import { Refusal } from './refusal.ts';
import { notesOf, observe } from './request-log.ts';

type Value<S> = S extends TSchema ? Static<S> : undefined;

/** What a handler is given: every part already checked against the contract. */
export interface Call<O extends Operation, C> {
  readonly params: Value<O['params']>;
  readonly query: Value<O['query']>;
  readonly body: Value<O['body']>;
  /** Who calls, as the service's own authentication found. */
  readonly caller: C;
  readonly req: Request;
  readonly res: Response;
}

/** The items of a long list, sent as they come instead of being held in memory. */
export class JsonItems<T> {
  readonly items: AsyncIterable<T>;

  constructor(items: AsyncIterable<T>) {
    this.items = items;
  }
}

/** A reply that is JSON already: made elsewhere, and sent without being read and written again. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Reply<R> = R extends TSchema
  ? JsonText | Static<R> | (Static<R> extends (infer T)[] ? JsonItems<T> : never)
  : void;

/** A handler returns the reply, or answers itself where the reply is no JSON. */
type Handler<O extends Operation, C> = (call: Call<O, C>) => Promise<Reply<O['reply']>> | Reply<O['reply']>;

/** One handler for each operation of a contract: an operation without one does not compile. */
export type Handlers<O extends Readonly<Record<string, Operation>>, C> = { readonly [N in keyof O]: Handler<O[N], C> };

export interface EdgeOptions<O extends Readonly<Record<string, Operation>>, C> {
  readonly operations: O;
  readonly handlers: Handlers<O, C>;
  readonly authenticate: (operation: Operation, req: Request) => Promise<C> | C;
  /** Middlewares of single operations, such as limiters and readers of multipart bodies; after authentication. */
  readonly before: Partial<Record<keyof O & string, readonly RequestHandler[]>>;
  /** The caller as the log names it. */
  readonly nameCaller: (caller: C) => string;
  readonly log: Logger;
  readonly requests: RequestMetrics;
  readonly trustProxy: string | undefined;
  readonly bodyLimitBytes: number;
  /** What all bodies under way may hold; the process's own unless a test has another. */
  readonly memory?: BodyMemory;
}

/** The HTTP edge of a service: the only place that validates requests and words failures. */
export function createEdge<const O extends Readonly<Record<string, Operation>>, C>(
  options: EdgeOptions<O, C>,
): Express {
  const { operations, log } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // `simple` keeps `a[b]=1` as it is, so that a nested parameter can be refused instead of reinterpreted.
  app.set('query parser', 'simple');
  if (options.trustProxy !== undefined) app.set('trust proxy', trustProxySetting(options.trustProxy));
  app.use(observe(options));
  app.use(helmet({ contentSecurityPolicy: { useDefaults: true, directives: { 'upgrade-insecure-requests': null } } }));
  for (const name of Object.keys(operations) as (keyof O & string)[]) mount(app, name, options);
  app.use((req, _res, next) => {
    next(new Refusal('unknown', `no operation answers ${req.method} ${req.path}`));
  });
  const faults = new FaultLog(log);
  const onError: ErrorRequestHandler = (error, req, res, _next) => {
    const style = (res.locals['style'] as FailureStyle | undefined) ?? styleOf(operations, req.path);
    const noted = notesOf(res);
    noted.failure = answerFailure(error, style, res, (fault) =>
      faults.tell('request failed', fault, { req_id: noted.id }),
    );
  };
  app.use(onError);
  return app;
}

/** Who calls, for middlewares of single operations: they run after authentication. */
export function callerOf(res: Response): unknown {
  return notesOf(res).caller?.value;
}

function mount<O extends Readonly<Record<string, Operation>>, C>(
  app: Express,
  name: keyof O & string,
  options: EdgeOptions<O, C>,
): void {
  const operation = options.operations[name] as Operation;
  const handler = options.handlers[name] as unknown as (call: Call<Operation, C>) => unknown;
  const readParams = reader(operation.params);
  const readBody = reader(operation.body);
  const checkQuery = reader(operation.query);
  const enter: RequestHandler = async (req, res, next) => {
    const noted = notesOf<C>(res);
    noted.operation = name;
    res.locals['style'] = operation.failures;
    noted.caller = { value: await options.authenticate(operation, req) };
    // Before any body is read: a form's files would be left on the disk.
    res.locals['address'] = {
      params: readParams('path', joinWildcards(req.params)),
      query: checkQuery('query', readQuery(operation.query ?? NO_QUERY, req.query, operation.unknownKeys)),
    };
    next();
  };
  const answer: RequestHandler = async (req, res) => {
    const reply = await handler({
      ...(res.locals['address'] as object),
      body: readBody('body', req.body),
      caller: notesOf<C>(res).caller?.value as C,
      req,
      res,
    } as Call<Operation, C>);
    if (reply instanceof JsonItems) await sendItems(res, reply.items);
    else if (reply instanceof JsonText) res.type('json').send(reply.text);
    else if (reply !== undefined) sendJson(res, reply);
  };
  const parse = operation.body === undefined ? [] : [jsonReader(options.bodyLimitBytes, options.memory)];
  app[operation.method](expressPath(operation.path), enter, ...(options.before[name] ?? []), ...parse, answer);
}

const NO_QUERY = Type.Object({});

/** Takes JSON under whatever content type it is sent. An empty body is none: Express would take it for `{}`. */
function jsonReader(limit: number, memory = bodyMemory): RequestHandler {
  const verify = (_req: unknown, _res: unknown, bytes: Buffer): void => {
    if (bytes.length === 0) throw missingBody();
  };
  const parse = express.json({ limit, type: () => true, verify });
  return (req, res, next) => {
    let gaveWay = false;
    const held = memory.hold(req, res, (refusal) => {
      gaveWay = true;
      next(refusal);
    });
    // A packed body may hold as much as any while little of it has come.
    if (req.headers['content-encoding'] !== undefined) held.add(limit);
    req.on('data', (chunk: Buffer) => held.add(chunk.length));
    parse(req, res, (error?: unknown) => {
      if (!gaveWay) next(error);
    });
  };
}

function missingBody(): Refusal {
  return new Refusal('malformed', 'the body is missing; expected a JSON object');
}

/** Without Express's ETag and charset work: half the cost of `res.json` on the paths a fleet uses all day. */
function sendJson(res: Response, reply: unknown): void {
  const text = JSON.stringify(reply);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.setHeader('Cache-Control', 'no-store');
  res.end(text);
}

/** A list that breaks off half-way breaks the connection as well: the client cannot take it for the whole. */
/** What fails before the first item is there is answered as any other failure; later, the answer is cut. */
async function sendItems(res: Response, items: AsyncIterable<unknown>): Promise<void> {
  const text = async function* () {
    let opening = '[';
    for await (const item of items) {
      yield `${opening}${JSON.stringify(item)}`;
      opening = ',\n';
    }
    yield opening === '[' ? '[]' : ']';
  };
  const parts = text();
  const first = await parts.next();
  const all = async function* () {
    yield first.value;
    yield* parts;
  };
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Cache-Control', 'no-store');
  await pipeline(Readable.from(all()), res);
}

const readers = new WeakMap<TSchema, (part: string, value: unknown) => unknown>();

function reader(schema: TSchema | TObject | undefined): (part: string, value: unknown) => unknown {
  if (schema === undefined) return () => undefined;
  const known = readers.get(schema);
  if (known !== undefined) return known;
  const check = compile(schema);
  const read = (part: string, value: unknown) => {
    if (part === 'body' && value === undefined) throw missingBody();
    const checked = check(value);
    if (!checked.ok) throw new Refusal('malformed', `${part}: ${checked.fault}`);
    return checked.value;
  };
  readers.set(schema, read);
  return read;
}

function joinWildcards(params: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, Array.isArray(value) ? value.join('/') : value]),
  );
}

/** `{name}` and `{name...}` of the contract in the words of Express 5. */
function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\.\.\.\}/g, '*$1').replaceAll(/\{(\w+)\}/g, ':$1');
}

function trustProxySetting(text: string): boolean | number | string {
  if (text === 'true' || text === 'on') return true;
  if (text === 'false' || text === 'off') return false;
  return /^\d+$/.test(text) ? Number(text) : text;
}
