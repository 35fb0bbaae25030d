import type { TObject, TSchema } from 'typebox';
import { Components } from './components.ts';
import {
  statusesOf,
  type FailureStyle,
  type FormPart,
  type MediaType,
  type Operation,
  type Role,
} from './operation.ts';

/** The version of both APIs, equal to the release's version. CONTRIBUTING.md says when it changes. */
export const API_VERSION = '0.3.0';

const REASONS: Readonly<Record<number, string>> = {
  202: 'A notification was received.',
  206: 'The requested range of the file.',
  302: 'The address of the newest release is in Location.',
  304: 'Not modified since the given ETag.',
  400: 'The request is malformed. The message says what is wrong.',
  401: 'Missing or invalid credential.',
  403: 'The credential does not allow this.',
  404: 'Unknown.',
  406: 'Accept must name application/json and text/event-stream.',
  409: 'The state does not allow this.',
  410: 'The release was withdrawn. The message says why.',
  412: 'An artifact of the report was not uploaded. Declare it, upload it and report again.',
  413: 'The body is larger than allowed.',
  415: 'Content-Type must be application/json.',
  416: 'The requested range is outside the file.',
  429: 'Too many requests. Retry-After says when to try again.',
  500: 'An internal error, or an error of an upstream service.',
  502: 'An upstream service failed. The message names its host.',
  503: 'A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again.',
  504: 'An upstream service did not respond in time. The message names its host.',
};

/** The JSON bodies of failures, by their names in a document. */
const FAILURE_SCHEMAS = {
  Failure: {
    type: 'object',
    required: ['success', 'message', 'data'],
    properties: { success: { const: false }, message: { type: 'string' }, data: { type: 'null' } },
  },
  RpcFailure: {
    type: 'object',
    required: ['jsonrpc', 'id', 'error'],
    properties: {
      jsonrpc: { const: '2.0' },
      id: { type: 'null' },
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'integer' }, message: { type: 'string' } },
      },
    },
  },
  NodeFailure: {
    type: 'object',
    required: ['status', 'message'],
    properties: { status: { const: 'error' }, message: { type: 'string' } },
  },
} as const;

/** The answers of failed requests by style. Their names in a document are followed by the status. */
const FAILURES: Readonly<Record<FailureStyle, { readonly name: string; readonly content: Record<string, unknown> }>> = {
  envelope: { name: 'Failure', content: { 'application/json': { schema: FAILURE_SCHEMAS.Failure } } },
  node: { name: 'NodeFailure', content: { 'application/json': { schema: FAILURE_SCHEMAS.NodeFailure } } },
  text: { name: 'TextFailure', content: { 'text/plain': { schema: { type: 'string' } } } },
  rpc: { name: 'RpcFailure', content: { 'application/json': { schema: FAILURE_SCHEMAS.RpcFailure } } },
};

const SECURITY: Readonly<Record<Role, readonly Record<string, string[]>[]>> = {
  public: [],
  node: [{ nodeToken: [] }],
  admin: [{ adminToken: [] }, { adminKey: [] }, { session: [] }],
  'admin-if-configured': [{}, { adminToken: [] }, { adminKey: [] }, { session: [] }],
  'token-if-configured': [{}, { nodeToken: [] }, { adminToken: [] }, { adminKey: [] }, { session: [] }],
  'api-token-if-configured': [{}, { apiToken: [] }, { apiKey: [] }, { readerSession: [] }],
};

const SCHEMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The administrator token, or an API key of a person (gk_...).',
  },
  adminKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The same as adminToken.' },
  nodeToken: { type: 'http', scheme: 'bearer', description: 'The token that a node gets on approval.' },
  session: { type: 'apiKey', in: 'cookie', name: 'grid_session', description: 'A login session.' },
  readerSession: { type: 'apiKey', in: 'cookie', name: 'literature_session', description: 'A session of a person.' },
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of the service, or an API key of a person (lk_...).',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The same as apiToken.' },
};

export interface ErrorResponse {
  readonly description: string;
  readonly content: Record<string, unknown>;
}

