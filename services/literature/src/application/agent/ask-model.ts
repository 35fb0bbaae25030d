import type { AgentEvent } from '@almagest/contracts/literature';
import { Refusal } from '@almagest/service-kit/refusal';
import { storable } from '../../domain/agent/data-fence.ts';
import { CONVERSATION_CHARS } from '../../domain/agent/limits.ts';
import { listCalls } from '../../persistence/agent-call-repository.ts';
import { insertMessage, listMessages, type ThreadRow } from '../../persistence/agent-message-repository.ts';
import { countStep, markHeard } from '../../persistence/agent-session-repository.ts';
import type { ChatPiece, Message, ToolCall, ToolOffer, Usage } from '../../sources/language-model/language-model.ts';
import { conversation } from './conversation.ts';
import { DeltaWriter } from './delta-writer.ts';
import { MAIN_THREAD } from './end-run.ts';
import type { LeasedRow, LeasedSession } from './leased-session.ts';
import type { RunDeps } from './run-deps.ts';
import { storeCalls } from './store-calls.ts';
import { CONCLUDE, systemPrompt } from './system-prompt.ts';

interface Answer {
  text: string;
  readonly calls: ToolCall[];
  usage: Usage | undefined;
}

/** Asks the model of an agent, tells what it says while it says it, and stores the answer with its calls. */
export async function askModel(
  deps: RunDeps,
  session: LeasedSession,
  row: LeasedRow,
  { agent, conclude }: { readonly agent: ThreadRow; readonly conclude: boolean },
): Promise<void> {
  const messages = await messagesFor(deps, row, agent, conclude);
  const mayDelegate = agent.depth < deps.limits.depth;
  const tools = conclude ? [] : deps.tools.offers(row.permission_mode, mayDelegate);
  let answer = await listen(deps, session, row, { agent, messages, tools });
  // It happens, and seldom twice.
  if (isEmpty(answer)) answer = await listen(deps, session, row, { agent, messages, tools });
  if (isEmpty(answer)) throw new Refusal('upstream_failed', 'the language model has answered nothing, twice');
  await session.write(async (trx, now, tell) => {
    const { id } = session;
    await markHeard(trx, id);
    const content = storable(answer.text);
    const message = await insertMessage(trx, { session_id: id, thread: agent.thread, role: 'assistant', content });
    await countStep(trx, id, agent.thread);
    const { usage } = answer;
    if (usage !== undefined) tell(usageEvent(usage));
    await storeCalls(trx, deps, { session: now, agent, message, calls: answer.calls, tell });
  });
}

const isEmpty = ({ text, calls }: Answer): boolean => text.trim() === '' && calls.length === 0;

async function messagesFor({ db }: RunDeps, row: LeasedRow, agent: ThreadRow, conclude: boolean): Promise<Message[]> {
  const [said, calls] = await Promise.all([
    listMessages(db, row.id, agent.thread),
    listCalls(db, row.id, agent.thread),
  ]);
  const told = conversation(said, calls, CONVERSATION_CHARS);
  return [
    // A sub-agent was told once, when it was called.
    ...(agent.depth === 0 ? [{ role: 'system', content: systemPrompt(row.permission_mode, 'main') } as const] : []),
    ...told,
    ...(conclude ? [{ role: 'user', content: CONCLUDE } as const] : []),
  ];
}

interface Turn {
  readonly agent: ThreadRow;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolOffer[];
}

/** Only the main agent is heard while it speaks; what others say is the result of their call. */
async function listen(
  { models }: RunDeps,
  session: LeasedSession,
  row: LeasedRow,
  { agent, messages, tools }: Turn,
): Promise<Answer> {
  const unheard = new AbortController();
  const writer = new DeltaWriter(
    (events: AgentEvent[]) =>
      session.write(async (_trx, _row, tell) => {
        for (const event of events) tell(event);
      }),
    () => unheard.abort(),
  );
  const isHeard = agent.thread === MAIN_THREAD;
  const answer: Answer = { text: '', calls: [], usage: undefined };
  try {
    const signal = AbortSignal.any([session.signal, unheard.signal]);
    const request = { messages, thinking: row.thinking, signal, ...(tools.length === 0 ? {} : { tools }) };
    for await (const piece of models.chat().stream(request)) take(piece, answer, isHeard ? writer : undefined);
  } finally {
    // Also of an answer that broke off: what was heard so far is kept.
    await writer.flush();
  }
  return answer;
}

function take(piece: ChatPiece, answer: Answer, writer: DeltaWriter | undefined): void {
  if (piece.kind === 'tool_call') answer.calls.push(piece.call);
  else if (piece.kind === 'end') answer.usage = piece.usage;
  else if (piece.kind === 'thought') writer?.push('thought', piece.text);
  else {
    answer.text += piece.text;
    writer?.push('text_delta', piece.text);
  }
}

function usageEvent({ promptTokens, completionTokens, totalTokens }: Usage): AgentEvent {
  const data = { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: totalTokens };
  return { kind: 'usage', data };
}
