import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { ProcessPool, ResourceLimitError, type ProcessLimits } from '@almagest/bounded-process';
import type { PaperPage } from '@almagest/contracts/literature';
import { rendererVersion } from '@almagest/paper-html';
import { Refusal } from '@almagest/service-kit/refusal';
import type { LibraryStore } from '../../files/library-store.ts';

/** The texts to render: all or some blocks of a paper, with their translations if the paper has been translated. */
export interface TextSource {
  /** The index of the first block if only some blocks are rendered. */
  readonly first?: number;
  readonly blocks: readonly { readonly kind: string; readonly markdown: string }[];
  readonly translation: string | undefined;
}

/** The part of the page that depends only on the texts. */
export type RenderedText = Omit<PaperPage, 'paper' | 'links'>;

/** The limits are generous: a paper with three thousand formulas takes a few seconds and about 300 MB. */
const LIMITS: ProcessLimits = { timeoutMs: 60_000, maxMemoryBytes: 768 * 1024 ** 2 };
/** With more than one process, a slow paper does not delay all other papers. */
const PROCESSES = 2;
/** The maximum number of failures to remember. A paper that exceeded a limit is not tried again. */
const REMEMBERED_FAILURES = 1_000;

const PROGRAM = new URL(`./render-process${extname(import.meta.url)}`, import.meta.url);

interface Rendering {
  readonly result: Promise<string>;
  readonly stop: AbortController;
  waiting: number;
}

export type RenderOutcome = 'rendered' | 'kept' | 'too_costly' | 'abandoned';

/**
 * Renders papers as HTML in separate processes with limits on time and memory. Concurrent callers for one paper share
 * the rendering. The rendering stops when the last caller leaves. The result is stored in the paper's folder. The key
 * of the result depends on the texts and the renderer's version, so a stored result never becomes outdated.
 */
export class RenderedPapers {
  readonly #files: LibraryStore;
  readonly #onOutcome: (outcome: RenderOutcome) => void;
  readonly #version = rendererVersion();
  readonly #pool: ProcessPool<TextSource, string>;
  readonly #underWay = new Map<string, Rendering>();
  readonly #failures = new Map<string, string>();

  constructor(files: LibraryStore, onOutcome: (outcome: RenderOutcome) => void, limits: Partial<ProcessLimits> = {}) {
    this.#files = files;
    this.#onOutcome = onOutcome;
    this.#pool = new ProcessPool(PROGRAM, { processes: PROCESSES, limits: { ...LIMITS, ...limits } });
  }

  get callers(): number {
    return [...this.#underWay.values()].reduce((sum, { waiting }) => sum + waiting, 0);
  }

  /** Returns a `RenderedText` as JSON. If a paper exceeds a limit, throws a refusal that names the limit. */
  async of(paperId: number, source: TextSource, signal: AbortSignal): Promise<string> {
    const content = JSON.stringify([this.#version, source.translation, source.blocks, source.first]);
    const name = `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.page.json`;
    const failure = this.#failures.get(name);
    if (failure !== undefined) throw new Refusal('malformed', failure);
    const kept = await this.#files.readCached(paperId, name);
    if (kept !== undefined) {
      this.#onOutcome('kept');
      return kept;
    }
    signal.throwIfAborted();
    return await this.#share(this.#underWay.get(name) ?? this.#begin(paperId, name, source), signal);
  }

  async close(): Promise<void> {
    await this.#pool.close(new Refusal('unavailable', 'the service is shutting down'));
  }

  /** Waits for a rendering until this caller leaves. Stops the rendering when the last caller leaves. */
  async #share(rendering: Rendering, signal: AbortSignal): Promise<string> {
    rendering.waiting += 1;
    const { promise: gone, reject } = Promise.withResolvers<never>();
    const leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([rendering.result, gone]);
    } finally {
      signal.removeEventListener('abort', leave);
      rendering.waiting -= 1;
      if (rendering.waiting === 0)
        rendering.stop.abort(new Refusal('unavailable', 'all callers of this page have disconnected'));
    }
  }

  #begin(paperId: number, name: string, source: TextSource): Rendering {
    const stop = new AbortController();
    const result = this.#render(paperId, name, source, stop.signal).finally(() => {
      if (this.#underWay.get(name) === rendering) this.#underWay.delete(name);
    });
    // Waiting callers get the error. This handler drops the error if no caller is left.
    result.catch(() => undefined);
    const rendering: Rendering = { result, stop, waiting: 0 };
    this.#underWay.set(name, rendering);
    // New callers must not join a stopped rendering.
    stop.signal.addEventListener('abort', () => {
      if (this.#underWay.get(name) === rendering) this.#underWay.delete(name);
    });
    return rendering;
  }

  async #render(paperId: number, name: string, source: TextSource, signal: AbortSignal): Promise<string> {
    try {
      const page = await this.#pool.ask(source, { signal });
      this.#onOutcome('rendered');
      await this.#files.storeCached(paperId, name, page);
      return page;
    } catch (error) {
      if (signal.aborted) this.#onOutcome('abandoned');
      if (!(error instanceof ResourceLimitError)) throw error;
      this.#onOutcome('too_costly');
      const message = describe(error);
      for (const old of [...this.#failures.keys()].slice(0, this.#failures.size + 1 - REMEMBERED_FAILURES))
        this.#failures.delete(old);
      this.#failures.set(name, message);
      throw new Refusal('malformed', message);
    }
  }
}

function describe({ limit, limits, progress }: ResourceLimitError): string {
  const bound =
    limit === 'time'
      ? `more than ${limits.timeoutMs / 1_000} s`
      : `more than ${limits.maxMemoryBytes / 1024 ** 2} MiB of memory`;
  const where = progress === undefined ? '' : `. Typesetting stopped at ${progress}`;
  return `the paper is too large to be shown: typesetting it takes ${bound}${where}. GET /api/paper has its Markdown`;
}
