import type { Operation } from '@almagest/contracts';
import { HttpClient, type FormData, type HttpResponse } from '@almagest/http-client';
import { errorCode, EXIT, CommandError, UnreachableError } from '../errors.ts';
import type { Credential } from './credential.ts';

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

const CONNECT_MS = 10_000;
/** The limit applies to silence, not to the total duration. A long export that keeps sending is fine. */
const SILENCE_MS = 60_000;

export interface OutgoingRequest {
  readonly method: Operation['method'];
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly bytes?: Uint8Array;
  /** Aborts the request early. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests to one coordinator with one credential, and turns connection errors into messages. */
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
        // No compression, because a download resumes at a byte offset of the file.
        unpacked: true,
        signal,
      }),
    );
  }

  /** Runs a request, including reading its body, and turns connection errors into messages. */
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
    // Proves that the request does not come from a page of another site. A browser would send the same header.
    return method === 'get' ? { cookie } : { cookie, origin: new URL(this.url).origin };
  }
}

const MEANING: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused. Is the coordinator running, and is --url correct?',
  ENOTFOUND: 'the host name is unknown. Check --url',
  EAI_AGAIN: 'the host name could not be looked up. Check --url and the network',
  EHOSTUNREACH: 'the host is not reachable. Check the network',
  ENETUNREACH: 'the network is not reachable. Check the network',
  ECONNRESET: 'the connection was closed. Try again',
  EPIPE: 'the connection was closed. Try again',
  UND_ERR_SOCKET: 'the connection was closed. Try again',
  UND_ERR_ABORTED: 'the answer was incomplete. Try again',
  UND_ERR_CONNECT_TIMEOUT: `no connection within ${CONNECT_MS / 1000} s. Check --url and the firewall`,
  UND_ERR_HEADERS_TIMEOUT: `no answer within ${SILENCE_MS / 1000} s. Try again`,
  UND_ERR_BODY_TIMEOUT: `the answer stalled for ${SILENCE_MS / 1000} s. Try again`,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer was incomplete. Try again',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed. Add it to NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed. Add it to NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified. Add the authority to NODE_EXTRA_CA_CERTS',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate cannot be verified. Add the authority to NODE_EXTRA_CA_CERTS',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name. Check --url',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS. Use http:// in --url',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS. Use http:// in --url',
};

function explainSilence(url: string, error: unknown): unknown {
  if (error instanceof CommandError) return error;
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && cause.name === 'NotReadableError') {
    return new CommandError('a file changed while it was being sent', EXIT.refused, error);
  }
  const code = errorCode(error);
  // A bug in gridctl must not be reported as a network error.
  if (code === undefined || code === 'UND_ERR_INVALID_ARG') return error;
  const known = MEANING[code] ?? (code.startsWith('HPE_') ? 'it does not speak HTTP. Check --url' : undefined);
  return new UnreachableError(`cannot reach ${url}: ${known ?? (error as Error).message}`, error);
}
