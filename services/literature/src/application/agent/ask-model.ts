import type { AgentEvent } from '@almagest/contracts/literature';
import { Refusal } from '@almagest/service-kit/refusal';
import { storable } from '../../domain/agent/data-fence.ts';
import { CONVERSATION_CHARS } from '../../domain/agent/limits.ts';
import { listCalls } from '../../persistence/agent/agent-call-repository.ts';
import { insertMessage, listMessages, type ThreadRow } from '../../persistence/agent/agent-message-repository.ts';
import { countStep, countTokens, markStreamed } from '../../persistence/agent/agent-session-repository.ts';
import {
  INCOMPLETE_ANSWER,
  type ChatPiece,
  type Message,
  type ToolCall,
  type ToolOffer,
  type Usage,
} from '../../sources/language-model/language-model.ts';
import { conversation } from './conversation.ts';
import { DeltaWriter } from './delta-writer.ts';
import { MAIN_THREAD } from './end-run.ts';
import type { LeasedRow, LeasedSession } from './leased-session.ts';
import type { RunDeps } from './run-deps.ts';
import { storeCalls } from './store-calls.ts';
import { CONCLUDE, systemPrompt } from './system-prompt.ts';

interface ModelOutput {
  text: string;
  readonly calls: ToolCall[];
  /** The number of tool calls that were ignored because the answer has too many. */
  dropped: number;
  usage: Usage | undefined;
}

/** Sends an agent's conversation to its model, streams the answer, and stores it with its tool calls. */
export async function askModel(
  deps: RunDeps,
  session: LeasedSession,
  row: LeasedRow,
  { agent, conclude }: { readonly agent: ThreadRow; readonly conclude: boolean },
): Promise<void> {
  const messages = await messagesFor(deps, row, agent, conclude);
  const mayDelegate = agent.depth < deps.limits.depth;
  const tools = conclude ? [] : deps.tools.offers(row.permission_mode, mayDelegate);
  let answer = await streamAnswer(deps, session, row, { agent, messages, tools });
  // Models sometimes return an empty answer. A second request usually succeeds.
  if (isEmpty(answer)) answer = await streamAnswer(deps, session, row, { agent, messages, tools });
  if (isEmpty(answer)) throw new Refusal('upstream_failed', 'the language model returned an empty answer twice');
  await session.write(async (trx, now, publish) => {
    const { id } = session;
    await markStreamed(trx, id);
    const content = storable(answer.text);
    const message = await insertMessage(trx, { session_id: id, thread: agent.thread, role: 'assistant', content });
    await countStep(trx, id, agent.thread);
    const { usage } = answer;
    if (usage !== undefined) {
      await countTokens(trx, id, usage.promptTokens, usage.completionTokens);
      publish(usageEvent(usage));
    }
    await storeCalls(trx, deps, { session: now, agent, message, calls: answer.calls, publish });
  });
}

const isEmpty = ({ text, calls }: ModelOutput): boolean => text.trim() === '' && calls.length === 0;

async function messagesFor({ db }: RunDeps, row: LeasedRow, agent: ThreadRow, conclude: boolean): Promise<Message[]> {
  const [stored, calls] = await Promise.all([
    listMessages(db, row.id, agent.thread),
    listCalls(db, row.id, agent.thread),
  ]);
  const messages = conversation(stored, calls, CONVERSATION_CHARS);
  return [
    // A sub-agent's instructions are in the message that started the sub-agent.
    ...(agent.depth === 0 ? [{ role: 'system', content: systemPrompt(row.permission_mode, 'main') } as const] : []),
    ...messages,
    ...(conclude ? [{ role: 'user', content: CONCLUDE } as const] : []),
  ];
}

interface ModelInput {
  readonly agent: ThreadRow;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolOffer[];
}

/** Requests an answer. Streams the main agent's answer to the client, but not a sub-agent's answer. */
async function streamAnswer(
  { models, limits }: RunDeps,
  session: LeasedSession,
  row: LeasedRow,
  { agent, messages, tools }: ModelInput,
): Promise<ModelOutput> {
  const disconnected = new AbortController();
  const writer = new DeltaWriter(
    (events: AgentEvent[]) =>
      session.write(async (_trx, _row, publish) => {
        for (const event of events) publish(event);
      }),
    () => disconnected.abort(),
  );
  const isStreamed = agent.thread === MAIN_THREAD;
  const answer: ModelOutput = { text: '', calls: [], dropped: 0, usage: undefined };
  try {
    const signal = AbortSignal.any([session.signal, disconnected.signal]);
    const request = { messages, thinking: row.thinking, signal, ...(tools.length === 0 ? {} : { tools }) };
    for await (const piece of models.chat().stream(request)) {
      if (piece.kind === 'tool_call' && answer.calls.length >= limits.readCallsPerAnswer) answer.dropped += 1;
      else addPiece(piece, answer, isStreamed ? writer : undefined);
    }
  } finally {
    // This must also run after an incomplete answer, so that the text streamed so far is stored.
    await writer.flush();
  }
  return answer;
}

function addPiece(piece: ChatPiece, answer: ModelOutput, writer: DeltaWriter | undefined): void {
  if (piece.kind === 'tool_call') answer.calls.push(piece.call);
  else if (piece.kind === 'end') endAnswer(piece, answer, writer);
  else if (piece.kind === 'thought') writer?.push('thought', piece.text);
  else if (piece.kind === 'retract') answer.text = '';
  else {
    answer.text += piece.text;
    writer?.push('text_delta', piece.text);
  }
}

/**
 * Ends an answer. If the answer is incomplete or has too many tool calls, appends a note. Drops the calls of an
 * incomplete answer, because these calls may be incomplete too.
 */
function endAnswer(
  { usage, finishReason }: Extract<ChatPiece, { kind: 'end' }>,
  answer: ModelOutput,
  writer: DeltaWriter | undefined,
): void {
  answer.usage = usage;
  const incomplete = INCOMPLETE_ANSWER[finishReason] ?? tooManyCalls(answer);
  if (incomplete === undefined) return;
  if (INCOMPLETE_ANSWER[finishReason] !== undefined) answer.calls.length = 0;
  const note = `${answer.text === '' ? '' : '\n\n'}(${incomplete})`;
  answer.text += note;
  writer?.push('text_delta', note);
}

function tooManyCalls({ calls, dropped }: ModelOutput): string | undefined {
  if (dropped === 0) return undefined;
  return `the model made ${calls.length + dropped} tool calls in one answer. Only the first ${calls.length} were read`;
}

function usageEvent({ promptTokens, completionTokens, totalTokens }: Usage): AgentEvent {
  const data = { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: totalTokens };
  return { kind: 'usage', data };
}
