import { open, type FileHandle } from 'node:fs/promises';
import type { FileVersion, FullTextType } from '@almagest/contracts/literature';
import {
  HttpError,
  retry,
  retryAfterMs,
  systemClock,
  type Clock,
  type HttpClient,
  type HttpResponse,
  type RetryPolicy,
  type Transient,
} from '@almagest/http-client';
import type { Diagnosis } from '../../domain/full-text/diagnosis.ts';
import { RateLimitError, type HostRateLimiter } from '../../domain/host-rate-limit.ts';
import type { FullTextLink } from '../catalog/full-text-links.ts';
import { hostRateOptions, type RateLimitPolicy } from '../rate-limit/rate-limit-policy.ts';
import { SourceError } from '../source.ts';
import {
  diagnoseAll,
  diagnoseSource,
  diagnoseTransport,
  type PageThread,
  classifyAnswer,
  diagnoseFile,
  diagnosePage,
} from './diagnose.ts';
import type { Candidate, WantedPaper } from './full-text-source.ts';
import { gatewayCandidates, linkCandidates } from './linked-candidates.ts';
import { readPdf } from './read-pdf.ts';
import { candidatesOf, type FullTextUrls } from './sources.ts';

export interface FullTextOptions extends RateLimitPolicy {
  readonly urls: Partial<FullTextUrls>;
  /** The catalog's links. They are used for papers and formats that no source has. */
  readonly links: { fullTextLinks(bibcode: string, signal?: AbortSignal): Promise<FullTextLink[]> };
  /** The address of the catalog's link gateway, as in `https://…/link_gateway`. The gateway needs no key. */
  readonly gatewayUrl: string | undefined;
  readonly maxBytes: number;
  readonly pages: PageThread;
  readonly outbound: HttpClient;
  readonly hosts: HostRateLimiter;
  readonly clock?: Clock;
}

const RETRY_ONCE: RetryPolicy = { attempts: 2, firstMs: 2000, factor: 1, maxMs: 2000, maxRetryAfterMs: Infinity };
/** The pause, in milliseconds, after the status 'too many requests' without `Retry-After`. */
const RATE_LIMITED_PAUSE_MS = 30_000;

/** The version of the downloaded file, or the reason for the failure. */
export type Fetched = { readonly version: FileVersion } | { readonly diagnosis: Diagnosis };

export interface PreprintVersion {
  readonly preprintId: string;
  /** The number of the version, without the `v`. */
  readonly version: number;
  readonly type: FullTextType;
}

interface Attempt {
  readonly diagnosis: Diagnosis | undefined;
  /** Present only if another attempt may succeed. */
  readonly transient: Transient | undefined;
}

/**
 * Downloads one format of a paper's full text. Tries all addresses, and decides by the content whether to accept a
 * file.
 */
export class FullTextFetcher {
  readonly #options: FullTextOptions;
  readonly #clock: Clock;

