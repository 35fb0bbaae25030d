import { randomUUID } from 'node:crypto';
import type { AgentEvent } from '@almagest/contracts/literature';
import { databaseTime } from '@almagest/service-kit/database-time';
import { cutMiddle, storable } from '../../domain/agent/data-fence.ts';
import { ARGUMENT_CHARS } from '../../domain/agent/limits.ts';
import {
  decideCall,
  readArguments,
  SUBAGENT,
  type CallContext,
  type CallDecision,
} from '../../domain/agent/decide-call.ts';
import { permissionQuestion } from '../../domain/agent/permission.ts';
import { countCalls, insertCall } from '../../persistence/agent/agent-call-repository.ts';
import { countSubagents, type ThreadRow } from '../../persistence/agent/agent-message-repository.ts';
import { insertQuestion } from '../../persistence/agent/agent-question-repository.ts';
import type { Tx } from '../../persistence/database.ts';
import type { ToolCall } from '../../sources/language-model/language-model.ts';
import type { UserQuestion } from './built-in-tools.ts';
import { finishCall } from './finish-call.ts';
import type { LeasedRow } from './leased-session.ts';
import type { RunDeps } from './run-deps.ts';

interface CallsToStore {
  readonly session: LeasedRow;
  readonly agent: ThreadRow;
  /** The message that contains the calls. */
  readonly message: number;
  readonly calls: readonly ToolCall[];
  readonly publish: (event: AgentEvent) => void;
}

/**
 * Models may invent tool names of any length, which are cut to this length. Names of existing tools are far shorter.
 */
const NAME_CHARS = 100;

/** Stores the tool calls of an answer, and decides whether each call runs, waits for the user or is refused. */
export async function storeCalls(
  trx: Tx,
  { tools, limits }: RunDeps,
  { session, agent, message, calls, publish }: CallsToStore,
): Promise<void> {
  let subagentsLeft = limits.subagents;
  let callsLeft = limits.callsPerSession;
  if (calls.length > 0) {
    subagentsLeft -= await countSubagents(trx, session.id, session.run, SUBAGENT);
    callsLeft -= await countCalls(trx, session.id);
  }
  for (const [position, asked] of calls.entries()) {
    const context: CallContext = {
      tools: tools.known,
      mode: session.permission_mode,
      allowed: new Set(session.allowed_tools),
      depth: agent.depth,
      maxDepth: limits.depth,
      subagentsLeft,
      position,
      callsPerAnswer: limits.callsPerAnswer,
      callsLeft,
      callsPerSession: limits.callsPerSession,
    };
    callsLeft -= 1;
    const decision = decideCall(asked, context);
    if (decision.kind === 'run' && asked.name === SUBAGENT) subagentsLeft -= 1;
    const call = {
      id: randomUUID(),
      session_id: session.id,
      thread: agent.thread,
      message_id: message,
      tool_call_id: storable(asked.id),
      tool_name: storable(asked.name.slice(0, NAME_CHARS)),
      arguments: storable(cutMiddle(asked.arguments, ARGUMENT_CHARS)),
    };
    const waits = decision.kind === 'permission' || decision.kind === 'question';
    const began = decision.kind === 'question' ? { began_at: await databaseTime(trx) } : {};
    await insertCall(trx, { ...call, position, status: waits ? 'waiting' : 'ready', ...began });
    const { id, tool_call_id, tool_name: name } = call;
    publish({
      kind: 'tool_call',
      data: { id, tool_call_id, name, arguments: readArguments(call.arguments), agent: agent.agent },
    });
    if (waits) await insertQuestion(trx, { ...questionOf(decision, call), session_id: session.id, call_id: id });
    if (decision.kind === 'refuse')
      for (const event of await finishCall(trx, { ...call, agent: agent.agent }, decision)) publish(event);
  }
}

function questionOf(decision: CallDecision, call: { readonly tool_name: string; readonly arguments: string }) {
  const id = randomUUID();
  if (decision.kind === 'permission') {
    // The question shows the parsed arguments. If the JSON repeats a key, the user sees the value that takes effect.
    const question = permissionQuestion(call.tool_name, decision.access, readArguments(call.arguments));
    return { id, kind: 'permission' as const, question, options: ['allow', 'deny'] };
  }
  const asked = JSON.parse(call.arguments) as UserQuestion;
  return {
    id,
    kind: 'question' as const,
    question: storable(asked.question),
    options: (asked.options ?? []).map(storable),
  };
}
