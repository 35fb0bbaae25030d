import type { EmbeddingModel } from './language-model.ts';
import { ModelError } from './model-error.ts';
import type { Provider } from './provider.ts';

/** Limits on one request. Providers limit the number of texts, and limit their total length to about 300,000 tokens. */
const MAX_TEXTS = 128;
const MAX_LETTERS = 200_000;

const FLOAT_BYTES = 4;

interface WireVector {
  readonly index?: number;
  /** Little-endian 32-bit floats in base64. Providers that do not support base64 send a list of numbers. */
  readonly embedding?: unknown;
}

export class ProvidedEmbeddingModel implements EmbeddingModel {
  readonly name: string;
  readonly #provider: Provider;

  constructor(provider: Provider, name: string) {
    this.#provider = provider;
    this.name = name;
  }

  async embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const batch of batches(texts)) {
      const call = this.#provider.begin(signal);
      for (const one of await call.persist((signal) => this.#embedBatch(batch, signal))) vectors.push(one);
    }
    if (vectors.some(({ length }) => length !== vectors[0]?.length))
      throw this.#malformed('vectors of different lengths');
    return vectors;
  }

  async #embedBatch(input: string[], signal: AbortSignal): Promise<Float32Array[]> {
    const body = { model: this.name, input, encoding_format: 'base64' } as const;
    const { data } = (await this.#provider.client.embeddings.create(body, { signal })) as unknown as {
      data?: readonly WireVector[];
    };
    if (!Array.isArray(data)) throw this.#malformed('no vectors');
    const vectors = Array<Float32Array | undefined>(input.length).fill(undefined);
    for (const [place, { index = place, embedding }] of (data as readonly WireVector[]).entries())
      vectors[index] = readVector(embedding);
    return vectors.map((vector) => {
      if (vector === undefined || vectors.length !== input.length)
        throw this.#malformed(`the wrong number of vectors for ${input.length} texts`);
      return vector;
    });
  }

  #malformed(what: string): ModelError {
    return new ModelError('malformed_answer', `the embedding model ${this.name} sent ${what}`);
  }
}

/** Splits the texts in order into batches that providers accept. An oversized text becomes a separate batch. */
function* batches(texts: readonly string[]): Generator<string[], void> {
  let batch: string[] = [];
  let letters = 0;
  for (const text of texts) {
    if (batch.length > 0 && (batch.length === MAX_TEXTS || letters + text.length > MAX_LETTERS)) {
      yield batch;
      batch = [];
      letters = 0;
    }
    batch.push(text);
    letters += text.length;
  }
  if (batch.length > 0) yield batch;
}

function readVector(embedding: unknown): Float32Array | undefined {
  const vector = typeof embedding === 'string' ? decoded(embedding) : listed(embedding);
  return vector !== undefined && vector.length > 0 && vector.every(Number.isFinite) ? vector : undefined;
}

function decoded(base64: string): Float32Array | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length % FLOAT_BYTES !== 0) return undefined;
  return Float32Array.from({ length: bytes.length / FLOAT_BYTES }, (_, place) =>
    bytes.readFloatLE(place * FLOAT_BYTES),
  );
}

function listed(value: unknown): Float32Array | undefined {
  return Array.isArray(value) && value.every((one) => typeof one === 'number') ? Float32Array.from(value) : undefined;
}
