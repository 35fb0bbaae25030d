import { APIError, type OpenAI } from 'openai';
import { isCompleted } from './bounded-answer.ts';
import { wireMessages, wireTools } from './chat-messages.ts';
import { readToolCalls, ToolCallGatherer } from './gather-tool-calls.ts';
import type { ChatModel, ChatPiece, ChatRequest, Completion, FinishReason, ToolCall, Usage } from './language-model.ts';
import { ModelError } from './model-error.ts';
import type { Provider, ProviderCall } from './provider.ts';
import { ThoughtFilter } from './thought-filter.ts';
import { errorIn, piecesOf, readChoice, toolCallsIn } from './wire-answer.ts';

/** Match the finish reasons of providers for an answer that reached its limit, was filtered, or ended early. */
const LENGTH = /^(?:(?:model_)?length|max_(?:output_|completion_)?tokens|token_limit)$/;
const FILTERED =
  /^(?:content_filter(?:ed)?|safety|sensitive|recitation|blocklist|prohibited_content|spii|refusal|guardrail_intervened)$/;
const BROKEN =
  /^(?:error|network_error|server_error|abort(?:ed)?|cancel(?:l?ed)?|timeout|insufficient_system_resource|malformed_function_call)$/;

type Body = Omit<OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming, 'stream'>;

/**
 * Optional parameters that some models and providers do not support. A request is repeated without a parameter that the
 * provider refuses.
 */
const DISPENSABLE = ['reasoning_effort', 'temperature', 'stream_options'] as const;
type Dispensable = (typeof DISPENSABLE)[number] | 'stream';

export class ProvidedChatModel implements ChatModel {
  readonly name: string;
  readonly #provider: Provider;
  /** Parameters that the provider has refused. */
  readonly #unknown = new Set<Dispensable>();
  /** Whether an earlier answer of the model began with reasoning that had no opening tag. */
  #thinksUntagged = false;

  constructor(provider: Provider, name: string) {
    this.#provider = provider;
    this.name = name;
  }

  /**
   * Returns the complete answer. Streams internally, because without a stream a slow answer looks the same as a lost
   * answer.
   */
  async complete(request: ChatRequest): Promise<Completion> {
    const call = this.#provider.begin(request.signal);
    return await call.persist(async () => {
      let text = '';
      const toolCalls: ToolCall[] = [];
      for await (const piece of this.#pieces(request, call)) {
        if (piece.kind === 'text') text += piece.text;
        else if (piece.kind === 'retract') text = '';
        else if (piece.kind === 'tool_call') toolCalls.push(piece.call);
        else if (piece.kind === 'end') return { text, toolCalls, finishReason: piece.finishReason, usage: piece.usage };
      }
      throw this.#cutOff();
    });
  }

  async *stream(request: ChatRequest): AsyncGenerator<ChatPiece, void> {
    const call = this.#provider.begin(request.signal);
    for (;;) {
      let begun = false;
      try {
        for await (const piece of this.#pieces(request, call)) {
          // The caller has received a piece, so the request must not be repeated.
          begun = true;
          yield piece;
          call.throwIfEnded();
        }
        return;
      } catch (error) {
        if (begun) throw call.explain(error);
        await call.recover(error);
      }
    }
  }

