/** A message with its text in one piece. */
export interface ChatMessage {
  readonly role: string;
  readonly text: string;
  readonly images: number;
  readonly toolCallIds: readonly string[];
  readonly toolCallId: string | undefined;
}

export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

export interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
}

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolOffer[];
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly wantsJson: boolean;
  readonly jsonSchema: JsonSchema | undefined;
}

/** A request that the provider rejects, with the provider's message. */
export class ChatRefusedError extends Error {
  readonly status: number;
  readonly code: string | null;

  constructor(
    message: string,
    { status = 400, code = null }: { readonly status?: number; readonly code?: string | null } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const CHAT_MODELS = ['lab-chat', 'lab-vision'];
/** Longer conversations are rejected. Four characters count as one token. */
const CONTEXT_TOKENS = 128_000;

type Json = Readonly<Record<string, unknown>>;

/** Validates a request as strictly as real providers do. For example, every tool call needs a result. */
export function readChatRequest(body: string): ChatRequest {
  const value = parsed(body);
  const model = word(value['model']);
  if (!CHAT_MODELS.includes(model)) {
    throw new ChatRefusedError(`The model \`${model}\` does not exist or you do not have access to it.`, {
      status: 404,
      code: 'model_not_found',
    });
  }
  const list = value['messages'];
  if (!Array.isArray(list) || list.length === 0)
    throw new ChatRefusedError("Invalid 'messages': an array with at least one message is needed.");
  const messages = list.map((message) => readMessage(message as Json));
  checkToolAnswers(messages);
  const tokens = Math.ceil(messages.reduce((sum, { text }) => sum + text.length, 0) / 4);
  if (tokens > CONTEXT_TOKENS) {
    const text = `This model's maximum context length is ${CONTEXT_TOKENS} tokens. However, your messages resulted in ${tokens} tokens.`;
    throw new ChatRefusedError(text, { code: 'context_length_exceeded' });
  }
  const format = value['response_format'] as { type?: string; json_schema?: { schema?: JsonSchema } } | undefined;
  return {
    model,
    messages,
    tools: ((value['tools'] ?? []) as readonly { function?: Partial<ToolOffer> }[]).map(readTool),
    stream: value['stream'] === true,
    includeUsage: (value['stream_options'] as Json | undefined)?.['include_usage'] === true,
    wantsJson: format?.type === 'json_object' || format?.type === 'json_schema',
    jsonSchema: format?.json_schema?.schema,
  };
}

function parsed(body: string): Json {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null) return value as Json;
  } catch {
    // Reported below, together with bodies that are not objects.
  }
  throw new ChatRefusedError('We could not parse the JSON body of your request.');
}

/** Returns a text unchanged, and an empty text for any other value. */
function word(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readMessage(message: Json): ChatMessage {
  const { role, content } = message;
  if (typeof role !== 'string' || !['system', 'developer', 'user', 'assistant', 'tool'].includes(role)) {
    throw new ChatRefusedError(
      `Invalid value: '${String(role)}'. Supported values are: 'system', 'assistant', 'user', 'tool' and 'developer'.`,
    );
  }
  const parts = Array.isArray(content) ? (content as readonly Json[]) : [{ type: 'text', text: content ?? '' }];
  const calls = (message['tool_calls'] ?? []) as readonly Json[];
  return {
    role,
    text: parts.map(({ type, text }) => (type === 'text' ? String(text) : '')).join('\n'),
    images: parts.filter(({ type }) => type === 'image_url').length,
    toolCallIds: calls.map(({ id }) => word(id)),
    toolCallId: role === 'tool' ? word(message['tool_call_id']) : undefined,
  };
}

function readTool({ function: tool }: { readonly function?: Partial<ToolOffer> }): ToolOffer {
  if (typeof tool?.name !== 'string' || !/^[\w-]{1,64}$/.test(tool.name)) {
    throw new ChatRefusedError("Invalid 'tools[0].function.name': string does not match pattern '^[a-zA-Z0-9_-]+$'.");
  }
  return { name: tool.name, description: tool.description ?? '', parameters: tool.parameters ?? {} };
}

/** Checks that each tool call has a result with its id before the next message that is not a result. */
function checkToolAnswers(messages: readonly ChatMessage[]): void {
  let open = new Set<string>();
  for (const { role, toolCallIds, toolCallId } of messages) {
    if (role === 'tool') {
      if (!open.delete(toolCallId ?? '')) {
        throw new ChatRefusedError(
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        );
      }
      continue;
    }
    if (open.size > 0) {
      const ids = [...open].join(', ');
      throw new ChatRefusedError(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids}`,
      );
    }
    open = new Set(toolCallIds);
  }
  if (open.size > 0)
    throw new ChatRefusedError(`The following tool_call_ids did not have response messages: ${[...open].join(', ')}`);
}
