import { currentRequest, withinRequest } from '@almagest/accounts';
import type { McpMessage, Operation } from '@almagest/contracts';
import { JsonText } from '@almagest/service-kit/http-edge';
import { Refusal } from '@almagest/service-kit/refusal';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ErrorCode, McpError, type Result } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import type { McpCall, McpCaller, McpCatalog } from './mcp-tool.ts';
import { requireOwnOrigin } from './origin.ts';
import { isPermitted, permitTool } from './permission.ts';
import { listPrompts, writePrompt } from './prompts.ts';
import { faultOf, isMethod, type McpMethod, type McpParams } from './requests.ts';
import { encloseData, MAX_RESULT_CHARS, shortText } from './untrusted-text.ts';
import { ToolSet } from './tool-set.ts';

export interface McpExchange<C> extends McpCaller<C> {
  readonly body: McpMessage;
  readonly req: HttpRequest;
  readonly res: HttpResponse;
}

const CAPABILITIES = { tools: {}, resources: {}, prompts: {} };

/**
 * Shared, because the SDK would create a validator for each request. The SDK validates only replies of clients, and the
 * service sends clients no requests.
 */
const VALIDATOR = new AjvJsonSchemaValidator();

/** The JSON-RPC error of a resource that does not exist. */
const RESOURCE_NOT_FOUND = -32_002;

/**
 * Answers MCP requests (Streamable HTTP), without sessions, so any replica can answer. Tools and
 * documents call the operations of the API under the same permissions.
 */
export class McpEndpoint<C> {
  readonly #catalog: McpCatalog<C>;
  readonly #publicUrl: string | undefined;
  readonly #tools: ToolSet<C>;

  constructor(catalog: McpCatalog<C>, publicUrl: string | undefined) {
    this.#catalog = catalog;
    this.#publicUrl = publicUrl;
    this.#tools = new ToolSet(catalog.tools);
  }

