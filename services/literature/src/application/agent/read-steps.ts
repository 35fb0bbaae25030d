import type { CallStep, SessionStep, SessionSteps } from '@almagest/contracts/literature';
import { cutMiddle } from '../../domain/agent/data-fence.ts';
import { readArguments } from '../../domain/agent/decide-call.ts';
import { SHOWN_CHARS } from '../../domain/agent/limits.ts';
import type { Viewer } from '../../domain/people/access.ts';
import { listCalls, type CallRow } from '../../persistence/agent/agent-call-repository.ts';
import { listDeltas } from '../../persistence/agent/agent-event-repository.ts';
import { listAgents, listMessages } from '../../persistence/agent/agent-message-repository.ts';
import { listSessionQuestions } from '../../persistence/agent/agent-question-repository.ts';
import { findSessionState } from '../../persistence/agent/agent-session-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { findKnownSession } from './known-session.ts';
import { auditStatus } from './read-session.ts';

/** Reads the history of a session, up to the latest event of its stream, from one database snapshot. */
export async function readSteps({ db }: { readonly db: Db }, viewer: Viewer, id: string): Promise<SessionSteps> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const session = await findKnownSession(trx, viewer, id);
      const { heard_event: heard, ...state } = await findSessionState(trx, session.id);
      const messages = await listMessages(trx, session.id);
      const calls = Map.groupBy(await callSteps(trx, session.id), ({ message_id: message }) => message);
      const steps = messages.flatMap(({ id: number, role, agent, content, created_at }): SessionStep[] => {
        const made = (calls.get(number) ?? []).map(({ step }) => step);
        if ((role !== 'user' && role !== 'assistant') || content.trim() === '') return made;
        const said = {
          kind: 'said',
          id: number,
          role,
          agent,
          text: content,
          created_at: created_at.toISOString(),
        } as const;
        return [said, ...made];
      });
      const deltas = session.status === 'running' ? await listDeltas(trx, session.id, heard) : [];
      const streamed = (kind: 'thought' | 'text_delta') =>
        deltas.map((delta) => (delta.kind === kind ? delta.text : '')).join('');
      return {
        session: { ...session, message_count: messages.length },
        permission_mode: state.permission_mode,
        allowed_tools: [...state.allowed_tools],
        prompt_tokens: state.prompt_tokens,
        completion_tokens: state.completion_tokens,
        worked_ms: Math.round(state.worked_ms),
        steps,
        streamed: { thought: streamed('thought'), text: streamed('text_delta') },
        last_event: state.last_event,
      };
    });
}

async function callSteps(db: Db, sessionId: string): Promise<{ message_id: number; step: CallStep }[]> {
  const agents = new Map((await listAgents(db, sessionId)).map(({ agent, call_id }) => [call_id, agent]));
  const questions = new Map((await listSessionQuestions(db, sessionId)).map((row) => [row.call_id, row]));
  return (await listCalls(db, sessionId)).map((call) => {
    const { call_id: _call, ...question } = questions.get(call.id) ?? { call_id: call.id };
    return {
      message_id: call.message_id,
      step: {
        ...stepOf(call),
        started_agent: agents.get(call.id) ?? null,
        question: 'id' in question ? question : null,
      },
    };
  });
}

function stepOf(call: CallRow): Omit<CallStep, 'started_agent' | 'question'> {
  const { id, agent, tool_name, status, output, duration_ms, created_at } = call;
  return {
    kind: 'call',
    id,
    agent,
    tool_name,
    status: auditStatus(status),
    arguments: readArguments(call.arguments),
    output: output === null ? null : cutMiddle(output, SHOWN_CHARS),
    duration_ms,
    created_at: created_at.toISOString(),
  };
}
