import type { PermissionMode } from '@almagest/contracts/literature';
import { ARGUMENT_CHARS } from './limits.ts';
import { checkPermission, type ToolAccess } from './permission.ts';

export interface KnownTool {
  readonly access: ToolAccess;
  readonly check: (args: unknown) => { ok: true } | { ok: false; fault: string };
}

export const ASK_USER = 'ask_user';
export const SUBAGENT = 'subagent';

export interface CallContext {
  readonly tools: ReadonlyMap<string, KnownTool>;
  readonly mode: PermissionMode;
  /** Tools that the user has allowed for the whole session. */
  readonly allowed: ReadonlySet<string>;
  /** The number of agents above the calling agent. */
  readonly depth: number;
  readonly maxDepth: number;
  /** The number of sub-agents that the run may still start. */
  readonly subagentsLeft: number;
  /** Position of the call in its answer, counted from 0. */
  readonly position: number;
  readonly callsPerAnswer: number;
  /** The number of calls that the session may still make. */
  readonly callsLeft: number;
  readonly callsPerSession: number;
}

export type CallDecision =
  | { readonly kind: 'run' | 'question' }
  | { readonly kind: 'permission'; readonly access: ToolAccess }
  | { readonly kind: 'refuse'; readonly status: 'error' | 'denied'; readonly output: string };

/** Parses the arguments. If the model's text is not a JSON object, returns the text. */
export function readArguments(text: string): Readonly<Record<string, unknown>> | string {
  try {
    // Some models send an empty text if a call has no arguments.
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // `decideCall` reports the problem to the model.
  }
  return text;
}

/** Decides what happens to a model's tool call. The model receives a refusal and may correct the call. */
export function decideCall(
  call: { readonly name: string; readonly arguments: string },
  now: CallContext,
): CallDecision {
  const tool = now.tools.get(call.name);
  if (tool === undefined) {
    const known = [...now.tools.keys()].join(', ');
    return error(`there is no tool ${call.name.slice(0, 80)}. The tools are: ${known}`);
  }
  const excess = excessOf(now);
  if (excess !== undefined) return error(excess);
  if (call.arguments.length > ARGUMENT_CHARS)
    return error(`the arguments are longer than ${ARGUMENT_CHARS} characters`);
  const args = readArguments(call.arguments);
  if (typeof args === 'string') return error('the arguments are not a JSON object. Call again with valid JSON');
  const checked = tool.check(args);
  if (!checked.ok) return error(`the arguments are invalid: ${checked.fault}`);
  if (call.name === ASK_USER) return { kind: 'question' };
  if (call.name === SUBAGENT) {
    if (now.depth >= now.maxDepth)
      return error(`sub-agents are limited to ${now.maxDepth} levels. Do the work yourself`);
    if (now.subagentsLeft <= 0) return error('the run has no sub-agents left. Do the work yourself');
  }
  const permission = checkPermission(tool.access, now.mode);
  // A session that was switched to read-only ignores the tools that the user allowed before.
  if (permission === 'run' || (permission === 'ask' && now.allowed.has(call.name))) return { kind: 'run' };
  if (permission === 'ask') return { kind: 'permission', access: tool.access };
  return {
    kind: 'refuse',
    status: 'denied',
    output: `the session is read-only, and ${call.name} does more than read`,
  };
}

/**
 * Returns a message that names the exceeded limit on the number of calls. Returns undefined if no limit is exceeded.
 */
function excessOf({ position, callsPerAnswer, callsLeft, callsPerSession }: CallContext): string | undefined {
  if (position >= callsPerAnswer)
    return `more than ${callsPerAnswer} calls in one answer. Make this call in the next answer`;
  if (callsLeft > 0) return undefined;
  return `the session has reached its limit of ${callsPerSession} tool calls. Answer now, and suggest a new session for the rest`;
}

function error(output: string): CallDecision {
  return { kind: 'refuse', status: 'error', output };
}
