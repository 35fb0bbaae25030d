export interface ToolCall {
  /** The id that the model gave to the call, or a generated id. Ids are unique within an answer. */
  readonly id: string;
  readonly name: string;
  /** The arguments as the model wrote them, which may be invalid JSON. */
  readonly arguments: string;
}

export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the tool's arguments. */
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

/** Numbers of tokens. */
export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
}

export interface ChatRequest {
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolOffer[];
  readonly temperature?: number;
  /** Requests the model's reasoning, if the model supports it. */
  readonly thinking?: boolean;
  /** Aborts the request. The request then throws the reason of the signal. */
  readonly signal?: AbortSignal;
}

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/** Messages for users about an answer that ended early. */
export const INCOMPLETE_ANSWER: Readonly<Partial<Record<FinishReason, string>>> = {
  length: 'the answer of the language model reached its length limit and is incomplete',
  content_filter: 'the provider stopped the answer of the language model with its content filter',
};

export interface Completion {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: FinishReason;
  readonly usage: Usage | undefined;
}

/** A piece of a streamed answer. A `tool_call` is always complete, and the last piece is `end`. */
export type ChatPiece =
  | { readonly kind: 'thought' | 'text'; readonly text: string }
  /** All text that was sent so far was the model's reasoning. The answer only begins now. */
  | { readonly kind: 'retract' }
  | { readonly kind: 'tool_call'; readonly call: ToolCall }
  | { readonly kind: 'end'; readonly finishReason: FinishReason; readonly usage: Usage | undefined };

export interface ChatModel {
  readonly name: string;
  complete(request: ChatRequest): Promise<Completion>;
  /** Yields pieces as they arrive. If the stream is interrupted, throws an error and yields no tool calls. */
  stream(request: ChatRequest): AsyncIterable<ChatPiece>;
}

export interface EmbeddingModel {
  readonly name: string;
  /** Returns one vector for each text, in the same order. All vectors have the same length. No text may be empty. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/**
 * The models of the configured provider. If a model is not configured, `chat` and `vision` throw a refusal that names
 * the missing variables, and `embedding` returns undefined.
 */
export interface LanguageModels {
  chat(): ChatModel;
  vision(): ChatModel;
  embedding(): EmbeddingModel | undefined;
}
