import type { HostName, Reply } from '../server/exchange.ts';
import { json, plain, redirect } from '../server/exchange.ts';
import type { Fault, FaultKind } from './fault.ts';
import {
  challengePage,
  forbiddenPage,
  htmlAsPdf,
  logInWall,
  noHtmlPage,
  notFoundPage,
  serverErrorPage,
} from './pages.ts';

export type Delivery =
  | { readonly kind: 'silence' }
  | { readonly kind: 'reset' }
  | {
      readonly kind: 'reply';
      readonly reply: Reply;
      /** The number of bytes sent at a time, and the pause between two parts in milliseconds. */
      readonly drip?: { readonly bytes: number; readonly everyMs: number };
      /** Number of bytes sent at once, and the event that the rest waits for. */
      readonly hold?: { readonly bytes: number; readonly released: Promise<void> };
      /** Cut the connection after this many bytes, although the full length was announced. */
      readonly cutAfterBytes?: number;
      /** Cut an event stream after this many pieces. */
      readonly cutAfterPieces?: number;
    };

export interface FaultContext {
  readonly host: HostName;
  readonly target: string;
  readonly abstractUrl: string;
  readonly privateUrl: string;
  /** Resolves when the faults of the route are replaced or cleared. */
  readonly released: Promise<void>;
}

const RATE_LIMITED: Readonly<Partial<Record<HostName, Reply>>> = {
  catalog: json({ error: 'Too many requests' }, 429),
  preprintApi: plain('Rate exceeded.', 429),
  preprintWeb: plain('Rate exceeded.', 429),
  provider: json(
    {
      error: { message: 'Rate limit reached for requests', type: 'requests', param: null, code: 'rate_limit_exceeded' },
    },
    429,
  ),
};

type ReplacementPages = {
  readonly [K in FaultKind['kind']]?: (fault: Extract<Fault, { kind: K }>, context: FaultContext) => Reply;
};

/** Replies that do not depend on the real answer. */
const INSTEAD: ReplacementPages = {
  rate_limited: (fault, { host }) => {
    const reply = RATE_LIMITED[host] ?? plain('Too Many Requests', 429);
    if (fault.retry_after === undefined) return reply;
    return { ...reply, headers: { ...reply.headers, 'retry-after': String(fault.retry_after) } };
  },
  server_error: ({ status = 500, body }) => (body === undefined ? serverErrorPage(status) : plain(body, status)),
  not_found: (_, { target }) => notFoundPage(target),
  forbidden: forbiddenPage,
  challenge: ({ system = 'cloudflare' }) => challengePage(system),
  login_wall: logInWall,
  html_as_pdf: htmlAsPdf,
  no_html: (_, { target }) => noHtmlPage(target.replace(/^\/html\//, '')),
  redirect_to_abstract: (_, { abstractUrl }) => redirect(abstractUrl, 307),
  redirect_private: ({ location }, { privateUrl }) => redirect(location ?? privateUrl),
  redirect_loop: (_, { target }) => redirect(target),
};

/** Prepares the delivery of a request with a fault. `answer` computes the real reply. */
export async function deliverWithFault(
  fault: Fault,
  context: FaultContext,
  answer: () => Promise<Reply>,
): Promise<Delivery> {
  if (fault.kind === 'timeout') return { kind: 'silence' };
  if (fault.kind === 'reset') return { kind: 'reset' };
  const instead = INSTEAD[fault.kind] as ((fault: Fault, context: FaultContext) => Reply) | undefined;
  if (instead !== undefined) return { kind: 'reply', reply: instead(fault, context) };
  if (fault.kind === 'oversized') return oversized(fault);
  return spoiled(fault, await answer(), context);
}

function spoiled(fault: Fault, reply: Reply, { released }: FaultContext): Delivery {
  switch (fault.kind) {
    case 'slow_drip':
      return { kind: 'reply', reply, drip: { bytes: fault.bytes ?? 64, everyMs: fault.every_ms ?? 1000 } };
    case 'hold':
      return { kind: 'reply', reply, hold: { bytes: fault.bytes ?? 0, released } };
    case 'truncated':
      return { kind: 'reply', reply, cutAfterBytes: fault.bytes ?? Math.floor(wholeBody(reply).byteLength / 2) };
    case 'cut_stream':
      return { kind: 'reply', reply, cutAfterPieces: fault.pieces ?? 2 };
    case 'wrong_content_type': {
      const type = { 'content-type': fault.content_type ?? 'application/octet-stream' };
      return { kind: 'reply', reply: { ...reply, headers: { ...reply.headers, ...type } } };
    }
    case 'broken_body': {
      const whole = wholeBody(reply);
      return { kind: 'reply', reply: { ...reply, body: whole.subarray(0, Math.floor(whole.byteLength / 2)) } };
    }
    default:
      return { kind: 'reply', reply };
  }
}

/** The size of a body that is larger than any paper. The caller should stop reading at its limit. */
const OVERSIZED_BYTES = 200 * 2 ** 20;
const PIECE = `${'0'.repeat(2 ** 16 - 1)}\n`;

function oversized(fault: Extract<Fault, { kind: 'oversized' }>): Delivery {
  const bytes = fault.bytes ?? OVERSIZED_BYTES;
  const pieces = ['%PDF-1.7\n', ...Array<string>(Math.ceil(bytes / PIECE.length)).fill(PIECE)];
  const length = String(pieces.reduce((sum, piece) => sum + piece.length, 0));
  const headers = {
    'content-type': 'application/pdf',
    ...(fault.announced === true ? { 'content-length': length } : {}),
  };
  return { kind: 'reply', reply: { status: 200, headers, body: pieces } };
}

export function wholeBody(reply: Reply): Uint8Array {
  const { body } = reply;
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : body.join(''));
}
