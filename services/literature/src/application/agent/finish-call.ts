import { randomUUID } from 'node:crypto';
import type { AgentEvent, CallOutcome } from '@almagest/contracts/literature';
import { cutMiddle, storable } from '../../domain/agent/data-fence.ts';
import { KEPT_CHARS, SHOWN_CHARS } from '../../domain/agent/limits.ts';
import { endCall, type CallRow } from '../../persistence/agent/agent-call-repository.ts';
import { insertMessage } from '../../persistence/agent/agent-message-repository.ts';
import type { Tx } from '../../persistence/database.ts';

export interface CallResult {
  readonly status: CallOutcome;
  readonly output: string;
}

type FinishedCall = Pick<CallRow, 'id' | 'session_id' | 'thread' | 'agent' | 'tool_call_id' | 'tool_name'>;

/**
 * Stores the result of a call in the audit and the conversation, and returns the event. If the call already has a
 * result, changes nothing and returns no event.
 */
export async function finishCall(trx: Tx, call: FinishedCall, result: CallResult): Promise<AgentEvent[]> {
  const output = storable(cutMiddle(result.output, KEPT_CHARS));
  const { status } = result;
  const durationMs = await endCall(trx, call.id, { status, output });
  if (durationMs === undefined) return [];
  const { session_id, thread } = call;
  await insertMessage(trx, { session_id, thread, role: 'tool', content: '', call_id: call.id });
  const data = {
    id: randomUUID(),
    tool_call_id: call.tool_call_id,
    name: call.tool_name,
    status,
    output: cutMiddle(output, SHOWN_CHARS),
    duration_ms: durationMs,
    agent: call.agent,
  };
  return [{ kind: 'tool_result', data }];
}
