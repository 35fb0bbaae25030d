/** Vendors of challenge pages. */
const CHALLENGERS = [
  'cloudflare',
  'radware',
  'imperva',
  'akamai',
  'springer',
  'sucuri',
  'datadome',
  'preprint',
] as const;
export type Challenger = (typeof CHALLENGERS)[number];

/** A fault of a route: its behaviour instead of a correct answer. */
export type FaultKind =
  /** Status 429 with the host's message. Sends `retry_after` (seconds or an HTTP date) only if given. */
  | { readonly kind: 'rate_limited'; readonly retry_after?: number | string }
  /** Any status, 500 by default, with a body that is not in the host's format. */
  | { readonly kind: 'server_error'; readonly status?: number; readonly body?: string }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'forbidden' }
  /** Never answers. The connection stays open until the caller closes it. */
  | { readonly kind: 'timeout' }
  /** Closes the connection before the first byte. */
  | { readonly kind: 'reset' }
  /** Sends the headers at once and the body in small pieces. */
  | { readonly kind: 'slow_drip'; readonly bytes?: number; readonly every_ms?: number }
  /** Sends the headers and the first `bytes` (0 by default), and the rest once the route's faults are replaced or cleared. */
  | { readonly kind: 'hold'; readonly bytes?: number }
  /** Announces the full length, sends `bytes` (half of it by default) and cuts the connection. */
  | { readonly kind: 'truncated'; readonly bytes?: number }
  /** An event stream that is cut after `pieces` pieces. */
  | { readonly kind: 'cut_stream'; readonly pieces?: number }
  | { readonly kind: 'challenge'; readonly system?: Challenger }
  | { readonly kind: 'login_wall' }
  /** An HTML page with the type `application/pdf`. */
  | { readonly kind: 'html_as_pdf' }
  | { readonly kind: 'no_html' }
  | { readonly kind: 'redirect_to_abstract' }
  /** The real body with another content type. */
  | { readonly kind: 'wrong_content_type'; readonly content_type?: string }
  /** A redirect to a private address: the laboratory's `intranet` host, or `location`. */
  | { readonly kind: 'redirect_private'; readonly location?: string }
  | { readonly kind: 'redirect_loop' }
  /** `bytes` of an incomplete PDF. The length is announced only if requested. */
  | { readonly kind: 'oversized'; readonly bytes?: number; readonly announced?: boolean }
  /** Incomplete JSON or XML. */
  | { readonly kind: 'broken_body' }
  /** Preprint API only: a total without any results. */
  | { readonly kind: 'empty_page' }
  /** Preprint API only: the first paper of a page also replaces the second. */
  | { readonly kind: 'repeated_entry' }
  /** Provider only: mistakes that models make. */
  | { readonly kind: 'missing_tool_ids' }
  | { readonly kind: 'empty_tool_ids' }
  /** All parts of a stream have the index of tool call 0. */
  | { readonly kind: 'zero_tool_indices' }
  | { readonly kind: 'broken_arguments' }
  | { readonly kind: 'damaged_masks' }
  | { readonly kind: 'empty_answer' };

export type Fault = FaultKind & {
  /** The number of requests that the fault affects. Default: all. */
  readonly times?: number;
  /** The number of requests that are answered normally before the fault begins. */
  readonly after?: number;
  /** Affects only requests whose target or body contains this text. */
  readonly only?: string;
};

/**
 * Kinds that a route has to implement itself, because they change the content of an answer rather than its delivery.
 */
const CONTENT_KINDS = [
  'empty_page',
  'repeated_entry',
  'missing_tool_ids',
  'empty_tool_ids',
  'zero_tool_indices',
  'broken_arguments',
  'damaged_masks',
  'empty_answer',
] as const;
export type ContentFaultKind = (typeof CONTENT_KINDS)[number];

/** The settings of each kind, with their types. */
const FAULT_SETTINGS: Readonly<
  Record<FaultKind['kind'], Readonly<Record<string, 'number' | 'string' | 'boolean' | 'number|string'>>>
> = {
  rate_limited: { retry_after: 'number|string' },
  server_error: { status: 'number', body: 'string' },
  not_found: {},
  forbidden: {},
  timeout: {},
  reset: {},
  slow_drip: { bytes: 'number', every_ms: 'number' },
  hold: { bytes: 'number' },
  truncated: { bytes: 'number' },
  cut_stream: { pieces: 'number' },
  challenge: { system: 'string' },
  login_wall: {},
  html_as_pdf: {},
  no_html: {},
  redirect_to_abstract: {},
  wrong_content_type: { content_type: 'string' },
  redirect_private: { location: 'string' },
  redirect_loop: {},
  oversized: { bytes: 'number', announced: 'boolean' },
  broken_body: {},
  empty_page: {},
  repeated_entry: {},
  missing_tool_ids: {},
  empty_tool_ids: {},
  zero_tool_indices: {},
  broken_arguments: {},
  damaged_masks: {},
  empty_answer: {},
};

const COMMON: Readonly<Record<string, 'number' | 'string'>> = { times: 'number', after: 'number', only: 'string' };

/** Parses the body of `PUT /lab/faults/<route>`: one fault, or a list of faults that apply one after the other. */
export function parseFaults(value: unknown, known: readonly ContentFaultKind[]): Fault[] {
  const faults = (Array.isArray(value) ? value : [value]).map(parseFault);
  const stranger = faults.find(
    ({ kind }) => CONTENT_KINDS.some((own) => own === kind) && !known.some((own) => own === kind),
  );
  if (stranger !== undefined) throw new FaultRefusedError(`this route does not support ${stranger.kind}`);
  return faults;
}

function parseFault(value: unknown): Fault {
  if (typeof value !== 'object' || value === null) throw new FaultRefusedError('a fault must be an object with a kind');
  const { kind, ...settings } = value as Record<string, unknown>;
  const own = Object.entries(FAULT_SETTINGS).find(([name]) => name === kind)?.[1];
  if (own === undefined) throw new FaultRefusedError(`unknown kind ${JSON.stringify(kind)}`);
  for (const [name, setting] of Object.entries(settings)) {
    const wanted = own[name] ?? COMMON[name];
    if (wanted === undefined) throw new FaultRefusedError(`${String(kind)} has no setting ${name}`);
    if (!wanted.split('|').includes(typeof setting)) throw new FaultRefusedError(`${name} must be a ${wanted}`);
  }
  const { system } = settings;
  if (system !== undefined && !CHALLENGERS.some((name) => name === system)) {
    throw new FaultRefusedError(`system must be one of ${CHALLENGERS.join(', ')}`);
  }
  return value as Fault;
}

export class FaultRefusedError extends Error {}