  /** Answers a message. Throws faults of the service, so that the HTTP edge logs and counts them. */
  async answer({ body, req, res, ...caller }: McpExchange<C>): Promise<JsonText> {
    requireOwnOrigin(req, this.#publicUrl);
    const { id, method } = body;
    const fault = method !== undefined && isMethod(method) ? faultOf(method, body.params) : undefined;
    if (id !== undefined && fault !== undefined)
      return jsonOf({ jsonrpc: '2.0', id, error: { code: ErrorCode.InvalidParams, message: fault } });
    const reply = await this.#exchange(caller, body, req, res);
    res.status(reply.status);
    return new JsonText(await reply.text());
  }

  async #exchange(caller: McpCaller<C>, body: McpMessage, req: HttpRequest, res: HttpResponse): Promise<Response> {
    const { name, title, version, instructions } = this.#catalog;
    const server = new Server(
      { name, title, version },
      { capabilities: CAPABILITIES, instructions, jsonSchemaValidator: VALIDATOR },
    );
    let work: Promise<Result> | undefined;
    let fault: unknown;
    server.fallbackRequestHandler = async ({ method, params }, { signal }) => {
      work = this.#handle(caller, method, params, signal).catch((error: unknown) => {
        if (!(error instanceof McpError)) fault = error;
        throw error;
      });
      return await work;
    };
    // Without a generator of session ids, the transport is stateless.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const { promise: left, reject } = Promise.withResolvers<never>();
    const leave = () => reject(new Refusal('unavailable', 'the caller has disconnected'));
    res.once('close', leave);
    try {
      const headers = headersOf(req);
      const asked = new Request('http://localhost/mcp', { method: 'POST', headers });
      const reply = await Promise.race([transport.handleRequest(asked, { parsedBody: body }), left]);
      if (fault !== undefined) throw fault;
      return reply;
    } finally {
      res.off('close', leave);
      await server.close();
      // A stop of the service waits for the handler, and the handler for its use case.
      await work?.catch(() => undefined);
    }
  }

  async #handle(caller: McpCaller<C>, method: string, params: unknown, signal: AbortSignal): Promise<Result> {
    if (!isMethod(method)) throw new McpError(ErrorCode.MethodNotFound, `unknown method ${shortText(method, 100)}`);
    const handle = this.#handlers[method];
    return await handle((params ?? {}) as never, caller, signal);
  }

  readonly #handlers: { readonly [M in McpMethod]: Handler<C, M> } = {
    // The SDK answers `initialize` and `ping`.
    initialize: () => ({}),
    ping: () => ({}),
    'tools/list': ({ cursor }, caller) => {
      requireFirstPage(cursor);
      return { tools: this.#tools.list(caller) };
    },
    'tools/call': async ({ name, arguments: args = {} }, caller, signal) => {
      const tool = this.#tools.find(name);
      requirePermitted(caller, tool.operation);
      const run = async () => await this.#tools.call(tool, args, { caller: caller.caller, signal });
      return await recordedAs(tool.operation, run);
    },
    'resources/list': async ({ cursor }, caller, signal) => {
      const { operation, list } = this.#catalog.resources;
      requirePermitted(caller, operation);
      const { resources, nextCursor } = await refusing(
        ErrorCode.InvalidParams,
        async () => await list(cursor, { caller: caller.caller, signal }),
      );
      return { resources: [...resources], ...(nextCursor === undefined ? {} : { nextCursor }) };
    },
    'resources/templates/list': ({ cursor }, caller) => {
      requireFirstPage(cursor);
      const kinds = this.#catalog.resources.kinds.filter(({ operation }) => isPermitted(caller, operation));
      return {
        resourceTemplates: kinds.map(({ uriTemplate, name, title, description, mimeType }) => ({
          uriTemplate,
          name,
          title,
          description,
          mimeType,
        })),
      };
    },
    'resources/read': async ({ uri }, caller, signal) =>
      await this.#read(uri, caller, { caller: caller.caller, signal }),
    'prompts/list': ({ cursor }) => {
      requireFirstPage(cursor);
      return { prompts: listPrompts(this.#catalog.prompts) };
    },
    'prompts/get': ({ name, arguments: args = {} }) => writePrompt(this.#catalog.prompts, name, args),
  };

  async #read(uri: string, caller: McpCaller<C>, call: McpCall<C>): Promise<Result> {
    for (const { uriTemplate, operation, mimeType, read } of this.#catalog.resources.kinds) {
      const name = nameIn(uri, uriTemplate);
      if (name === undefined) continue;
      requirePermitted(caller, operation);
      const text = await refusing(RESOURCE_NOT_FOUND, async () => await read(name, call));
      return { contents: [{ uri, mimeType, text: encloseData(shortText(text, MAX_RESULT_CHARS)) }] };
    }
    throw new McpError(RESOURCE_NOT_FOUND, `unknown resource ${shortText(uri, 200)}`);
  }
}

type Handler<C, M extends McpMethod> = (
  params: McpParams<M>,
  caller: McpCaller<C>,
  signal: AbortSignal,
) => Result | Promise<Result>;

/**
 * Runs work so that its changes are recorded under the operation of the API, as if a client had called the operation.
 */
function recordedAs<T>({ operationId }: Operation, work: () => Promise<T>): Promise<T> {
  const request = currentRequest();
  return request === undefined ? work() : withinRequest({ ...request, operation: operationId }, work);
}

/** These lists have one page. */
function requireFirstPage(cursor: string | undefined): void {
  if (cursor !== undefined) throw new McpError(ErrorCode.InvalidParams, 'cursor: this list has no further page');
}

function requirePermitted(caller: McpCaller<unknown>, operation: Operation): void {
  try {
    permitTool(caller, operation);
  } catch (error) {
    if (error instanceof Refusal) throw new McpError(ErrorCode.InvalidRequest, error.message);
    throw error;
  }
}

/** Runs work whose refusals are JSON-RPC errors. */
async function refusing<T>(code: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw new McpError(code, error.message);
    throw error;
  }
}

/** Returns the decoded name in an address of this kind. */
function nameIn(uri: string, uriTemplate: string): string | undefined {
  const prefix = uriTemplate.slice(0, uriTemplate.indexOf('{'));
  if (!uri.startsWith(prefix) || uri.length === prefix.length) return undefined;
  try {
    return decodeURIComponent(uri.slice(prefix.length));
  } catch {
    return undefined;
  }
}

/** The headers that the transport reads. The body is JSON already, whatever its type says. */
function headersOf({ headers }: HttpRequest): Headers {
  const version = headers['mcp-protocol-version'];
  return new Headers({
    accept: headers.accept ?? '',
    'content-type': headers['content-type'] ?? '',
    ...(typeof version === 'string' ? { 'mcp-protocol-version': version } : {}),
  });
}

function jsonOf(value: unknown): JsonText {
  return new JsonText(JSON.stringify(value));
}
