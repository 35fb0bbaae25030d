import { createReadStream } from 'node:fs';
import {
  CheckStatusReply,
  ClaimReply,
  DeclarationReply,
  HeldTasksReply,
  NodeHeartbeatReply,
  NodeRegisterReply,
  ReportReply,
  UploadReply,
  type ArtifactDeclaration,
  type CheckStatusRequest,
  type NodeHeartbeatRequest,
  type NodeRegisterRequest,
  type TaskLogUpdate,
  type TaskReturn,
} from '@almagest/contracts/grid';
import { compile, type Check } from '@almagest/contracts/validate';
import {
  HttpClient,
  retryAfterMs,
  textOf,
  type FormData,
  type HttpRequest,
  type HttpResponse,
} from '@almagest/http-client';
import { ANSWER_MS } from '../decisions/line-limits.ts';
import { reasonOf } from '../agent-error.ts';
import type { RequestResult, Failure } from './request-result.ts';

const CONNECT_MS = 10_000;
/** The timeout between two chunks of a response. */
const BODY_MS = 60_000;
/**
 * Limits the total time and size of a small request, because a server may send very slowly or without end. The largest
 * reply is a task, which contains its workflow's configuration.
 */
const SMALL = { method: 'POST', totalMs: 60_000, maxBytes: 16 * 2 ** 20 } as const;
/** Longer than the usual heartbeat interval, so that heartbeats share a connection. */
const KEEP_ALIVE_MS = 30_000;

const isRegisterReply = compile(NodeRegisterReply);
const isCheckStatusReply = compile(CheckStatusReply);
const isHeartbeatReply = compile(NodeHeartbeatReply);
const isClaimReply = compile(ClaimReply);
const isReportReply = compile(ReportReply);
const isHeldReply = compile(HeldTasksReply);
const isDeclarationReply = compile(DeclarationReply);
const isUploadReply = compile(UploadReply);

/** The part of a file that the agent already has. */
export interface Resumption {
  readonly bytes: number;
  /** The version of the file. */
  readonly etag: string;
}

interface DownloadRequest {
  readonly token: string;
  /** The version of the caller's copy. */
  readonly etag?: string | undefined;
  readonly from?: Resumption | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for the start of the answer. */
  readonly answerMs: number;
}

export interface Download {
  readonly etag: string | undefined;
  /** The position of the body in the file. More than 0 if the body continues the part that the caller has. */
  readonly offset: number;
  /** Null if the caller's copy is still current. The caller must read at least the start of the body. */
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Releases the connection if the body is not read. */
  readonly discard: () => void;
}

/** A file to upload, starting at an offset. */
export interface ContentUpload {
  readonly taskId: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly offset: number;
  readonly file: string;
}

type Parts = Omit<HttpRequest, 'url'>;

export type Coordinator = ReturnType<typeof openCoordinator>;

/** Opens the node's HTTP client: one function per operation. Responses are validated against the contract. */
export function openCoordinator(baseUrl: string) {
  const base = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
  const http = new HttpClient({
    timeouts: { connectMs: CONNECT_MS, headersMs: ANSWER_MS, idleMs: BODY_MS, totalMs: Infinity },
    keepAliveMs: KEEP_ALIVE_MS,
    usesProxies: true,
  });

  const send = async (path: string, parts: Parts): Promise<RequestResult<HttpResponse>> => {
    try {
      const response = await http.send({ url: new URL(path, base).href, ...parts });
      const { status } = response;
      if ((status >= 200 && status < 300) || status === 304) return { kind: 'answered', value: response };
      return await refusalOf(response, parts.unpacked === true);
    } catch (error) {
      return { kind: 'unavailable', message: reasonOf(error) };
    }
  };
  const sendSmall = async <T>(path: string, check: Check<T>, parts: Parts): Promise<RequestResult<T>> => {
    const answer = await send(path, { ...SMALL, ...parts });
    return answer.kind === 'answered' ? read(answer.value, check) : answer;
  };

  return {
    /** With a token, announces a node that is already approved. */
    register: (body: NodeRegisterRequest, token?: string) =>
      sendSmall('api/node/register', isRegisterReply, json(body, token)),
    checkStatus: (body: CheckStatusRequest) => sendSmall('api/node/check_status', isCheckStatusReply, json(body)),
    heartbeat: (body: NodeHeartbeatRequest, token: string) =>
      sendSmall('api/node/heartbeat', isHeartbeatReply, json(body, token)),
    claim: (token: string) => sendSmall('api/task/claim', isClaimReply, { bearer: token }),

    /** Returns the tasks that the coordinator believes this node holds. */
    heldTasks: (token: string) => sendSmall('api/task/held', isHeldReply, { method: 'GET', bearer: token }),
    returnTask: (body: TaskReturn, token: string) => sendSmall('api/task/return', isReportReply, json(body, token)),

    /** Sends the end of a running task's log. */
    sendLog: (body: TaskLogUpdate, token: string) => sendSmall('api/task/log', isReportReply, json(body, token)),

    declareArtifacts: (body: ArtifactDeclaration, token: string) =>
      sendSmall('api/task/artifacts', isDeclarationReply, json(body, token)),
    /** Sends the rest of a file. There is no overall timeout, because the file may be large and the line slow. */
    uploadArtifact: async (content: ContentUpload, token: string): Promise<RequestResult<UploadReply>> => {
      const { taskId, sha256, sizeBytes, offset, file } = content;
      const answer = await send(`api/task/artifacts/${sha256}?task_id=${taskId}&offset=${offset}`, {
        method: 'PUT',
        // An empty file has no bytes to stream.
        body: sizeBytes === offset ? '' : createReadStream(file, { start: offset, end: sizeBytes - 1 }),
        headers: { 'content-type': 'application/octet-stream', 'content-length': String(sizeBytes - offset) },
        bearer: token,
      });
      return answer.kind === 'answered' ? read(answer.value, isUploadReply) : answer;
    },

    /** There is no overall timeout, because a seed may be large and the line slow. */
    report: async (form: FormData, token: string, traceparent: string): Promise<RequestResult<unknown>> => {
      const parts: Parts = { method: 'POST', body: form, bearer: token, headers: { traceparent } };
      const answer = await send('api/task/report', parts);
      return answer.kind === 'answered' ? read(answer.value, isReportReply) : answer;
    },

    download: async (path: string, { token, etag, from, signal, answerMs }: DownloadRequest) => {
      const headers = {
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
        ...(from === undefined ? {} : { range: `bytes=${from.bytes}-`, 'if-range': from.etag }),
      };
      const answer = await send(path, { headers, bearer: token, unpacked: true, signal, headersMs: answerMs });
      return answer.kind === 'answered' ? await begun(answer.value, from?.bytes) : answer;
    },

    close: () => http.close(),
  };
}

