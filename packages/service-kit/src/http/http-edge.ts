import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FailureStyle, Operation } from '@almagest/contracts';
import { compile } from '@almagest/contracts/validate';
import { within } from '@almagest/tracing';
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
import { compress, isCompressed } from './compress.ts';
import type { Logger } from '../process/log.ts';
import { sendFailure, failureStyleOf } from './failures.ts';
import { FaultLog } from '../process/fault-log.ts';
import type { RequestMetrics } from '../process/metrics.ts';
import { readQuery } from './query.ts';
import { Refusal } from './refusal.ts';
import { logFieldsOf, observe, traceOf } from './request-log.ts';
import { ignoreMeaninglessRange } from './requested-range.ts';
import type { RunningHandlers } from './running-handlers.ts';

type Value<S> = S extends TSchema ? Static<S> : undefined;

/** The input of a handler, already validated against the contract. */
export interface HandlerInput<O extends Operation, C> {
  readonly params: Value<O['params']>;
  readonly query: Value<O['query']>;
  /** Undefined if the operation also takes a form and the request submits a form. */
  readonly body: Value<O['body']> | (O extends { readonly body: TSchema; readonly form: object } ? undefined : never);
  /** The caller, as determined by the service's authentication. */
  readonly caller: C;
  readonly req: Request;
  readonly res: Response;
}

/** The items of a long list, streamed instead of held in memory. */
export class JsonItems<T> {
  readonly items: AsyncIterable<T>;

  constructor(items: AsyncIterable<T>) {
    this.items = items;
  }
}

/** A reply that is already serialised as JSON and is sent unchanged. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Reply<R> = R extends TSchema
  ? JsonText | Static<R> | (Static<R> extends (infer T)[] ? JsonItems<T> : never)
  : void;

type AnyReply<O extends Operation> = Reply<O['reply']> | (O extends { readonly alsoAs: string } ? undefined : never);

/** A handler returns the reply. If the reply isn't JSON, the handler writes the response itself. */
type Handler<O extends Operation, C> = (call: HandlerInput<O, C>) => Promise<AnyReply<O>> | AnyReply<O>;

/** One handler for each operation of a contract. A missing handler is a compile error. */
export type Handlers<O extends Readonly<Record<string, Operation>>, C> = { readonly [N in keyof O]: Handler<O[N], C> };

export interface EdgeOptions<O extends Readonly<Record<string, Operation>>, C> {
  readonly operations: O;
  readonly handlers: Handlers<O, C>;
  readonly authenticate: (operation: Operation, req: Request) => Promise<C> | C;
  /** Middleware for individual operations, such as rate limiters and multipart readers. Runs after authentication. */
  readonly before: Partial<Record<keyof O & string, readonly RequestHandler[]>>;
  readonly describeCaller: (caller: C) => string;
  /**
   * Runs each handler, so that a service can give the handler a context. By default, the handler is called directly.
   */
  readonly within?: (call: HandlerInput<Operation, C>, operation: Operation, handle: () => unknown) => unknown;
  /** Counts running handlers, so that a stop can wait for them. */
  readonly running: RunningHandlers;
  readonly log: Logger;
  readonly requests: RequestMetrics;
  readonly trustProxy: string | undefined;
  readonly bodyLimitBytes: number;
  /** The memory limit of all request bodies. Tests pass their own. */
  readonly memory?: BodyMemory;
}

/** Creates the HTTP edge of a service, the only place that validates requests and formats failures. */
export function createEdge<const O extends Readonly<Record<string, Operation>>, C>(
  options: EdgeOptions<O, C>,
): Express {
  const { operations, log } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // `simple` leaves `a[b]=1` unparsed, so that a nested parameter is refused instead of reinterpreted.
  app.set('query parser', 'simple');
  if (options.trustProxy !== undefined) app.set('trust proxy', trustProxySetting(options.trustProxy));
  app.use(observe(options));
  app.use(ignoreMeaninglessRange);
  app.use(helmet({ contentSecurityPolicy: { useDefaults: true, directives: { 'upgrade-insecure-requests': null } } }));
  for (const name of Object.keys(operations) as (keyof O & string)[]) mount(app, name, options);
  app.use((req, _res, next) => {
    next(unanswered(req, operations));
  });
  const faults = new FaultLog(log);
  const onError: ErrorRequestHandler = (error, req, res, _next) => {
    const style = (res.locals['style'] as FailureStyle | undefined) ?? failureStyleOf(operations, req.path);
    const fields = logFieldsOf(res);
    fields.failure = sendFailure(error, style, res, (fault) =>
      faults.report('request failed', fault, { req_id: fields.id, ...traceOf(fields) }),
    );
  };
  app.use(onError);
  return app;
}

/** MCP clients try a GET and a DELETE, and expect 405 from a server without sessions. */
function unanswered({ method, path }: Request, operations: Readonly<Record<string, Operation>>): Refusal {
  const isRpc = Object.values(operations).some((known) => known.failures === 'rpc' && known.path === path);
  return new Refusal(isRpc ? 'wrong_method' : 'unknown', `no operation answers ${method} ${path}`);
}

