import type { Operation } from '@almagest/contracts';
import { retryAfterMs } from '@almagest/http-client';
import { RefusedError } from '../errors.ts';
import { printable } from '../output/text-width.ts';
import type { Credential } from './credential.ts';

export interface Refusal {
  readonly operation: Operation;
  readonly url: string;
  readonly credential: Credential;
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const LONGEST_REASON = 500;

/** Explains an error response in one line: what was wrong, where, and what to do. */
export function explainRefusal(refusal: Refusal): RefusedError {
  const waitMs = retryAfterMs(refusal.headers['retry-after'], Date.now());
  const seconds = waitMs === undefined ? undefined : Math.ceil(waitMs / 1000);
  const reason = reasonOf(refusal);
  const advice = adviceOn(refusal, seconds);
  const line = `${reason} (${refusal.status} from ${refusal.url})${advice === '' ? '' : `; ${advice}`}`;
  return new RefusedError(line, { status: refusal.status, reason, retryAfterSeconds: seconds });
}

/** Returns the server's message from any of its three error formats. */
function reasonOf({ body, status }: Refusal): string {
  // Downloads fail with plain text. A proxy answers with an HTML page, which is not shown.
  const text = messageIn(body) ?? (/^\s*</.test(body) ? '' : body);
  const line = printable(text.trim()).slice(0, LONGEST_REASON);
  return line === '' ? `failed with status ${status}` : line;
}

/** Returns the `message` of a JSON error from the coordinator, or undefined if a proxy answered. */
function messageIn(body: string): string | undefined {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

function adviceOn({ operation, status, credential, url, headers, body }: Refusal, seconds: number | undefined): string {
  if (status >= 300 && status < 400)
    return `it redirects to ${printable(headers['location'] ?? '?')}: use that address as --url`;
  if (status === 401)
    return operation.operationId === 'login'
      ? 'check the user name and the password'
      : howToAuthenticate(credential, url);
  if (status === 404) return WHERE_TO_LOOK[operation.tag] ?? '';
  if (status === 429) return seconds === undefined ? 'try again in a minute' : `try again in ${seconds} s`;
  if (status >= 500) return adviceOnFault(status, body);
  if (status === 413)
    return operation.operationId === 'importSeed' ? 'MAX_SEED_BYTES of the coordinator is the limit' : '';
  return '';
}

const DOWN: ReadonlySet<number> = new Set([502, 503, 504]);

/** Returns advice on a 5xx. If the coordinator itself answered, its message already says what to do. */
function adviceOnFault(status: number, body: string): string {
  if (!DOWN.has(status)) return 'see the coordinator’s log';
  return messageIn(body) === undefined ? 'the coordinator is starting or is down behind its proxy. Try again' : '';
}

const WHERE_TO_LOOK: Readonly<Record<string, string>> = {
  nodes: 'gridctl nodes list shows all nodes',
  workflows: 'gridctl workflows list shows all workflows',
  points: 'gridctl workflows list and gridctl points list NAME show what exists',
  files: 'gridctl points list NAME --status converged shows which points have a seed',
};

function howToAuthenticate(credential: Credential, url: string): string {
  switch (credential.kind) {
    case 'none':
      return 'use --token-file STATE_DIR/admin-token or run gridctl login';
    case 'token':
      return 'the coordinator does not know this token. Use --token-file STATE_DIR/admin-token or run gridctl login';
    default:
      return `the session of ${credential.session.username} has ended. Run gridctl login --url ${url}`;
  }
}
