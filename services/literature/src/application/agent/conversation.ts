import { fence } from '@almagest/service-kit/markup';
import { cutMiddle } from '../../domain/agent/data-fence.ts';
import { ASK_USER } from '../../domain/agent/decide-call.ts';
import { SHOWN_CHARS } from '../../domain/agent/limits.ts';
import type { CallRow } from '../../persistence/agent/agent-call-repository.ts';
import type { MessageRow } from '../../persistence/agent/agent-message-repository.ts';
import type { Message, ToolCall } from '../../sources/language-model/language-model.ts';

export type StoredMessage = Pick<
  MessageRow,
  'id' | 'role' | 'content' | 'call_id' | 'tool_call_id' | 'tool_name' | 'is_cut'
> & {
  readonly call_status: string | null;
};
export type StoredCall = Pick<CallRow, 'message_id' | 'tool_call_id' | 'tool_name' | 'arguments'>;

const GO_ON = 'Your answer was cut off. Continue exactly where it ended, without repeating anything.';
const LEFT_OUT = '[The output of this earlier call was removed to save space. Call the tool again if you need it.]';

/** Builds the messages to send to an agent's model, with at most `maxChars` characters if possible. */
export function conversation(
  messages: readonly StoredMessage[],
  calls: readonly StoredCall[],
  maxChars: number,
): Message[] {
  const callsOf = Map.groupBy(calls, ({ message_id }) => message_id);
  const told: Message[] = [];
  // The start of an incomplete answer. If the next message continues the answer, the two parts are joined.
  let begun = '';
  for (const message of messages) {
    const { role, content } = message;
    if (role === 'assistant' && message.is_cut) {
      begun += content;
      continue;
    }
    if (role !== 'assistant' && begun !== '') {
      told.push({ role: 'assistant', content: begun });
      begun = '';
    }
    if (role === 'tool') told.push({ role, toolCallId: message.tool_call_id ?? '', content: resultText(message) });
    else if (role === 'assistant') told.push(answerOf(begun + content, callsOf.get(message.id) ?? []));
    else told.push({ role, content });
    if (role === 'assistant') begun = '';
  }
  if (begun !== '') told.push({ role: 'assistant', content: begun }, { role: 'user', content: GO_ON });
  return fitted(told, maxChars);
}

function answerOf(content: string, calls: readonly StoredCall[]): Message {
  const toolCalls = calls.map((call): ToolCall => ({
    id: call.tool_call_id,
    name: call.tool_name,
    arguments: validArguments(call.arguments),
  }));
  return { role: 'assistant', content, ...(toolCalls.length === 0 ? {} : { toolCalls }) };
}

/**
 * Replaces arguments that are not valid JSON. Providers refuse a conversation with invalid JSON, even if the model
 * wrote it.
 */
function validArguments(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify({ not_json: text.slice(0, 2_000) });
  }
}

/**
 * Returns the result of a call for the model. Fences the output of tools as data, but not the user's answers and the
 * engine's messages.
 */
function resultText({ content, call_id, call_status, tool_name }: StoredMessage): string {
  if (call_status === 'denied' || tool_name === ASK_USER)
    return `status: ${call_status}\n${cutMiddle(content, SHOWN_CHARS)}`;
  return `status: ${call_status}\n${fence(cutMiddle(content, SHOWN_CHARS), call_id ?? '')}`;
}

const lengthOf = (message: Message): number =>
  message.content.length +
  (message.role === 'assistant' ? (message.toolCalls ?? []).reduce((sum, call) => sum + call.arguments.length, 0) : 0);

/**
 * Drops the outputs of old calls, then complete old exchanges, until the conversation fits. A call and its result stay
 * together. Messages after the user's last question are kept, except outputs of old calls.
 */
function fitted(messages: Message[], maxChars: number): Message[] {
  let total = messages.reduce((sum, message) => sum + lengthOf(message), 0);
  const lastAnswer = messages.findLastIndex(({ role }) => role === 'assistant');
  const shortened = messages.map((message, index): Message => {
    if (total <= maxChars || message.role !== 'tool' || index > lastAnswer || message.content.length <= LEFT_OUT.length)
      return message;
    total -= message.content.length - LEFT_OUT.length;
    return { ...message, content: LEFT_OUT };
  });
  const starts = shortened.flatMap(({ role, content }, index) => (role === 'user' && content !== GO_ON ? [index] : []));
  let from = 0;
  for (const start of starts) {
    if (total <= maxChars) break;
    const dropped = shortened.slice(from, start).filter(({ role }) => role !== 'system');
    total -= dropped.reduce((sum, message) => sum + lengthOf(message), 0);
    from = start;
  }
  return shortened.filter(({ role }, index) => index >= from || role === 'system');
}
