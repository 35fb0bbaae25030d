import { open } from 'node:fs/promises';
import type { ZoteroLibrary } from '@almagest/contracts/literature';
import {
  HttpError,
  retry,
  retryAfterMs,
  transientOf,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  type Outcome,
  type RetryPolicy,
  type TextResponse,
} from '@almagest/http-client';
import { RateLimitError, type HostRateLimiter } from '../../domain/host-rate-limit.ts';
import { excerptOf } from '../rate-limit/excerpt.ts';
import { hostRateOptions, type RateLimitPolicy } from '../rate-limit/rate-limit-policy.ts';
import { SourceError } from '../source.ts';

export interface ZoteroOptions extends RateLimitPolicy {
  readonly baseUrl: string;
  readonly outbound: HttpClient;
  readonly hosts: HostRateLimiter;
  readonly maxFileBytes: number;
}

/** Thrown if Zotero has requested a pause. The import then stops and resumes later instead of waiting. */
export class PauseError extends Error {
  readonly askedSec: number;

  constructor(askedSec: number) {
    super(`Zotero requests a pause of ${askedSec} s. The import resumes afterwards`);
    this.name = 'PauseError';
    this.askedSec = askedSec;
  }
}

export type ZoteroJson = Readonly<Record<string, unknown>>;

/** The changes of a library after a version. */
export interface Changes {
  readonly version: number;
  /** The version of each object, by its key. */
  readonly versions: ReadonlyMap<string, number>;
}

/** The maximum number of keys per request. */
export const KEYS_PER_REQUEST = 50;

const GROUPS_PER_REQUEST = 100;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** The retries cover only short outages. A longer outage stops the import, which resumes later. */
const RETRIES: RetryPolicy = { attempts: 3, firstMs: 300, factor: 4, maxMs: 1_500, maxRetryAfterMs: 0 };

/** The pause, in seconds, after the status 'too many requests' without `Retry-After`. */
const RATE_LIMITED_SEC = 60;

/** A client of Zotero's web API, version 3. */
export class ZoteroApi {
  readonly #options: ZoteroOptions;

  constructor(options: ZoteroOptions) {
    this.#options = options;
  }

  async libraries(key: string, signal?: AbortSignal): Promise<ZoteroLibrary[]> {
    const access = await this.#json(key, '/keys/current', signal);
    const { userID, username } = objectOf(access.value);
    if (!Number.isSafeInteger(userID)) throw malformed('the owner of the key');
    const user = String(userID);
    const { user: own, groups } = objectOf(objectOf(access.value)['access']);
    const libraries: ZoteroLibrary[] = [];
    if (objectOf(own)['library'] === true) libraries.push({ library: `users/${user}`, name: textOf(username) || user });
    const allowed = objectOf(groups);
    const isAllowed = (id: string) => objectOf(allowed[id] ?? allowed['all'])['library'] === true;
    for (let start = 0; ; start += GROUPS_PER_REQUEST) {
      const path = `/users/${user}/groups?limit=${GROUPS_PER_REQUEST}&start=${start}`;
      const { value } = await this.#json(key, path, signal);
      for (const group of objectsOf(value)) {
        const id = String(group['id']);
        if (isAllowed(id)) libraries.push({ library: `groups/${id}`, name: textOf(objectOf(group['data'])['name']) });
      }
      if (objectsOf(value).length < GROUPS_PER_REQUEST) return libraries;
    }
  }

  /** Opens a library for one import. */
  open(library: string, key: string, signal: AbortSignal): ZoteroSession {
    return new ZoteroSession(`/${library}`, {
      get: (path, headers) => this.#json(key, path, signal, headers),
      file: (path, file) => this.#file(key, path, file, signal),
    });
  }

