/** A tool call by the model. */
export interface ToolCall {
  /** The model's id, or a generated one. Ids are unique within an answer. */
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it; may be broken. */
  readonly arguments: string;
}

/** A tool that the model may call. */
export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: object;
}

export interface Image {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

export type Message =
  | { readonly role: 'system' | 'user'; readonly content: string; readonly images?: readonly Image[] }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly content: string };

/** Tokens. */
export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
}

export interface ChatRequest {
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolOffer[];
  readonly temperature?: number;
  /** Requests the model's reasoning, if it supports that. */
  readonly thinking?: boolean;
  /** Aborts the request, which then throws the reason of the signal. */
  readonly signal?: AbortSignal;
}

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

export interface Completion {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: FinishReason;
  readonly usage: Usage | undefined;
}

/** Yields pieces as they arrive; `tool_call` only when it is complete; the last one is `end`. */
export type ChatPiece =
  | { readonly kind: 'thought' | 'text'; readonly text: string }
  | { readonly kind: 'tool_call'; readonly call: ToolCall }
  | { readonly kind: 'end'; readonly finishReason: FinishReason; readonly usage: Usage | undefined };

export interface ChatModel {
  readonly name: string;
  complete(request: ChatRequest): Promise<Completion>;
  /** An interrupted stream throws and yields no tool calls. */
  stream(request: ChatRequest): AsyncIterable<ChatPiece>;
}

export interface EmbeddingModel {
  readonly name: string;
  /** One vector for each text, in order and all of one length. No text may be empty. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/**
 * The models of the configured provider. When they are not configured, `chat` and `vision` throw a refusal with the
 * names of the missing variables, and `embedding` is undefined.
 */
export interface LanguageModels {
  chat(): ChatModel;
  vision(): ChatModel;
  embedding(): EmbeddingModel | undefined;
}
