/** Whose challenge page is shown. */
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

/** What a route does instead of answering properly. */
export type FaultKind =
  /** 429 in the words of the host; `retry_after` (seconds, or an HTTP date) only when given. */
  | { readonly kind: 'rate_limited'; readonly retry_after?: number | string }
  /** Any status with a body that is not the format of the host; 500 when not said. */
  | { readonly kind: 'server_error'; readonly status?: number; readonly body?: string }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'forbidden' }
  /** Never answers; the connection stays until the caller goes. */
  | { readonly kind: 'timeout' }
  /** Ends the connection before the first byte. */
  | { readonly kind: 'reset' }
  /** Headers at once, then the body in pieces. */
  | { readonly kind: 'slow_drip'; readonly bytes?: number; readonly every_ms?: number }
  /** Announces the whole length, sends `bytes` (half of it when not said) and cuts the connection. */
  | { readonly kind: 'truncated'; readonly bytes?: number }
  /** An event stream that ends without its last pieces after `pieces` of them. */
  | { readonly kind: 'cut_stream'; readonly pieces?: number }
  | { readonly kind: 'challenge'; readonly system?: Challenger }
  | { readonly kind: 'login_wall' }
  /** A page of HTML under `application/pdf`. */
  | { readonly kind: 'html_as_pdf' }
  | { readonly kind: 'no_html' }
  | { readonly kind: 'redirect_to_abstract' }
  /** The true body under another type. */
  | { readonly kind: 'wrong_content_type'; readonly content_type?: string }
  /** A redirect to where no program may be led: the `intranet` host of the laboratory, or `location`. */
  | { readonly kind: 'redirect_private'; readonly location?: string }
  | { readonly kind: 'redirect_loop' }
  /** `bytes` of a PDF that never ends well; the length is announced only on wish. */
  | { readonly kind: 'oversized'; readonly bytes?: number; readonly announced?: boolean }
  /** JSON or XML that breaks off. */
  | { readonly kind: 'broken_body' }
  /** Preprint API only: results are counted but none is listed. */
  | { readonly kind: 'empty_page' }
  /** Preprint API only: the first paper of a page stands in the place of its second as well. */
  | { readonly kind: 'repeated_entry' }
  /** Provider only: what a model does wrong. */
  | { readonly kind: 'missing_tool_ids' }
  | { readonly kind: 'empty_tool_ids' }
  /** All parts of a stream say that they belong to call 0. */
  | { readonly kind: 'zero_tool_indices' }
  | { readonly kind: 'broken_arguments' }
  | { readonly kind: 'damaged_masks' }
  | { readonly kind: 'empty_answer' };

export type Fault = FaultKind & {
  /** How many requests it meets; without it, all. */
  readonly times?: number;
  /** How many requests pass before it begins. */
  readonly after?: number;
  /** Only requests whose target or body holds this text. */
  readonly only?: string;
};

/** Kinds that a route must know by itself, because they spoil the meaning of an answer and not its delivery. */
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

/** Every kind with its own settings: the type of each value. */
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

/** Reads what `PUT /lab/faults/<route>` was sent: one fault, or a list that is used up in order. */
export function parseFaults(value: unknown, known: readonly ContentFaultKind[]): Fault[] {
  const faults = (Array.isArray(value) ? value : [value]).map(parseFault);
  const stranger = faults.find(
    ({ kind }) => CONTENT_KINDS.some((own) => own === kind) && !known.some((own) => own === kind),
  );
  if (stranger !== undefined) throw new FaultRefused(`this route knows nothing of ${stranger.kind}`);
  return faults;
}

function parseFault(value: unknown): Fault {
  if (typeof value !== 'object' || value === null) throw new FaultRefused('a fault is an object with a kind');
  const { kind, ...settings } = value as Record<string, unknown>;
  const own = Object.entries(FAULT_SETTINGS).find(([name]) => name === kind)?.[1];
  if (own === undefined) throw new FaultRefused(`unknown kind ${JSON.stringify(kind)}`);
  for (const [name, setting] of Object.entries(settings)) {
    const wanted = own[name] ?? COMMON[name];
    if (wanted === undefined) throw new FaultRefused(`${String(kind)} has no setting ${name}`);
    if (!wanted.split('|').includes(typeof setting)) throw new FaultRefused(`${name} must be a ${wanted}`);
  }
  const { system } = settings;
  if (system !== undefined && !CHALLENGERS.some((name) => name === system)) {
    throw new FaultRefused(`system must be one of ${CHALLENGERS.join(', ')}`);
  }
  return value as Fault;
}

/** A fault that nobody could mean. */
export class FaultRefused extends Error {}
