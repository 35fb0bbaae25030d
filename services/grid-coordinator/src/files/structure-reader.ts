import { extname, join } from 'node:path';
import type { QuantityDifference } from '@almagest/contracts/grid';
import type { PlacedResidual } from '../domain/models/part-residuals.ts';
import { ProcessPool, ResourceLimitError, type ProcessLimits } from '@almagest/bounded-process';
import { Refusal } from '@almagest/service-kit/refusal';
import type {
  ReaderRequest,
  ReaderResult,
  ResidualRequest,
  SpectrumResult,
  StructureAnswer,
  StructureFile,
  StructureRequest,
  StructureResult,
} from './structure-request.ts';

/** A model of 1 MB takes about 30 ms. In memory, its numbers need ten times the size of the file. */
const LIMITS: ProcessLimits = { timeoutMs: 20_000, maxMemoryBytes: 512 * 1024 ** 2 };

/** The maximum number of requests that wait while another request is being answered. */
const MOST_WAITING = 8;

/** The program next to this file has the same extension, in the sources and in the build. */
const PROGRAM = new URL(`./structure-process${extname(import.meta.url)}`, import.meta.url);

/**
 * Reads, averages and compares models and spectra. The files come from nodes, so this work runs in a separate process
 * with limits on time and memory.
 */
export class StructureReader {
  readonly #pool: ProcessPool<ReaderRequest, StructureAnswer>;

  /** `folders` are the folders with the files. Don't pass the whole data folder, because it also contains secrets. */
  constructor(folders: readonly string[]) {
    this.#pool = new ProcessPool(PROGRAM, {
      processes: 1,
      limits: LIMITS,
      readable: folders.map((folder) => join(folder, '*')),
    });
  }

  /** Averages and compares models. If files cannot be read, averaged or compared, refuses them and names the cause. */
  async read(request: Omit<StructureRequest, 'content'>): Promise<StructureResult> {
    const answer = await this.#ask({ ...request, content: 'model' });
    if (answer.kind !== 'structure')
      throw new Error(`the reader process answered ${answer.kind} to a request for models`);
    return answer;
  }

  /** Averages and compares spectra, like `read`. The request must average at least one spectrum. */
  async readSpectra(request: Omit<StructureRequest, 'content'>): Promise<SpectrumResult> {
    const answer = await this.#ask({ ...request, content: 'spectrum' });
    if (answer.kind !== 'spectrum')
      throw new Error(`the reader process answered ${answer.kind} to a request for spectra`);
    return answer;
  }

  /**
   * Returns how much two files of one point differ. If files cannot be read or compared, refuses them and names the
   * cause.
   */
  async differences(
    of: 'model' | 'spectrum',
    files: readonly [StructureFile, StructureFile],
  ): Promise<QuantityDifference[]> {
    const answer = await this.#ask({ content: `${of}_difference`, files });
    if (answer.kind !== 'difference')
      throw new Error(`the reader process answered ${answer.kind} to a request for a comparison`);
    return [...answer.quantities];
  }

  /**
   * Returns how much files differ from their predictions. If files cannot be read, refuses them and names the cause.
   */
  async residuals(request: ResidualRequest): Promise<PlacedResidual[][]> {
    const answer = await this.#ask(request);
    if (answer.kind !== 'residuals')
      throw new Error(`the reader process answered ${answer.kind} to a request for residuals`);
    return answer.predictions.map((parts) => [...parts]);
  }

  async #ask(request: ReaderRequest): Promise<ReaderResult> {
    if (this.#pool.load > MOST_WAITING)
      throw new Refusal(
        'unavailable',
        `${this.#pool.load} requests for models or spectra are already waiting: try again later`,
      );
    try {
      const answer = await this.#pool.ask(request);
      if ('reason' in answer) throw new Refusal('conflict', answer.reason);
      return answer;
    } catch (error) {
      if (!(error instanceof ResourceLimitError)) throw error;
      const limit =
        error.limit === 'time' ? `${LIMITS.timeoutMs / 1_000} s` : `${LIMITS.maxMemoryBytes} bytes of memory`;
      throw new Refusal('conflict', `reading the ${request.files.length} files takes more than ${limit}`);
    }
  }

  async close(): Promise<void> {
    await this.#pool.close(new Error('the reader process was stopped'));
  }
}
