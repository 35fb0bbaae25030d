/** A tool that the model wants to be run. */
export interface ToolCall {
  /** The model's, or one of ours where it gave none; no two calls of an answer share one. */
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it; may be broken. */
  readonly arguments: string;
}

/** A tool that the model may ask for. */
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
  /** Asks the model to think aloud, where it can. */
  readonly thinking?: boolean;
  /** Ends the request at any moment; what is thrown then is its reason. */
  readonly signal?: AbortSignal;
}

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

export interface Completion {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: FinishReason;
  readonly usage: Usage | undefined;
}

/** Pieces as they come; `tool_call` only when it is whole; the last one is `end`. */
export type ChatPiece =
  | { readonly kind: 'thought' | 'text'; readonly text: string }
  | { readonly kind: 'tool_call'; readonly call: ToolCall }
  | { readonly kind: 'end'; readonly finishReason: FinishReason; readonly usage: Usage | undefined };

export interface ChatModel {
  readonly name: string;
  complete(request: ChatRequest): Promise<Completion>;
  /** A stream that breaks off throws, and its tool calls never come. */
  stream(request: ChatRequest): AsyncIterable<ChatPiece>;
}

export interface EmbeddingModel {
  readonly name: string;
  /** One vector for each text, in their order and all of one length; no text may be empty. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/**
 * The models of the configured provider. `chat` and `vision` refuse with the names of the missing variables where it is
 * not configured; `embedding` is undefined then.
 */
export interface LanguageModels {
  chat(): ChatModel;
  vision(): ChatModel;
  embedding(): EmbeddingModel | undefined;
}
