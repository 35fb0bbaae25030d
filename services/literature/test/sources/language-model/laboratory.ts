import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { startUpstreamLab, type UpstreamLab } from '@almagest/upstream-lab';
import { ConfiguredModels, type ModelOptions } from '../../../src/sources/language-model/configured-models.ts';
import { ModelError } from '../../../src/sources/language-model/model-error.ts';
import type { ProviderTimeouts } from '../../../src/sources/language-model/provider.ts';

export const KEY = 'lab-provider-key';

export interface Laboratory {
  readonly lab: UpstreamLab;
  /** Opens models of `lab` or of another provider. Closes them after the test. */
  models(options?: Partial<ModelOptions>, timeouts?: Partial<ProviderTimeouts>): ConfiguredModels;
}

/** Starts the laboratory's provider for all tests of a file, and resets it for each test. */
export function useLaboratory(): Laboratory {
  let lab: UpstreamLab | undefined;
  const opened: ConfiguredModels[] = [];
  const started = () => {
    if (lab === undefined) throw new Error('the laboratory is not running');
    return lab;
  };
  beforeAll(async () => {
    lab = await startUpstreamLab();
  });
  afterEach(async () => {
    for (const models of opened.splice(0)) await models.close();
    started().clearFaults();
    started().clearRequests();
    started().setScript([]);
    started().setLatency('provider', 0);
  });
  afterAll(async () => {
    await lab?.close();
  });
  return {
    get lab() {
      return started();
    },
    models: (options = {}, timeouts = {}) => {
      const models = new ConfiguredModels({
        baseUrl: `${started().origins.provider}/v1`,
        apiKey: KEY,
        chatModel: 'lab-chat',
        visionModel: 'lab-vision',
        embeddingModel: 'lab-embedding',
        timeouts: { connectMs: 5_000, idleMs: 5_000, totalMs: 20_000, ...timeouts },
        retries: { attempts: 4, firstMs: 1, factor: 1, maxMs: 1, maxRetryAfterMs: Infinity },
        ...options,
      });
      opened.push(models);
      return models;
    },
  };
}

export async function gather<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

export const failureOf = async (answer: Promise<unknown>): Promise<ModelError> => {
  const error = await answer.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(error instanceof ModelError)) throw new Error(`expected a model failure, got ${String(error)}`);
  return error;
};
