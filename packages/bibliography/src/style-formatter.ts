import { extname } from 'node:path';
import { ProcessPool, ResourceLimitError, type CallOptions, type ProcessLimits } from '@almagest/bounded-process';
import { referenceOf, UnreadableFileError, type Reference } from './reference.ts';
import { writeCslJson } from './write-csl-json.ts';

export interface StyleRequest {
  readonly csl: string;
  /** The entries as CSL-JSON. */
  readonly items: string;
  readonly format: 'plain' | 'html';
}

export type StyleReply = { readonly title: string; readonly entries: readonly string[] } | { readonly refused: string };

/** 400 entries in the APA style take 3 s and 230 MB. The time grows faster than the number of entries. */
const LIMITS: ProcessLimits = { timeoutMs: 30_000, maxMemoryBytes: 768 * 1024 ** 2 };
/** One entry takes 0.5 s in a new process. */
const TRIAL_MS = 5_000;
const PROGRAM = new URL(`./style-process${extname(import.meta.url)}`, import.meta.url);

/** An entry with which a new style is tried. */
const SAMPLE = referenceOf({
  key: 'sample',
  type: 'article-journal',
  title: 'A title',
  authors: [{ family: 'Okonkwo', given: 'Ada' }],
  container: 'A journal',
  date: '2014-05',
  volume: '7',
  pages: '1-9',
});

/** Formats bibliographies in any CSL style, one after another, in a process with time and memory limits. */
export class StyleFormatter {
  readonly #pool = new ProcessPool<StyleRequest, StyleReply>(PROGRAM, {
    processes: 1,
    limits: LIMITS,
    // The processor's memory may be damaged after a failure.
    isReusable: (reply) => !('refused' in reply),
  });

  /**
   * Returns the title of a style after formatting an entry with it.
   *
   * @throws {UnreadableFileError} if the style cannot be applied
   */
  async titleOf(csl: string, signal?: AbortSignal): Promise<string> {
    const request = { csl, items: itemsOf([SAMPLE]), format: 'plain' } as const;
    return (await this.#ask(request, { signal, timeoutMs: TRIAL_MS })).title;
  }

  /** @throws {UnreadableFileError} if the style cannot be applied */
  async format(
    csl: string,
    references: readonly Reference[],
    form: 'text' | 'html',
    signal?: AbortSignal,
  ): Promise<string> {
    const format = form === 'text' ? 'plain' : 'html';
    const { entries } = await this.#ask({ csl, items: itemsOf(references), format }, { signal });
    if (form === 'text') return entries.map((entry) => `${entry.trim()}\n`).join('');
    const list = entries.map((entry) => `<div class="csl-entry">${entry}</div>\n`).join('');
    return `<div class="csl-bib-body">\n${list}</div>\n`;
  }

  async close(): Promise<void> {
    await this.#pool.close(new Error('the style formatter was closed'));
  }

  async #ask(request: StyleRequest, options: CallOptions) {
    try {
      const reply = await this.#pool.ask(request, options);
      if ('refused' in reply) throw new UnreadableFileError(reply.refused);
      return reply;
    } catch (error) {
      if (!(error instanceof ResourceLimitError)) throw error;
      const what = error.limit === 'time' ? `${error.limits.timeoutMs / 1000} s` : 'the allowed memory';
      throw new UnreadableFileError(`the style needs more than ${what}. Select fewer papers or use another style`, {
        cause: error,
      });
    }
  }
}

/** The processor knows the types of CSL 1.0.1. */
const EARLIER_TYPES: Readonly<Record<string, string>> = { document: 'article', software: 'book', standard: 'report' };

/** Converts references to the processor's entries, each with its own id. */
function itemsOf(references: readonly Reference[]): string {
  const items = references.map((reference) => {
    const { preprintId, container, number, publisher, url, doi, title } = reference;
    const isPreprint = preprintId !== '' && container === '';
    return {
      ...reference,
      // The processor reads lower-case tags only.
      title: title.replaceAll(/<\/?su[bp]>/gi, (tag) => tag.toLowerCase()),
      abstract: '',
      remark: '',
      extra: {},
      date: reference.date.replaceAll('-00', ''),
      number: number || (isPreprint ? `arXiv:${preprintId}` : ''),
      publisher: publisher || (isPreprint ? 'arXiv' : ''),
      url: url || (isPreprint && doi === '' ? `https://arxiv.org/abs/${preprintId}` : ''),
    };
  });
  const parsed = JSON.parse(writeCslJson(items)) as Record<string, unknown>[];
  return JSON.stringify(
    parsed.map((item, place) => {
      const type = EARLIER_TYPES[String(item['type'])] ?? item['type'];
      return { ...item, id: String(place), type, custom: undefined, keyword: undefined };
    }),
  );
}