  /** Makes one attempt. If the caller leaves the iteration early, the request is aborted. */
  async *#pieces(request: ChatRequest, call: ProviderCall): AsyncGenerator<ChatPiece, void> {
    if (this.#unknown.has('stream')) {
      yield* await this.#whole(request, call);
      return;
    }
    const ask = async (body: Body) => {
      const stream_options = this.#unknown.has('stream_options') ? {} : { stream_options: { include_usage: true } };
      const streamed = { ...body, ...stream_options, stream: true } as const;
      return await this.#provider.client.chat.completions.create(streamed, { signal: call.signal }).withResponse();
    };
    let answer;
    try {
      answer = await this.#sendWithoutUnsupported(request, ask);
    } catch (error) {
      if (!refusesToStream(error)) throw error;
      this.#unknown.add('stream');
      yield* await this.#whole(request, call);
      return;
    }
    // Some providers ignore `stream` and return the whole answer.
    if (/^application\/(?:[\w.]+\+)?json\b/i.test(answer.response.headers.get('content-type') ?? ''))
      yield* this.#wholePieces(readWhole(await answer.response.json()));
    else yield* this.#streamed(answer.data, call, () => isCompleted(answer.response));
  }

  async *#streamed(
    chunks: AsyncIterable<unknown>,
    call: ProviderCall,
    isWhole: () => boolean,
  ): AsyncGenerator<ChatPiece, void> {
    const filter = new ThoughtFilter(this.#thinksUntagged);
    const answer = new StreamedAnswer(filter);
    for await (const chunk of wellFormed(chunks)) yield* answer.add(chunk);
    call.throwIfEnded();
    // If there is no finish reason, only the end mark shows that the answer is complete.
    if (answer.reason === undefined && !isWhole()) throw this.#cutOff();
    yield* filter.end();
    this.#thinksUntagged ||= filter.foundUntagged;
    yield* this.#end(answer.reason ?? 'stop', answer.calls, answer.usage);
  }

  /**
   * Requests the answer in one response from a provider that refuses to stream. The provider may be silent for the
   * whole call.
   */
  async #whole(request: ChatRequest, call: ProviderCall): Promise<Generator<ChatPiece, void>> {
    const ask = (body: Body) => this.#provider.retrying.chat.completions.create(body, { signal: call.signal });
    return this.#wholePieces(readWhole(await this.#sendWithoutUnsupported(request, ask)));
  }

  *#wholePieces({ message, reason, usage }: ReturnType<typeof readWhole>): Generator<ChatPiece, void> {
    // The content is complete, so the filter finds a closing tag before it yields text.
    const filter = new ThoughtFilter(true);
    yield* piecesOf(message, filter);
    yield* filter.end();
    const calls = readToolCalls(toolCallsIn(message));
    yield* this.#end(reason, calls, usage);
  }

  /** Yields the tool calls and the end. Throws if the provider failed during the answer. */
  *#end(reason: string, calls: readonly ToolCall[], usage: Usage | undefined): Generator<ChatPiece, void> {
    const known = finishReason(reason, calls.length > 0);
    if (known === 'cut_off') throw this.#cutOff();
    for (const call of calls) yield { kind: 'tool_call', call };
    yield { kind: 'end', finishReason: known, usage };
  }

  #cutOff(): ModelError {
    return new ModelError('cut_off', `the answer of the language model ${this.name} ended early`);
  }

  /** Repeats the request without the parameters that the provider refused. */
  async #sendWithoutUnsupported<T>(request: ChatRequest, ask: (body: Body) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask(this.#body(request));
      } catch (error) {
        const culprit = DISPENSABLE.find((name) => !this.#unknown.has(name) && isRefused(error, name));
        if (culprit === undefined) throw error;
        this.#unknown.add(culprit);
      }
    }
  }

  #body({ messages, tools = [], temperature, thinking = false }: ChatRequest): Body {
    return {
      model: this.name,
      messages: wireMessages(messages),
      ...(tools.length > 0 ? { tools: wireTools(tools) } : {}),
      ...(temperature !== undefined && !this.#unknown.has('temperature') ? { temperature } : {}),
      ...(thinking && !this.#unknown.has('reasoning_effort') ? { reasoning_effort: 'medium' } : {}),
    };
  }
}

class StreamedAnswer {
  readonly #filter: ThoughtFilter;
  readonly #calls = new ToolCallGatherer();
  usage: Usage | undefined;
  reason: string | undefined;

  constructor(filter: ThoughtFilter) {
    this.#filter = filter;
  }

  *add(chunk: unknown): Generator<ChatPiece, void> {
    const { message = {}, reason, usage } = readChoice(chunk, 'delta');
    yield* piecesOf(message, this.#filter);
    for (const piece of toolCallsIn(message)) this.#calls.add(piece);
    this.reason = reason ?? this.reason;
    this.usage = usage ?? this.usage;
  }

  get calls(): ToolCall[] {
    return this.#calls.whole();
  }
}

/** Converts the error that the client throws for chunks whose choices have a wrong type. */
async function* wellFormed(chunks: AsyncIterable<unknown>): AsyncGenerator<unknown, void> {
  try {
    yield* chunks;
  } catch (error) {
    if (!(error instanceof TypeError) || error.cause !== undefined) throw error;
    throw new ModelError('malformed_answer', 'the language model sent a chunk in an unexpected format');
  }
}

function isRefused(error: unknown, name: string): boolean {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return false;
  return error.param === name || error.message.includes(name);
}

function refusesToStream(error: unknown): boolean {
  return (
    isRefused(error, 'stream') &&
    /(?<![a-z])stream(?!_)/i.test(`${(error as APIError).param} ${(error as APIError).message}`)
  );
}

function readWhole(answer: unknown) {
  const { message, reason = 'stop', usage } = readChoice(answer, 'message');
  const error = errorIn(answer);
  if (message === undefined && error !== undefined) throw new APIError(undefined, error, undefined, undefined);
  if (message === undefined)
    throw new ModelError('malformed_answer', 'the answer from the language model contains no message');
  return { message, reason, usage };
}

/**
 * Maps the finish reason of a provider to ours. Some providers send 'stop' even with tool calls. `cut_off` means that
 * the provider failed during the answer.
 */
function finishReason(reason: string, hasCalls: boolean): FinishReason | 'cut_off' {
  const word = reason
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  if (BROKEN.test(word)) return 'cut_off';
  if (LENGTH.test(word)) return 'length';
  if (FILTERED.test(word)) return 'content_filter';
  return hasCalls ? 'tool_calls' : 'stop';
}
