import { Readable } from 'node:stream';
import { Agent, fetch, type FormData, type RequestInit, type Response } from 'undici';
import {
  CheckStatusReply,
  ClaimReply,
  HeldTasksReply,
  NodeHeartbeatReply,
  NodeRegisterReply,
  ReportReply,
  type CheckStatusRequest,
  type NodeHeartbeatRequest,
  type NodeRegisterRequest,
  type TaskReturn,
} from '@almagest/contracts/grid';
import { compile, type Check } from '@almagest/contracts/validate';
import { retryAfterMs } from '../decisions/backoff.ts';
import { reasonOf } from '../failure.ts';
import type { RequestResult, Failure } from './request-result.ts';

const CONNECT_MS = 10_000;
/** The timeout for the beginning of the response. It restarts with every chunk of an upload. */
const HEADERS_MS = 60_000;
/** The timeout between two chunks of a response. */
const BODY_MS = 60_000;
/** The timeout of a whole small request, for servers that send very slowly. */
const SMALL_REQUEST_MS = 60_000;
/** Longer than the usual wait between two heartbeats, so that they share a connection. */
const KEEP_ALIVE_MS = 30_000;

const isRegisterReply = compile(NodeRegisterReply);
const isCheckStatusReply = compile(CheckStatusReply);
const isHeartbeatReply = compile(NodeHeartbeatReply);
const isClaimReply = compile(ClaimReply);
const isReportReply = compile(ReportReply);
const isHeldReply = compile(HeldTasksReply);

/** A file that is being downloaded. `body` must be read to its end or destroyed. */
export interface Download {
  readonly etag: string | null;
  /** Null if the caller's copy is still current. */
  readonly body: Readable | null;
}

export type Coordinator = ReturnType<typeof openCoordinator>;

/**
 * The node's client of the coordinator: one function for each operation. Responses are validated against the contract.
 */
export function openCoordinator(baseUrl: string) {
  const base = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: HEADERS_MS,
    bodyTimeout: BODY_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });

  const send = async (path: string, init: RequestInit): Promise<RequestResult<Response>> => {
    try {
      // Redirects are not followed: they would turn a POST into a GET and could send the token elsewhere.
      const response = await fetch(new URL(path, base), { ...init, dispatcher, redirect: 'manual' });
      if (response.ok || response.status === 304) return { kind: 'answered', value: response };
      return await refusalOf(response);
    } catch (error) {
      return { kind: 'unavailable', message: reasonOf(error) };
    }
  };
  const sendSmall = async <T>(path: string, check: Check<T>, init: RequestInit): Promise<RequestResult<T>> => {
    const answer = await send(path, { method: 'POST', signal: AbortSignal.timeout(SMALL_REQUEST_MS), ...init });
    return answer.kind === 'answered' ? read(answer.value, check) : answer;
  };

  return {
    /** The token, where there is one, makes this the announcement of an approved node. */
    register: (body: NodeRegisterRequest, token?: string) =>
      sendSmall('api/node/register', isRegisterReply, json(body, token)),
    checkStatus: (body: CheckStatusRequest) => sendSmall('api/node/check_status', isCheckStatusReply, json(body)),
    heartbeat: (body: NodeHeartbeatRequest, token: string) =>
      sendSmall('api/node/heartbeat', isHeartbeatReply, json(body, token)),
    claim: (token: string) => sendSmall('api/task/claim', isClaimReply, { headers: bearer(token) }),

    /** The tasks that the coordinator believes this node to hold. */
    heldTasks: (token: string) => sendSmall('api/task/held', isHeldReply, { method: 'GET', headers: bearer(token) }),
    returnTask: (body: TaskReturn, token: string) => sendSmall('api/task/return', isReportReply, json(body, token)),

    /** No limit to the whole: a seed may be large and the line slow. */
    report: async (form: FormData, token: string): Promise<RequestResult<unknown>> => {
      const answer = await send('api/task/report', { method: 'POST', body: form, headers: bearer(token) });
      return answer.kind === 'answered' ? read(answer.value, isReportReply) : answer;
    },

    download: async (path: string, of: { token: string; etag?: string; signal?: AbortSignal }) => {
      const headers: Record<string, string> = { ...bearer(of.token), 'accept-encoding': 'identity' };
      if (of.etag !== undefined) headers['if-none-match'] = of.etag;
      const answer = await send(path, { headers, ...(of.signal ? { signal: of.signal } : {}) });
      return answer.kind === 'answered' ? begun(answer.value) : answer;
    },

    close: () => dispatcher.destroy(),
  };
}

function begun(response: Response): RequestResult<Download> {
  const etag = response.headers.get('etag');
  if (response.status === 304) return { kind: 'answered', value: { etag, body: null } };
  const body = response.body ? Readable.fromWeb(response.body) : Readable.from([]);
  return { kind: 'answered', value: { etag, body } };
}

function json(body: object, token?: string): RequestInit {
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : bearer(token)) };
  return { body: JSON.stringify(body), headers };
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

async function read<T>(response: Response, check: Check<T>): Promise<RequestResult<T>> {
  try {
    const checked = check(await response.json());
    if (checked.ok) return { kind: 'answered', value: checked.value };
    return { kind: 'unavailable', message: `the answer breaks the contract: ${checked.fault}` };
  } catch (error) {
    return { kind: 'unavailable', message: `the answer cannot be read: ${reasonOf(error)}` };
  }
}

const LONGEST_MESSAGE = 500;

async function refusalOf(response: Response): Promise<Failure> {
  const text = await response.text();
  const message = `${response.status} ${messageIn(text).slice(0, LONGEST_MESSAGE)}`.trim();
  return {
    kind: 'refused',
    status: response.status,
    message,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after'), Date.now()),
  };
}

/**
 * Refusals are JSON with a `message`, or plain text. Of anything else, such as a proxy's page, the first line is used.
 */
function messageIn(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === 'string') return message;
  } catch {
    // Plain text.
  }
  return text.split('\n', 1)[0] ?? '';
}