  async #json(
    key: string,
    path: string,
    signal: AbortSignal | undefined,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ZoteroAnswer> {
    const request = { ...this.#request(key, path, signal, headers), maxBytes: MAX_ANSWER_BYTES };
    const answer = await this.#send(request, () => this.#options.outbound.text(request));
    if (answer.status === 304) return { value: undefined, headers: answer.headers };
    if (answer.status !== 200) throw refusal(answer.status, answer.text);
    try {
      return { value: JSON.parse(answer.text) as unknown, headers: answer.headers };
    } catch {
      throw malformed('JSON');
    }
  }

  async #file(key: string, path: string, file: { readonly path: string }, signal: AbortSignal): Promise<FileAnswer> {
    const { outbound, maxFileBytes } = this.#options;
    const request = { ...this.#request(key, path, signal, {}), maxBytes: maxFileBytes, unpacked: true };
    const received = await this.#send(request, async () => {
      try {
        return await outbound.exchange(request, async (answer) => await written(answer, file.path));
      } catch (error) {
        if (error instanceof HttpError && error.fault === 'too_large') return { ...NOTHING, status: 413 };
        throw error;
      }
    });
    const { status, head, text, headers } = received;
    if (status === 200) return { result: 'stored', head, headers };
    const result = FILE_FAILURES[status];
    if (result === undefined) throw refusal(status, text);
    return { result, head, headers };
  }

  #request(
    key: string,
    path: string,
    signal: AbortSignal | undefined,
    headers: Readonly<Record<string, string>>,
  ): HttpRequest {
    const { baseUrl } = this.#options;
    return { url: `${baseUrl}${path}`, bearer: key, headers: { 'zotero-api-version': '3', ...headers }, signal };
  }

  async #send<T extends Pick<TextResponse, 'status' | 'headers'>>(
    request: HttpRequest,
    exchange: () => Promise<T>,
  ): Promise<T> {
    const { hosts, outbound } = this.#options;
    const options = hostRateOptions(outbound, this.#options, false, request.signal);
    const transient = (outcome: Outcome<T>) =>
      'value' in outcome && askedPause(outcome.value) !== undefined
        ? undefined
        : transientOf(request, outcome, Date.now());
    try {
      const work = async () => await hosts.run(new URL(request.url).host, exchange, options);
      const answer = await retry(work, { policy: RETRIES, transient, signal: request.signal });
      const pause = askedPause(answer);
      if (pause !== undefined) throw new PauseError(pause);
      return answer;
    } catch (error) {
      if (error instanceof RateLimitError) throw new SourceError('zotero', 'rate_limited', error.message);
      if (!(error instanceof HttpError)) throw error;
      const fault = error.fault === 'timeout' ? 'timeout' : 'unavailable';
      throw new SourceError('zotero', fault, `Zotero: ${error.message}`);
    }
  }
}

interface ZoteroAnswer {
  /** The parsed body. Undefined if the status is 304. */
  readonly value: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

interface FileAnswer {
  readonly result: 'stored' | 'missing' | 'too_large' | 'forbidden';
  /** The first bytes of the file. */
  readonly head: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

const FILE_FAILURES: Readonly<Record<number, FileAnswer['result']>> = {
  403: 'forbidden',
  404: 'missing',
  413: 'too_large',
};

const NOTHING = { status: 0, headers: {}, head: new Uint8Array(), text: '' };

/** The number of bytes at the beginning of a file that are used to detect its type. */
const HEAD_BYTES = 1024;

async function written({ status, headers, body }: HttpResponse, path: string) {
  const handle = await open(path, 'w');
  let head = Buffer.alloc(0);
  try {
    for await (const chunk of body) {
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]);
      await handle.write(chunk);
    }
  } finally {
    await handle.close();
  }
  return { status, headers, head: new Uint8Array(head), text: status === 200 ? '' : head.toString('utf8') };
}

/** Sends the requests of one import. */
interface Transport {
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<ZoteroAnswer>;
  readonly file: (path: string, file: { readonly path: string }) => Promise<FileAnswer>;
}

/** One library during one import. */
export class ZoteroSession {
  readonly #path: string;
  readonly #transport: Transport;
  #backoffSec = 0;

  constructor(path: string, transport: Transport) {
    this.#path = path;
    this.#transport = transport;
  }

