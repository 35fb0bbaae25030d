import { setImmediate } from 'node:timers/promises';
import { CodeIndex, type Nearest } from '../../domain/retrieval/code-index.ts';
import { isSignificant } from '../../domain/retrieval/relevance.ts';
import { signCode } from '../../domain/retrieval/sign-code.ts';
import { dot, unitVector } from '../../domain/retrieval/unit-vector.ts';
import type { Db } from '../../persistence/database.ts';
import {
  findVectors,
  findVectorsOfPaper,
  listChunksInside,
  listCodes,
  listTrashedChunks,
} from '../../persistence/retrieval/vector-repository.ts';
import type { SearchScope } from '../../persistence/retrieval/word-search.ts';

export interface VectorHit {
  readonly id: number;
  /** Whether the passage is significantly nearer to the question than an unrelated passage would be. */
  readonly isSignificant: boolean;
}

/**
 * How many candidates from the search by codes are compared by their vectors. The error of a code's distance is about
 * 15 of 1,024 bits.
 */
const CANDIDATES = 400;

const PAGE = 10_000;

interface HeldCodes {
  readonly index: CodeIndex;
  /** The version of the newest code in memory. */
  version: number;
  reading: Promise<void>;
}

/**
 * Finds passages by their vectors. The vectors are in PostgreSQL. Each process also keeps a copy of their codes in
 * memory and updates the copy before every search. Codes of deleted passages are removed when their vectors turn out to
 * be missing.
 */
export class VectorSearch {
  readonly #db: Db;
  readonly #held = new Map<string, HeldCodes>();

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Returns the passages nearest to a vector of this model, nearest first. Skips papers in the viewer's trash.
   * `collection` restricts the search to its papers.
   */
  async find(
    model: string,
    vector: Float32Array,
    limit: number,
    { viewer, collection }: Pick<SearchScope, 'viewer' | 'collection'>,
  ): Promise<VectorHit[]> {
    const questionVector = unitVector(vector);
    const code = signCode(questionVector);
    const { index } = await this.#upToDate(model);
    const among = collection === undefined ? undefined : await listChunksInside(this.#db, collection);
    const except = await listTrashedChunks(this.#db, viewer);
    for (;;) {
      const { ids, spread } = await finish(index.nearest(code, CANDIDATES, { among, except }));
      const vectors = await findVectors(this.#db, model, ids);
      const gone = ids.filter((id) => !vectors.has(id));
      for (const id of gone) index.delete(id);
      if (gone.length > 0) continue;
      return rank(vectors, questionVector, limit).map(({ id, cosine }) => ({
        id,
        isSignificant: isSignificant(cosine, spread),
      }));
    }
  }

  /** Returns the passages of a paper, nearest first. */
  async findInPaper(model: string, vector: Float32Array, paperId: number): Promise<number[]> {
    const vectors = await findVectorsOfPaper(this.#db, model, paperId);
    return rank(vectors, unitVector(vector), vectors.size).map(({ id }) => id);
  }

  /**
   * Returns the codes, including all codes that were stored before the call. Only one update runs at a time. The next
   * update reads codes that were added in the meantime.
   */
  async #upToDate(model: string): Promise<HeldCodes> {
    const held = this.#held.get(model) ?? { index: new CodeIndex(), version: 0, reading: Promise.resolve() };
    this.#held.set(model, held);
    const reading = held.reading.catch(() => undefined).then(() => this.#read(model, held));
    held.reading = reading;
    await reading;
    return held;
  }

  async #read(model: string, held: HeldCodes): Promise<void> {
    for (;;) {
      const { codes, version } = await listCodes(this.#db, model, held.version, PAGE);
      for (const { chunkId, code } of codes) held.index.set(chunkId, code);
      held.version = version;
      if (codes.length < PAGE) return;
    }
  }
}

function rank(vectors: ReadonlyMap<number, Float32Array>, questionVector: Float32Array, limit: number) {
  return [...vectors]
    .map(([id, vector]) => ({ id, cosine: dot(questionVector, vector) }))
    .toSorted((a, b) => b.cosine - a.cosine || a.id - b.id)
    .slice(0, limit);
}

/** Runs the steps of a search, and yields to the event loop between them. */
async function finish(steps: Generator<void, Nearest>): Promise<Nearest> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await setImmediate();
  }
}