async function begun(
  { status, headers, body, discard }: HttpResponse,
  from: number | undefined,
): Promise<RequestResult<Download>> {
  const etag = headers['etag'];
  if (status === 304) {
    // Read the empty body so that the connection can be reused.
    await textOf(body);
    return { kind: 'answered', value: { etag, offset: 0, body: null, discard } };
  }
  if (status !== 206) return { kind: 'answered', value: { etag, offset: 0, body, discard } };
  const start = /^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1];
  if (start !== undefined && Number(start) === from)
    return { kind: 'answered', value: { etag, offset: from, body, discard } };
  discard();
  return { kind: 'unavailable', message: 'the answer is not the requested part of the file' };
}

function json(body: object, token?: string): Parts {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' }, bearer: token };
}

async function read<T>({ body }: HttpResponse, check: Check<T>): Promise<RequestResult<T>> {
  try {
    const checked = check(JSON.parse(await textOf(body)));
    if (checked.ok) return { kind: 'answered', value: checked.value };
    return { kind: 'unavailable', message: `the answer violates the contract: ${checked.fault}` };
  } catch (error) {
    return { kind: 'unavailable', message: `cannot read the answer: ${reasonOf(error)}` };
  }
}

const LONGEST_MESSAGE = 500;

/** Statuses that proxies send too, with the same meaning: timeouts and limits of sizes, ranges and rates. */
const NOT_ONLY_COORDINATOR: ReadonlySet<number> = new Set([408, 413, 416, 429]);

async function refusalOf({ status, headers, body }: HttpResponse, isDownload: boolean): Promise<Failure> {
  const text = await textOf(body);
  // The coordinator refuses downloads in plain text.
  const isPlain = isDownload && headers['content-type']?.startsWith('text/plain') === true;
  const told = isPlain ? firstLine(text) : failureIn(text);
  const message = `${status} ${(told ?? firstLine(text)).slice(0, LONGEST_MESSAGE)}`.trim();
  // A proxy that cannot reach the coordinator answers 403 or 404 with its own page. That answer is not final.
  if (told === undefined && status >= 400 && status < 500 && !NOT_ONLY_COORDINATOR.has(status))
    return { kind: 'unavailable', message: `not an answer from the coordinator: ${message}`, isWrong: true };
  const retryAfter = retryAfterMs(headers['retry-after'], dateOf(headers) ?? Date.now());
  return { kind: 'refused', status, message, retryAfterMs: retryAfter };
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** Returns the message of a failure as the coordinator sends it. Returns undefined for other bodies. */
function failureIn(text: string): string | undefined {
  try {
    const { status, success, message } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return (status === 'error' || success === false) && typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the server's time in ms, because the clock of this machine may be wrong. */
function dateOf({ date = '' }: HttpResponse['headers']): number | undefined {
  const ms = Date.parse(date);
  return Number.isNaN(ms) ? undefined : ms;
}
