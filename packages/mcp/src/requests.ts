import { compile, type Check } from '@almagest/contracts/validate';
import Type, { type Static } from 'typebox';

const Name = Type.String({ minLength: 1, maxLength: 200 });
const Page = Type.Object({ cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })) });

/** The parameters of each method that the endpoint answers. Others are unknown. */
const PARAMS = {
  initialize: Type.Object({
    protocolVersion: Type.String(),
    capabilities: Type.Object({}),
    clientInfo: Type.Object({ name: Type.String(), version: Type.String() }),
  }),
  ping: Type.Object({}),
  'tools/list': Page,
  'tools/call': Type.Object({ name: Name, arguments: Type.Optional(Type.Object({})) }),
  'resources/list': Page,
  'resources/templates/list': Page,
  'resources/read': Type.Object({ uri: Type.String({ minLength: 1, maxLength: 2_000 }) }),
  'prompts/list': Page,
  'prompts/get': Type.Object({
    name: Name,
    arguments: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 2_000 }))),
  }),
} as const;

export type McpMethod = keyof typeof PARAMS;
export type McpParams<M extends McpMethod> = Static<(typeof PARAMS)[M]>;

const CHECKS = Object.fromEntries(
  Object.entries(PARAMS).map(([method, schema]) => [method, compile(schema) as Check<unknown>]),
) as Readonly<Record<McpMethod, Check<unknown>>>;

export function isMethod(method: string): method is McpMethod {
  return Object.hasOwn(PARAMS, method);
}

/** Returns what is wrong with the parameters of a method, or undefined. */
export function faultOf(method: McpMethod, params: unknown): string | undefined {
  const checked = CHECKS[method](params ?? {});
  return checked.ok ? undefined : `params: ${checked.fault}`;
}
