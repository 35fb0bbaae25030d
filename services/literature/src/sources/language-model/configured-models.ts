import type { RetryPolicy } from '@almagest/http-client';
import type { ChatModel, EmbeddingModel, LanguageModels } from './language-model.ts';
import { ModelError } from './model-error.ts';
import { ProvidedChatModel } from './provided-chat-model.ts';
import { ProvidedEmbeddingModel } from './provided-embedding-model.ts';
import { Provider, type ProviderTimeouts } from './provider.ts';

export interface ModelOptions {
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  readonly chatModel: string | undefined;
  readonly visionModel: string | undefined;
  readonly embeddingModel: string | undefined;
  readonly timeouts: ProviderTimeouts;
  readonly retries?: RetryPolicy;
  readonly onExchange?: (served: boolean) => void;
}

export class ConfiguredModels implements LanguageModels {
  readonly #options: ModelOptions;
  readonly #provider: Provider | undefined;
  readonly #chat = new Map<string, ChatModel>();

  constructor(options: ModelOptions) {
    const { baseUrl } = options;
    this.#options = options;
    this.#provider = baseUrl === undefined ? undefined : new Provider({ ...options, baseUrl });
  }

  chat(): ChatModel {
    return this.#chatModel(this.#options.chatModel, 'CHAT_MODEL');
  }

  vision(): ChatModel {
    return this.#chatModel(this.#options.visionModel ?? this.#options.chatModel, 'VISION_MODEL (or CHAT_MODEL)');
  }

  embedding(): EmbeddingModel | undefined {
    const { embeddingModel } = this.#options;
    if (this.#provider === undefined || embeddingModel === undefined) return undefined;
    return new ProvidedEmbeddingModel(this.#provider, embeddingModel);
  }

  /** Aborts running requests. */
  async close(): Promise<void> {
    await this.#provider?.close();
  }

  /**
   * Returns the same object for the same name, because the object remembers which parameters the model does not
   * support.
   */
  #chatModel(name: string | undefined, variable: string): ChatModel {
    if (this.#provider === undefined || name === undefined) throw this.#notConfigured(name, variable);
    const model = this.#chat.get(name) ?? new ProvidedChatModel(this.#provider, name);
    this.#chat.set(name, model);
    return model;
  }

  /**
   * Returns an error that names the missing variables. A local provider needs no key, so the error mentions the key
   * only if nothing is configured.
   */
  #notConfigured(name: string | undefined, variable: string): ModelError {
    const { baseUrl, apiKey } = this.#options;
    const missing = [
      ...(baseUrl === undefined ? ['OPENAI_BASE_URL'] : []),
      ...(baseUrl === undefined && apiKey === undefined ? ['OPENAI_API_KEY'] : []),
      ...(name === undefined ? [variable] : []),
    ];
    const listed =
      missing.length === 1 ? `${missing[0]} is` : `${missing.slice(0, -1).join(', ')} and ${missing.at(-1)} are`;
    return new ModelError('not_configured', `no language model is configured: ${listed} not set`);
  }
}
