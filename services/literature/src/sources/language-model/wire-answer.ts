import type { WireToolCall } from './gather-tool-calls.ts';
import type { ChatPiece, Usage } from './language-model.ts';
import type { ThoughtFilter } from './thought-filter.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields that are read from a provider's answer or from a chunk of an answer. */
export interface WireChoice {
  /** The message of a whole answer, or the delta of a chunk. Undefined if the answer has neither. */
  readonly message: Fields | undefined;
  readonly reason: string | undefined;
  readonly usage: Usage | undefined;
}

/** Reads the first choice of an answer or a chunk. Any field may be missing, null or of another type. */
export function readChoice(answer: unknown, key: 'delta' | 'message'): WireChoice {
  const { choices, usage } = fieldsOf(answer) ?? {};
  const choice = fieldsOf(listOf(choices)[0]) ?? {};
  const reason = choice['finish_reason'];
  return {
    message: fieldsOf(choice[key]),
    reason: typeof reason === 'string' && reason !== '' ? reason : undefined,
    usage: readUsage(fieldsOf(usage)),
  };
}

/** Returns the error that some gateways send with status 200. */
export function errorIn(answer: unknown): object | undefined {
  const { error } = fieldsOf(answer) ?? {};
  return typeof error === 'string' && error !== '' ? { message: error } : fieldsOf(error);
}

/** Returns the tool calls of a message. Also reads `function_call`, which the API used before `tool_calls`. */
export function toolCallsIn({ tool_calls: calls, function_call: single }: Fields): WireToolCall[] {
  const own = fieldsOf(single);
  return [...listOf(calls), ...(own === undefined ? [] : [{ function: own }])].flatMap((call) => {
    const { index, id, function: named } = fieldsOf(call) ?? {};
    const tool = fieldsOf(named);
    if (tool === undefined && id === undefined) return [];
    return [
      {
        index: typeof index === 'number' ? index : null,
        id: typeof id === 'string' ? id : null,
        function: { name: textIn(tool?.['name']), arguments: tool?.['arguments'] },
      },
    ];
  });
}

/**
 * Yields the reasoning and the text of a message. The field for reasoning has several names, and the content may be a
 * list of parts.
 */
export function* piecesOf(message: Fields, filter: ThoughtFilter): Generator<ChatPiece, void> {
  const { content, refusal, reasoning_content: named, reasoning } = message;
  yield* thoughtOf(textIn(named) || textIn(reasoning));
  for (const part of typeof content === 'string' ? [content] : listOf(content)) {
    const { type, text, thinking } = fieldsOf(part) ?? { text: part };
    if (type === 'thinking' || type === 'reasoning')
      yield* thoughtOf(textIn(text) || textIn(thinking) || listOf(thinking).map(partText).join(''));
    else if (textIn(text) !== '') yield* filter.add(textIn(text));
  }
  if (textIn(refusal) !== '') yield* filter.add(textIn(refusal));
}

const partText = (part: unknown): string => textIn(fieldsOf(part)?.['text']);

function* thoughtOf(text: string): Generator<ChatPiece, void> {
  if (text !== '') yield { kind: 'thought', text };
}

/** Returns a text with U+FFFD in place of NUL, which a database can't store. */
function textIn(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : '';
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function readUsage(usage: Fields | undefined): Usage | undefined {
  if (usage === undefined) return undefined;
  const count = (name: string) => (typeof usage[name] === 'number' ? usage[name] : 0);
  const promptTokens = count('prompt_tokens');
  const completionTokens = count('completion_tokens');
  return { promptTokens, completionTokens, totalTokens: count('total_tokens') || promptTokens + completionTokens };
}