/**
 * Builds the OpenAPI 3.1 document of a service. JSON Schema 2020-12 is used unchanged. `exported` contains the exports
 * of the contract. Each exported schema that the operations use becomes a component with its export name, so that
 * generated clients use the same names.
 */
export function openApiDocument(
  title: string,
  version: string,
  operations: Readonly<Record<string, Operation>>,
  exported: Readonly<Record<string, unknown>>,
) {
  const components = new Components({ ...exported, ...FAILURE_SCHEMAS });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of Object.values(operations)) {
    const path = operation.path.replaceAll('...}', '}');
    paths[path] ??= {};
    paths[path][operation.method] = components.refer(describeOperation(operation));
  }
  const responses = components.refer(failureResponses(Object.values(operations)));
  const used = new Set(
    Object.values(operations).flatMap(({ role }) => SECURITY[role].flatMap((choice) => Object.keys(choice))),
  );
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      schemas: components.used(),
      responses: responses as Record<string, ErrorResponse>,
      securitySchemes: Object.fromEntries(Object.entries(SCHEMES).filter(([name]) => used.has(name))),
    },
  };
}

/** Returns the answers of the operations' failures, by their names in the document. */
function failureResponses(operations: readonly Operation[]): Record<string, ErrorResponse> {
  const named = operations.flatMap((operation) =>
    statusesOf(operation)
      .filter((status) => status >= 400)
      .map((status): [string, ErrorResponse] => {
        const { name, content } = FAILURES[operation.failures];
        return [`${name}${status}`, { description: REASONS[status] ?? 'Refused.', content }];
      }),
  );
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function describeOperation(operation: Operation): Record<string, unknown> {
  const others = statusesOf(operation).map((status) => [
    String(status),
    status < 400
      ? { description: REASONS[status] }
      : { $ref: `#/components/responses/${FAILURES[operation.failures].name}${status}` },
  ]);
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.least === undefined ? {} : { description: `Requires the role ${operation.least}.` }),
    security: SECURITY[operation.role],
    parameters: [...parametersIn('path', operation.params), ...parametersIn('query', operation.query)],
    ...requestBody(operation),
    responses: {
      '200': { description: 'OK', content: { ...replyContent(operation.reply), ...alternativeContent(operation) } },
      ...Object.fromEntries(others),
    },
  };
}

function parametersIn(place: 'path' | 'query', schema: TObject | undefined): unknown[] {
  if (schema === undefined) return [];
  const required = new Set(schema.required);
  return Object.entries(schema.properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: value,
  }));
}

function requestBody(operation: Operation): Record<string, unknown> {
  if (operation.stream !== undefined)
    return { requestBody: { required: true, content: { [operation.stream]: { schema: { type: 'string' } } } } };
  const { body, form } = operation;
  if (body === undefined && form === undefined) return {};
  const json = body === undefined ? {} : { 'application/json': { schema: body } };
  const parts = form === undefined ? {} : { 'multipart/form-data': { schema: formSchema(form) } };
  return { requestBody: { required: true, content: { ...json, ...parts } } };
}

function formSchema(form: NonNullable<Operation['form']>): Record<string, unknown> {
  const parts: [string, FormPart][] = Object.entries(form);
  return {
    type: 'object',
    required: parts.filter(([, part]) => part.required).map(([name]) => name),
    properties: Object.fromEntries(
      parts.map(([name, part]) => [
        name,
        {
          type: 'string',
          description: part.description,
          ...(part.kind === 'binary' ? { contentMediaType: 'application/octet-stream' } : {}),
          ...(part.json === undefined ? {} : { contentMediaType: 'application/json', contentSchema: part.json }),
        },
      ]),
    ),
  };
}

function alternativeContent({ alsoAs }: Operation): Record<string, unknown> {
  return alsoAs === undefined ? {} : replyContent(alsoAs);
}

function replyContent(reply: TSchema | MediaType): Record<string, unknown> {
  return typeof reply === 'string'
    ? { [reply]: { schema: { type: 'string' } } }
    : { 'application/json': { schema: reply } };
}