/** Returns the caller, for operation middleware, which runs after authentication. */
export function callerOf(res: Response): unknown {
  return logFieldsOf(res).caller?.value;
}

function mount<O extends Readonly<Record<string, Operation>>, C>(
  app: Express,
  name: keyof O & string,
  options: EdgeOptions<O, C>,
): void {
  const operation = options.operations[name] as Operation;
  const handler = options.handlers[name] as unknown as (call: HandlerInput<Operation, C>) => unknown;
  const readParams = reader(operation.params);
  const readBody = reader(operation.body);
  const checkQuery = reader(operation.query);
  const enter: AsyncHandler = async (req, res, next) => {
    const fields = logFieldsOf<C>(res);
    fields.operation = name;
    res.locals['style'] = operation.failures;
    fields.caller = { value: await options.authenticate(operation, req) };
    // Validate these before reading a body. Otherwise the files of a refused form would stay on disk.
    res.locals['address'] = {
      params: readParams('path', joinWildcards(req.params)),
      query: checkQuery('query', readQuery(operation.query ?? NO_QUERY, req.query, operation.unknownKeys)),
    };
    next();
  };
  const answer: AsyncHandler = async (req, res) => {
    const call = {
      ...(res.locals['address'] as object),
      body: isForm(operation, req) ? undefined : readBody('body', req.body),
      caller: logFieldsOf<C>(res).caller?.value as C,
      req,
      res,
    } as HandlerInput<Operation, C>;
    const handle = () =>
      options.within === undefined ? handler(call) : options.within(call, operation, () => handler(call));
    const reply = operation.stream === undefined ? await handle() : await untilRead(req, handle);
    if (reply instanceof JsonItems) await sendItems(res, reply.items);
    else if (reply instanceof JsonText) res.type('json').send(reply.text);
    else if (reply !== undefined) sendJson(res, reply);
  };
  const readJson = operation.body === undefined ? undefined : jsonReader(options.bodyLimitBytes, options.memory);
  const parse: RequestHandler = (req, res, next) => {
    if (readJson === undefined || isForm(operation, req)) next();
    else readJson(req, res, next);
  };
  const counted =
    (handle: AsyncHandler): RequestHandler =>
    (req, res, next) =>
      options.running.during(within(logFieldsOf(res).span, () => handle(req, res, next)));
  const between = [...(isCompressed(operation) ? [compress] : []), ...(options.before[name] ?? []), parse];
  app[operation.method](expressPath(operation.path), counted(enter), ...between, counted(answer));
}

type AsyncHandler = (...given: Parameters<RequestHandler>) => Promise<void>;

/**
 * Returns whether the request submits a form to an operation that also takes JSON. A middleware in `before` reads the
 * form.
 */
export function isForm({ body, form }: Pick<Operation, 'body' | 'form'>, req: Request): boolean {
  return body !== undefined && form !== undefined && req.is('multipart/form-data') !== false;
}

/**
 * Discards the rest of a body if its handler fails. Otherwise a client that is still sending would not see the
 * response, because Node discards only bodies that were not read at all.
 */
async function untilRead(req: Request, handle: () => unknown): Promise<unknown> {
  try {
    return await handle();
  } catch (error) {
    req.resume();
    throw error;
  }
}

const NO_QUERY = Type.Object({});

/** Parses JSON regardless of the content type. An empty body counts as missing. Express would read it as `{}`. */
function jsonReader(limit: number, memory = bodyMemory): RequestHandler {
  const verify = (_req: unknown, _res: unknown, bytes: Buffer): void => {
    if (bytes.length === 0) throw missingBody();
  };
  // `strict` would report `null` and `5` as invalid JSON. The contract's error says what was expected.
  const parse = express.json({ limit, type: () => true, strict: false, verify });
  return (req, res, next) => {
    let gaveWay = false;
    const held = memory.hold(req, res, (refusal) => {
      gaveWay = true;
      next(refusal);
    });
    // A compressed body may expand to the full limit although little of it has arrived.
    if (req.headers['content-encoding'] !== undefined) held.add(limit);
    req.on('data', (chunk: Buffer) => held.add(chunk.length));
    parse(req, res, (error?: unknown) => {
      if (!gaveWay) next(error);
    });
  };
}

function missingBody(): Refusal {
  return new Refusal('malformed', 'the body is missing. Expected a JSON object');
}

/** Skips Express's ETag and charset handling, which halves the cost of `res.json` on the busiest paths. */
function sendJson(res: Response, reply: unknown): void {
  const text = JSON.stringify(reply);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.setHeader('Cache-Control', 'no-store');
  res.end(text);
}

/**
 * Streams a JSON list. A failure before the first item is sent like any other failure. A later failure cuts the
 * response, so that the client cannot mistake it for a complete list.
 */
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

/** Translates `{name}` and `{name...}` of the contract to the path syntax of Express 5. */
function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\.\.\.\}/g, '*$1').replaceAll(/\{(\w+)\}/g, ':$1');
}

function trustProxySetting(text: string): boolean | number | string {
  if (text === 'true' || text === 'on') return true;
  if (text === 'false' || text === 'off') return false;
  return /^\d+$/.test(text) ? Number(text) : text;
}