  /** Throws if Zotero has requested a pause. The import calls this between two steps. */
  pauseIfAsked(): void {
    if (this.#backoffSec > 0) throw new PauseError(this.#backoffSec);
  }

  /** Lists the objects that changed after a version. Returns undefined if the library is unchanged. */
  async changes(what: 'collections' | 'items' | 'items/top', since: number): Promise<Changes | undefined> {
    const trashed = what === 'collections' ? '' : '&includeTrashed=1';
    const { value, headers } = await this.#get(
      `/${what}?format=versions&since=${since}${trashed}`,
      since === 0 ? {} : { 'if-modified-since-version': String(since) },
    );
    if (value === undefined) return undefined;
    const versions = Object.entries(objectOf(value)).flatMap(([key, version]) =>
      isKey(key) && isVersion(version) ? [[key, version] as const] : [],
    );
    return { version: versionOf(headers), versions: new Map(versions) };
  }

  /** Returns up to `KEYS_PER_REQUEST` objects. The result omits deleted objects. */
  async objects(what: 'collections' | 'items', keys: readonly string[]): Promise<ZoteroJson[]> {
    const [name, trashed] = what === 'items' ? ['itemKey', '&includeTrashed=1'] : ['collectionKey', ''];
    const { value } = await this.#get(`/${what}?${name}=${keys.join(',')}&limit=${KEYS_PER_REQUEST}${trashed}`);
    return objectsOf(value);
  }

  /** Returns the keys of the objects that were deleted after a version. */
  async deleted(since: number): Promise<{ readonly collections: string[]; readonly items: string[] }> {
    const { value } = await this.#get(`/deleted?since=${since}`);
    const keysIn = (name: string) => {
      const { [name]: list } = objectOf(value);
      return Array.isArray(list) ? list.filter(isKey) : [];
    };
    return { collections: keysIn('collections'), items: keysIn('items') };
  }

  /** Writes the file of an attachment to this path. */
  async file(key: string, file: { readonly path: string }): Promise<Pick<FileAnswer, 'result' | 'head'>> {
    const answer = await this.#transport.file(`${this.#path}/items/${key}/file`, file);
    this.#note(answer.headers);
    return answer;
  }

  async #get(path: string, headers?: Readonly<Record<string, string>>): Promise<ZoteroAnswer> {
    const answer = await this.#transport.get(`${this.#path}${path}`, headers);
    this.#note(answer.headers);
    return answer;
  }

  #note(headers: Readonly<Record<string, string>>): void {
    this.#backoffSec = Math.max(this.#backoffSec, seconds(headers['backoff']) ?? 0);
  }
}

function seconds(header: string | undefined): number | undefined {
  const ms = retryAfterMs(header, Date.now());
  return ms === undefined ? undefined : Math.ceil(ms / 1_000);
}

/** Returns the pause, in seconds, that the host requests in a refusal. */
function askedPause({ status, headers }: Pick<TextResponse, 'status' | 'headers'>): number | undefined {
  const asked = seconds(headers['retry-after']);
  if (status === 429) return asked ?? RATE_LIMITED_SEC;
  return status === 503 ? asked : undefined;
}

const isKey = (key: unknown): key is string => typeof key === 'string' && /^[A-Z0-9]{8}$/.test(key);
const isVersion = (version: unknown): version is number =>
  Number.isInteger(version) && (version as number) >= 0 && (version as number) < 2 ** 31;

function versionOf(headers: Readonly<Record<string, string>>): number {
  const version = Number(headers['last-modified-version']);
  if (!isVersion(version)) throw malformed('the version of the library');
  return version;
}

function objectOf(value: unknown): ZoteroJson {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ZoteroJson) : {};
}

function objectsOf(value: unknown): ZoteroJson[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function refusal(status: number, text: string): SourceError {
  if (status === 403 || status === 401)
    return new SourceError(
      'zotero',
      'unauthorized',
      `Zotero refused the API key (HTTP ${status}). Create a key that may read this library at zotero.org/settings/keys, and link the library again`,
    );
  if (status === 404)
    return new SourceError('zotero', 'unauthorized', 'Zotero has no such library or key (HTTP 404). Link it again');
  return new SourceError('zotero', 'unavailable', `Zotero answered HTTP ${status}: ${excerptOf(text)}`);
}

function malformed(what: string): SourceError {
  return new SourceError('zotero', 'malformed_answer', `Zotero did not return ${what}`);
}
