import Type, { type Static } from 'typebox';
import { defineOperations, type FailureStyle, type Role } from './operation.ts';
import type { PersonRole } from './roles.ts';
import { closedObject } from './schema.ts';

/** The method decides what it may contain. */
const OfMethod = Type.Optional(Type.Unknown());

/** A request or notification of JSON-RPC, as the Model Context Protocol uses it. Batches are refused. */
export const McpMessage = closedObject({
  jsonrpc: Type.Literal('2.0'),
  id: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Integer()])),
  method: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  params: OfMethod,
  result: OfMethod,
  error: OfMethod,
});
export type McpMessage = Static<typeof McpMessage>;

/** Returns the endpoint for MCP clients. The tools have the roles of the operations that they call. */
export function mcpOperations<const R extends Role, const L extends PersonRole>(access: R, least: L) {
  return defineOperations({
    callMcp: {
      tag: 'service',
      method: 'post',
      path: '/mcp',
      role: access,
      least,
      reads: true,
      failures: 'rpc' satisfies FailureStyle,
      summary:
        'Answers one message of the Model Context Protocol (Streamable HTTP, without sessions). Tools that change something need an API key with the scope full.',
      body: McpMessage,
      reply: Type.Record(Type.String(), Type.Unknown()),
      statuses: [202, 400, 401, 403, 406, 413, 415, 429, 500],
    },
  });
}
