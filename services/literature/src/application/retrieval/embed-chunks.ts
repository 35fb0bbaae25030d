import { inTransaction } from '@almagest/service-kit/database';
import { signCode } from '../../domain/retrieval/sign-code.ts';
import { unitVector } from '../../domain/retrieval/unit-vector.ts';
import type { Db } from '../../persistence/database.ts';
import {
  releaseUnembedded,
  postponeVector,
  storeVectors,
  reserveUnembedded,
  type UnembeddedChunk,
} from '../../persistence/retrieval/vector-repository.ts';
import type { EmbeddingModel, LanguageModels } from '../../sources/language-model/language-model.ts';
import { ModelError, type ModelFault } from '../../sources/language-model/model-error.ts';

/** Number of chunks per request. These chunks have about 40,000 tokens, so a failed request loses little work. */
const AT_ONCE = 64;

const PAUSE_MS = 60_000;

/** Faults that concern only one text. Other texts may succeed. */
const OF_TEXT: ReadonlySet<ModelFault> = new Set(['refused', 'content_filter', 'too_long']);

/**
 * Faults that may concern the provider or one text. Some models answer certain texts with HTTP 500 or NaN every time.
 */
const UNCLEAR: ReadonlySet<ModelFault> = new Set(['unavailable', 'malformed_answer']);

/** A text that every model accepts. This text shows whether the provider works. */
const PLAIN_TEXT = 'A star is a luminous sphere of gas.';

/**
 * If a text is too long for the model, only its first half is embedded. A text of at most this many characters is
 * postponed instead.
 */
const SHORTEST = 200;

export interface EmbedDeps {
  readonly db: Db;
  readonly models: LanguageModels;
  readonly now: () => number;
}

/** Computes the vectors of chunks that have no vector of the current model. A process has at most one run at a time. */
export class ChunkEmbedder {
  readonly #deps: EmbedDeps;
  #isRunning = false;
  /** The end of the pause that follows a rate limit or an outage of the provider. */
  #pausedUntil = 0;

  constructor(deps: EmbedDeps) {
    this.#deps = deps;
  }

  /**
   * Runs until every chunk has a vector or is postponed. Does nothing during a pause, if a run is in progress, or if no
   * embedding model is configured.
   */
  async run(signal?: AbortSignal): Promise<void> {
    const model = this.#deps.models.embedding();
    if (model === undefined || this.#isRunning || this.#deps.now() < this.#pausedUntil) return;
    this.#isRunning = true;
    try {
      for (let done = 1; done > 0;) done = signal?.aborted === true ? 0 : await this.#embedSome(model, signal);
    } finally {
      this.#isRunning = false;
    }
  }

  async #embedSome(model: EmbeddingModel, signal?: AbortSignal): Promise<number> {
    const { db, now } = this.#deps;
    const chunks = await reserveUnembedded(db, model.name, AT_ONCE);
    try {
      await this.#embed(model, chunks, signal);
    } catch (error) {
      await releaseUnembedded(
        db,
        chunks.map(({ id }) => id),
      );
      if (signal?.aborted === true) return 0;
      this.#pausedUntil = now() + Math.max(PAUSE_MS, error instanceof ModelError ? (error.retryAfterMs ?? 0) : 0);
      throw error;
    }
    return chunks.length;
  }

  /**
   * Embeds chunks. Halves a failed batch until the text that the model does not accept is found, and postpones that
   * text.
   *
   * @throws if the provider itself fails
   */
  async #embed(model: EmbeddingModel, chunks: readonly UnembeddedChunk[], signal?: AbortSignal): Promise<void> {
    const [first, ...others] = chunks;
    if (first === undefined) return;
    try {
      await this.#store(model, chunks, await model.embed(chunks.map(textOf), signal));
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (UNCLEAR.has(error.fault)) await model.embed([PLAIN_TEXT], signal);
      else if (!OF_TEXT.has(error.fault)) throw error;
      if (others.length > 0) {
        const half = Math.ceil(chunks.length / 2);
        await this.#embed(model, chunks.slice(0, half), signal);
        await this.#embed(model, chunks.slice(half), signal);
      } else if (error.fault === 'too_long' && first.text.length > SHORTEST) {
        // A vector of the passage's beginning is better than no vector.
        await this.#embed(model, [{ ...first, text: first.text.slice(0, first.text.length / 2) }], signal);
      } else await postponeVector(this.#deps.db, first.id);
    }
  }

  async #store(
    { name }: EmbeddingModel,
    chunks: readonly UnembeddedChunk[],
    vectors: readonly Float32Array[],
  ): Promise<void> {
    const rows = chunks.map(({ id }, place) => {
      const vector = unitVector(vectors[place] ?? new Float32Array());
      return { chunkId: id, code: signCode(vector), vector };
    });
    await inTransaction(this.#deps.db, (trx) => storeVectors(trx, name, rows));
  }
}

/** Includes the headings, because the passage may not mention its subject. */
function textOf({ headings, text }: UnembeddedChunk): string {
  return [...headings, text].join('\n');
}
