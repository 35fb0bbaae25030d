import type { Operation } from '@almagest/contracts';
import { HttpClient, type FormData, type HttpResponse } from '@almagest/http-client';
import { errorCode, EXIT, Failure, Unreachable } from '../failures.ts';
import type { Credential } from './credential.ts';

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

const CONNECT_MS = 10_000;
/** Silence, not length: a long export that keeps sending is fine. */
const SILENCE_MS = 60_000;

export interface OutgoingRequest {
  readonly method: Operation['method'];
  /** Path and query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly bytes?: Uint8Array;
  /** Ends the request early. By default it finishes. */
  readonly signal?: AbortSignal | undefined;
}

/** Carries requests to one coordinator with one credential, and words what goes wrong on the way. */
export class Transport {
  readonly url: string;
  readonly credential: Credential;
  readonly #http = new HttpClient({
    timeouts: { connectMs: CONNECT_MS, headersMs: SILENCE_MS, idleMs: SILENCE_MS, totalMs: Infinity },
  });

  constructor(url: string, credential: Credential) {
    this.url = url;
    this.credential = credential;
  }

  async send(outgoing: OutgoingRequest): Promise<HttpResponse> {
    const { method, json, form, bytes, signal } = outgoing;
    return await this.reaching(() =>
      this.#http.send({
        url: this.url + outgoing.target,
        method: METHODS[method],
        headers: {
          ...this.#credentialHeaders(method),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(bytes === undefined ? {} : { 'content-type': 'application/octet-stream' }),
          ...outgoing.headers,
        },
        body: form ?? bytes ?? (json === undefined ? undefined : JSON.stringify(json)),
        // A download resumes at a count of bytes.
        unpacked: true,
        signal,
      }),
    );
  }

  /** Runs a request, including the reading of its body, and translates connection errors into messages. */
  async reaching<T>(talk: () => Promise<T>): Promise<T> {
    try {
      return await talk();
    } catch (error) {
      throw explainSilence(this.url, error);
    }
  }

  async close(): Promise<void> {
    await this.#http.close();
  }

  #credentialHeaders(method: OutgoingRequest['method']): Record<string, string> {
    const { credential } = this;
    if (credential.kind === 'none') return {};
    if (credential.kind === 'token') return { authorization: `Bearer ${credential.token}` };
    const { cookie } = credential.session;
    // Required as proof that the request is not made by a foreign page. A browser would send the same header.
    return method === 'get' ? { cookie } : { cookie, origin: new URL(this.url).origin };
  }
}

const MEANING: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; is the coordinator running, and is --url right?',
  ENOTFOUND: 'the host name is unknown; check --url',
  EAI_AGAIN: 'the host name could not be looked up; check --url and the network',
  EHOSTUNREACH: 'the host is not reachable; check the network',
  ENETUNREACH: 'the network is not reachable',
  ECONNRESET: 'the connection was cut; try again',
  EPIPE: 'the connection was cut; try again',
  UND_ERR_SOCKET: 'the connection was cut; try again',
  UND_ERR_ABORTED: 'the answer broke off; try again',
  UND_ERR_CONNECT_TIMEOUT: `no connection within ${CONNECT_MS / 1000} s; check --url and the firewall`,
  UND_ERR_HEADERS_TIMEOUT: `no answer within ${SILENCE_MS / 1000} s; try again`,
  UND_ERR_BODY_TIMEOUT: `the answer stalled for ${SILENCE_MS / 1000} s; try again`,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer broke off; try again',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; name it in NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed; name it in NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified; name the authority in NODE_EXTRA_CA_CERTS',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate cannot be verified; name the authority in NODE_EXTRA_CA_CERTS',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name; check --url',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS; use http:// in --url',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS; use http:// in --url',
};

function explainSilence(url: string, error: unknown): unknown {
  if (error instanceof Failure) return error;
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && cause.name === 'NotReadableError') {
    return new Failure('a file changed while it was sent', EXIT.refused, error);
  }
  const code = errorCode(error);
  // A fault of our own must not pass for one of the network.
  if (code === undefined || code === 'UND_ERR_INVALID_ARG') return error;
  const known = MEANING[code] ?? (code.startsWith('HPE_') ? 'it does not speak HTTP; check --url' : undefined);
  return new Unreachable(`cannot reach ${url}: ${known ?? (error as Error).message}`, error);
}
