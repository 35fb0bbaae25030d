import type { Operation } from '@almagest/contracts';
import { retryAfterMs } from '@almagest/http-client';
import { Refused } from '../failures.ts';
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

/** A refusal in one line: what was wrong, where, and what to do. */
export function explainRefusal(refusal: Refusal): Refused {
  const waitMs = retryAfterMs(refusal.headers['retry-after'], Date.now());
  const seconds = waitMs === undefined ? undefined : Math.ceil(waitMs / 1000);
  const reason = reasonOf(refusal);
  const advice = adviceOn(refusal, seconds);
  const line = `${reason} (${refusal.status} from ${refusal.url})${advice === '' ? '' : `; ${advice}`}`;
  return new Refused(line, { status: refusal.status, reason, retryAfterSeconds: seconds });
}

/** The server's sentence, from whichever of its three failure styles the operation has. */
function reasonOf({ body, status }: Refusal): string {
  // Downloads are refused in plain text. A proxy answers with an HTML page, which is not shown.
  const text = messageIn(body) ?? (/^\s*</.test(body) ? '' : body);
  const line = printable(text.trim()).slice(0, LONGEST_REASON);
  return line === '' ? `refused with status ${status}` : line;
}

/** The message of a refusal as the coordinator words it; undefined of an answer of something before it. */
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
    return `it redirects to ${printable(headers['location'] ?? '?')}: give that as --url`;
  if (status === 401)
    return operation.operationId === 'login' ? 'check the user and the password' : howToAuthenticate(credential, url);
  if (status === 404) return WHERE_TO_LOOK[operation.tag] ?? '';
  if (status === 429) return seconds === undefined ? 'try again in a minute' : `try again in ${seconds} s`;
  if (status >= 500) return adviceOnFault(status, body);
  if (status === 413) return operation.operationId === 'importSeed' ? 'the coordinator’s MAX_SEED_BYTES limits it' : '';
  return status === 403 ? 'the credential is not an administrator’s; give --token-file STATE_DIR/admin-token' : '';
}

const DOWN: ReadonlySet<number> = new Set([502, 503, 504]);

/** A coordinator that answers itself is there, and has said what to do. */
function adviceOnFault(status: number, body: string): string {
  if (!DOWN.has(status)) return 'the coordinator’s log says more';
  return messageIn(body) === undefined ? 'the coordinator is starting, or down behind its proxy; try again' : '';
}

const WHERE_TO_LOOK: Readonly<Record<string, string>> = {
  nodes: 'gridctl nodes list shows the known ones',
  workflows: 'gridctl workflows list shows the known ones',
  points: 'gridctl workflows list and gridctl points list NAME show the known ones',
  files: 'gridctl points list NAME --status converged shows which points have a seed',
};

function howToAuthenticate(credential: Credential, url: string): string {
  switch (credential.kind) {
    case 'none':
      return 'give --token-file STATE_DIR/admin-token or run gridctl login';
    case 'token':
      return 'the token is not the coordinator’s; give --token-file STATE_DIR/admin-token or run gridctl login';
    default:
      return `the session of ${credential.session.username} has ended; run gridctl login --url ${url}`;
  }
}
