import type { Fault } from '../faults/fault.ts';
import { json, type Reply } from '../server/exchange.ts';
import type { ChatRequest } from './chat-request.ts';
import { withDamagedMasks } from './translation.ts';
import type { ToolCall, Turn } from './turn.ts';

interface WireCall {
  readonly id: string | undefined;
  readonly index: number;
  readonly name: string;
  readonly arguments: string;
}

interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

/** The answer as it is sent, including its faults. */
interface Completion {
  readonly id: string;
  readonly model: string;
  readonly content: string;
  readonly reasoning: string | undefined;
  readonly calls: readonly WireCall[];
  readonly finish: string;
  readonly usage: Usage;
}

/** The time of every answer. It is fixed, so that the same question always gets the same answer, byte for byte. */
const CREATED = 1_750_000_000;

export function completionReply(request: ChatRequest, turn: Turn, number: number, fault: Fault | undefined): Reply {
  const completion = complete(request, turn, number, fault);
  return request.stream ? stream(completion, request.includeUsage) : whole(completion);
}

function complete(request: ChatRequest, turn: Turn, number: number, fault: Fault | undefined): Completion {
  const isEmpty = fault?.kind === 'empty_answer';
  const calls = isEmpty ? [] : (turn.tool_calls ?? []).map((call, index) => wireCall(call, index, number, fault));
  const text = isEmpty ? '' : (turn.text ?? '');
  const content = fault?.kind === 'damaged_masks' ? withDamagedMasks(text) : text;
  const prompt = request.messages.reduce((sum, message) => sum + tokens(message.text) + 500 * message.images, 0);
  const spoken =
    tokens(content) + tokens(turn.reasoning ?? '') + calls.reduce((sum, call) => sum + tokens(call.arguments), 0);
  return {
    id: `chatcmpl-lab${number}`,
    model: request.model,
    content,
    reasoning: turn.reasoning,
    calls,
    finish: turn.finish_reason ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
    usage: { prompt_tokens: prompt, completion_tokens: spoken, total_tokens: prompt + spoken },
  };
}

function wireCall(call: ToolCall, index: number, number: number, fault: Fault | undefined): WireCall {
  const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
  const own = call.id ?? `call_lab_${number}_${index}`;
  const id = fault?.kind === 'missing_tool_ids' ? undefined : fault?.kind === 'empty_tool_ids' ? '' : own;
  return {
    id,
    index: fault?.kind === 'zero_tool_indices' ? 0 : index,
    name: call.name,
    arguments: fault?.kind === 'broken_arguments' ? text.slice(0, Math.ceil(text.length / 2)) : text,
  };
}

function whole({ id, model, content, reasoning, calls, finish, usage }: Completion): Reply {
  const message = {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => toolCall(call, call.arguments)) }),
  };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finish }];
  return json({ id, object: 'chat.completion', created: CREATED, model, choices, usage });
}

function toolCall({ id, name }: WireCall, text: string): object {
  return { ...(id === undefined ? {} : { id }), type: 'function', function: { name, arguments: text } };
}

/** The number of characters in one piece of a stream. */
const PIECE = 24;

function stream(completion: Completion, includeUsage: boolean): Reply {
  const { id, model, content, reasoning = '', calls, finish, usage } = completion;
  const chunk = (choices: readonly object[], more: object = {}) =>
    `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created: CREATED, model, choices, ...more })}\n\n`;
  const delta = (delta: object, reason: string | null = null) =>
    chunk([{ index: 0, delta, finish_reason: reason }], includeUsage ? { usage: null } : {});
  const body = [
    delta({ role: 'assistant', content: '' }),
    ...pieces(reasoning).map((text) => delta({ reasoning_content: text })),
    ...pieces(content).map((text) => delta({ content: text })),
    ...calls.flatMap((call) => [
      delta({ tool_calls: [{ index: call.index, ...toolCall(call, '') }] }),
      ...pieces(call.arguments).map((text) =>
        delta({ tool_calls: [{ index: call.index, function: { arguments: text } }] }),
      ),
    ]),
    delta({}, finish),
    ...(includeUsage ? [chunk([], { usage })] : []),
    'data: [DONE]\n\n',
  ];
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
    body,
  };
}

/** Splits a text into pieces, but never a character of two code units. */
function pieces(text: string): string[] {
  return text.match(new RegExp(`[^]{1,${PIECE}}`, 'gu')) ?? [];
}

/** Estimates the number of tokens: four characters each. */
function tokens(text: string): number {
  return Math.ceil(text.length / 4);
}
