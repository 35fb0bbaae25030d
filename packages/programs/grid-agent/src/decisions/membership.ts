import type { CheckStatusReply, NodeRegisterReply } from '@almagest/contracts/grid';
import type { RequestResult } from '../coordinator/request-result.ts';

/** The next step on the way to a valid token. */
export type NextStep =
  | { readonly kind: 'member'; readonly token?: string }
  /** Ask for the token with the registration secret, immediately if `soon`, else after the usual interval. */
  | { readonly kind: 'ask'; readonly secret?: string; readonly soon?: boolean; readonly notice: string }
  /** Apply again, because the stored credentials are no longer valid. */
  | { readonly kind: 'apply'; readonly notice: string }
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs: number | undefined }
  | { readonly kind: 'give-up'; readonly message: string };

export interface StoredCredentials {
  readonly nodeId: string;
  readonly hasToken: boolean;
  readonly hasSecret: boolean;
  readonly hasJoinKey: boolean;
}

export function afterRegister(answer: RequestResult<NodeRegisterReply>, kept: StoredCredentials): NextStep {
  if (answer.kind === 'answered') return afterRegistered(answer.value, kept);
  if (answer.kind === 'refused' && answer.status === 401) return afterUnauthorized(kept);
  return retryOrGiveUp(answer);
}

function afterRegistered(
  reply: NodeRegisterReply,
  { nodeId, hasToken, hasSecret, hasJoinKey }: StoredCredentials,
): NextStep {
  if (reply.status === 'approved') {
    if (hasToken) return { kind: 'member' };
    return { kind: 'retry', reason: 'approved, but no token is stored here', afterMs: undefined };
  }
  const waiting = `the application of node ${nodeId} waits for an administrator's approval`;
  if (typeof reply.registration_secret === 'string') {
    const { registration_secret: secret } = reply;
    return hasJoinKey
      ? { kind: 'ask', secret, soon: true, notice: `node ${nodeId} has applied with a join key` }
      : { kind: 'ask', secret, notice: waiting };
  }
  if (hasSecret) return { kind: 'ask', soon: true, notice: waiting };
  const reason =
    `an application for node ${nodeId} is already pending and its registration secret is not in this work dir: ` +
    'reject that application (this node then applies again automatically), or use the work dir that made it';
  return { kind: 'retry', reason, afterMs: undefined };
}

function afterUnauthorized({ nodeId, hasToken, hasSecret }: StoredCredentials): NextStep {
  if (hasSecret) {
    const what = hasToken ? 'the stored token is no longer valid' : 'the node is already known';
    const notice = `${what}: an administrator must reissue the token of node ${nodeId}. The node then collects it`;
    return { kind: 'ask', soon: true, notice };
  }
  const what = hasToken
    ? 'its stored token is no longer valid and this work dir has no registration secret'
    : 'this work dir has neither its token nor its registration secret';
  const message =
    `node ${nodeId} is known to the coordinator, but ${what}: ` +
    'use the work dir that the node was approved with, or another --node-id';
  return { kind: 'give-up', message };
}

export function afterCheckStatus(answer: RequestResult<CheckStatusReply>, nodeId: string): NextStep {
  if (answer.kind === 'refused' && answer.status === 401) {
    return { kind: 'apply', notice: `the coordinator does not know the application of node ${nodeId}. Applying again` };
  }
  if (answer.kind !== 'answered') return retryOrGiveUp(answer);
  const { status, message, node_token: token } = answer.value;
  if (status === 'rejected') {
    return { kind: 'give-up', message: `the application of node ${nodeId} was rejected: ${message}` };
  }
  if (token !== null) return { kind: 'member', token };
  const notice =
    status === 'pending_approval'
      ? `the application of node ${nodeId} waits for an administrator's approval`
      : `node ${nodeId} is ${status}, but its token was already collected or has expired: an administrator must reissue it`;
  return { kind: 'ask', notice };
}

/** Gives up if the coordinator calls the request malformed, otherwise retries. */
function retryOrGiveUp(answer: Exclude<RequestResult<unknown>, { kind: 'answered' }>): NextStep {
  if (answer.kind === 'refused' && (answer.status === 400 || answer.status === 422)) {
    return { kind: 'give-up', message: `the coordinator rejected the request: ${answer.message}` };
  }
  return {
    kind: 'retry',
    reason: answer.message,
    afterMs: answer.kind === 'refused' ? answer.retryAfterMs : undefined,
  };
}