  constructor(options: FullTextOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /**
   * Returns the formats in which the paper may be available. HTML comes only from sources, because the catalog's links
   * lead only to PDFs.
   */
  formsOf(paper: WantedPaper): FullTextType[] {
    return candidatesOf(paper, 'html', this.#options.urls).length > 0 ? ['html', 'pdf'] : ['pdf'];
  }

  /**
   * Downloads the full text to the file at this path, and replaces the content of the file. If the full text is not
   * available, returns a diagnosis.
   */
  async fetch(
    paper: WantedPaper,
    type: FullTextType,
    file: { readonly path: string },
    signal?: AbortSignal,
  ): Promise<Fetched> {
    const failures: { name: string; diagnosis: Diagnosis }[] = [];
    const own = candidatesOf(paper, type, this.#options.urls);
    for (const candidate of own) {
      const diagnosis = await this.fetchCandidate(candidate, file, signal);
      if (diagnosis === undefined) return { version: candidate.version };
      failures.push({ name: candidate.name, diagnosis });
    }
    if (type === 'html' && own.length > 0) return { diagnosis: diagnoseAll(failures) };
    if (type === 'html')
      return {
        diagnosis: {
          cause: 'not_found',
          detail: 'only preprints have HTML, and this paper has no known preprint',
        },
      };
    const { candidates, failure } = await this.#linked(paper.bibcode, own, signal);
    for (const candidate of candidates) {
      const diagnosis = await this.fetchCandidate(candidate, file, signal);
      if (diagnosis === undefined) return { version: candidate.version };
      failures.push({ name: candidate.name, diagnosis });
    }
    if (failure !== undefined) failures.push({ name: 'links', diagnosis: failure });
    if (failures.length === 0)
      return { diagnosis: { cause: 'not_found', detail: 'the catalog has no full text of this paper' } };
    return { diagnosis: diagnoseAll(failures) };
  }

  /**
   * Downloads a version of a preprint from the preprint server. If the version is not available, returns a diagnosis.
   */
  async fetchPreprint(
    { preprintId, version, type }: PreprintVersion,
    file: { readonly path: string },
    signal?: AbortSignal,
  ): Promise<Diagnosis | undefined> {
    const paper = { bibcode: '', doi: '', preprintId: `${preprintId}v${version}` };
    const { preprint_web } = this.#options.urls;
    const [candidate] = preprint_web === undefined ? [] : candidatesOf(paper, type, { preprint_web });
    if (candidate === undefined)
      return { cause: 'not_found', detail: 'no address of the preprint server is configured' };
    return await this.fetchCandidate(candidate, file, signal);
  }

  /** Tries one address, and tries again after a transient failure. */
  async fetchCandidate(
    candidate: Candidate,
    file: { readonly path: string },
    signal?: AbortSignal,
  ): Promise<Diagnosis | undefined> {
    const { diagnosis } = await retry(() => this.#attempt(candidate, file, signal), {
      policy: RETRY_ONCE,
      transient: (outcome) => ('value' in outcome ? outcome.value.transient : undefined),
      maxWaitMs: () => this.#options.maxWaitMs,
      signal,
      clock: this.#clock,
    });
    return diagnosis;
  }

  async #attempt(candidate: Candidate, file: { readonly path: string }, signal?: AbortSignal): Promise<Attempt> {
    const { hosts, outbound } = this.#options;
    const { host } = URL.parse(candidate.url) ?? { host: candidate.url };
    try {
      const options = hostRateOptions(outbound, this.#options, true, signal);
      return await hosts.run(host, () => this.#exchange(candidate, file, signal), options);
    } catch (error) {
      if (error instanceof RateLimitError)
        return { diagnosis: { cause: 'rate_limited', detail: error.message }, transient: undefined };
      if (!(error instanceof HttpError)) throw error;
      return { diagnosis: diagnoseTransport(error), transient: error.isTransient ? {} : undefined };
    }
  }

  async #exchange({ type, url }: Candidate, file: { readonly path: string }, signal?: AbortSignal): Promise<Attempt> {
    const { outbound, maxBytes, pages } = this.#options;
    const follows = type === 'html' ? staysOnPaper(url) : () => true;
    return await outbound.exchange({ url, maxBytes, unpacked: type === 'pdf', follows, signal }, async (answer) => {
      const handle = await open(file.path, 'w');
      try {
        const read = type === 'pdf' ? readPdf : readHtml;
        const diagnosis = await read(answer, handle, { pages, path: file.path });
        return { diagnosis, transient: diagnosis && this.#transient(answer, diagnosis) };
      } finally {
        await handle.close();
      }
    });
  }

  #transient({ status, headers }: HttpResponse, { cause }: Diagnosis): Transient | undefined {
    const asked = retryAfterMs(headers['retry-after'], this.#clock.now());
    if (cause === 'rate_limited') return { retryAfterMs: asked ?? RATE_LIMITED_PAUSE_MS };
    // A challenge page also has status 503, but another request would return the same page.
    return cause === 'network' && status >= 500 ? { retryAfterMs: asked } : undefined;
  }

  /**
   * Returns addresses from the catalog's links. If the links cannot be requested, returns addresses of the link
   * gateway.
   */
  async #linked(
    bibcode: string,
    tried: readonly Candidate[],
    signal?: AbortSignal,
  ): Promise<{ candidates: Candidate[]; failure?: Diagnosis }> {
    const { links, gatewayUrl } = this.#options;
    try {
      return { candidates: linkCandidates(await links.fullTextLinks(bibcode, signal), tried) };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (gatewayUrl !== undefined) return { candidates: gatewayCandidates(bibcode, gatewayUrl, tried) };
      return { candidates: [], failure: diagnoseSource(error) };
    }
  }
}

/**
 * Returns a function that allows only redirects to another address of the paper. If a site has no HTML of the paper, it
 * redirects to the abstract. A page on another host does not belong to this candidate.
 */
function staysOnPaper(url: string): (next: URL) => boolean {
  const { hostname, pathname } = new URL(url);
  const mayLeave = !pathname.includes('/html/');
  return (next) => next.hostname === hostname && (mayLeave || next.pathname.includes('/html/'));
}

/**
 * Classifies a page in a parser process. If the page is a paper, writes it to `file`, as UTF-8 and with the base
 * address of its images. Otherwise returns the reason.
 */
async function readHtml(
  answer: HttpResponse,
  file: FileHandle,
  { pages, path }: { readonly pages: PageThread; readonly path: string },
): Promise<Diagnosis | undefined> {
  if (answer.headers['location'] !== undefined) return diagnoseRedirect(answer);
  for await (const chunk of answer.body) await file.writeFile(chunk);
  const { diagnosis } = await diagnoseFile(pages, path, answer);
  if (diagnosis === undefined) await pages.load(path, answer.address, answer.headers['content-type'] ?? '');
  return diagnosis;
}

/**
 * Explains a redirect that was not followed. The redirect leads away from the paper, for example to the abstract or to
 * a challenge.
 */
function diagnoseRedirect(answer: HttpResponse): Diagnosis {
  const page = classifyAnswer('<html></html>', answer);
  if (page.kind === 'challenge') return diagnosePage(page);
  return { cause: 'not_found', detail: `no HTML of this paper (redirected to ${answer.address})` };
}
