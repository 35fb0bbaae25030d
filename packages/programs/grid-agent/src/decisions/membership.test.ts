import { describe, expect, test } from '@jest/globals';
import type { RequestResult } from '../coordinator/request-result.ts';
import { afterCheckStatus, afterRegister, type StoredCredentials } from './membership.ts';

const nothing: StoredCredentials = { nodeId: 'n1', hasToken: false, hasSecret: false, hasJoinKey: false };
const refused = (status: number): RequestResult<never> => ({
  kind: 'refused',
  status,
  message: 'no',
  retryAfterMs: 5_000,
});
const registered = (status: 'pending_approval' | 'approved', secret: string | null) =>
  ({ kind: 'answered', value: { status, message: '', node_token: null, registration_secret: secret } }) as const;
const checked = (status: 'pending_approval' | 'approved' | 'rejected' | 'disabled', token: string | null) =>
  ({ kind: 'answered', value: { status, message: 'sorry', node_token: token } }) as const;

describe('after register', () => {
  test('a new applicant keeps its secret and requests the token', () => {
    expect(afterRegister(registered('pending_approval', 'gs_1'), nothing)).toMatchObject({
      kind: 'ask',
      secret: 'gs_1',
    });
  });

  test('a restarted applicant requests the token with its stored secret', () => {
    const step = afterRegister(registered('pending_approval', null), { ...nothing, hasSecret: true });
    expect(step).toMatchObject({ kind: 'ask', soon: true });
  });

  test('a pending application of someone else is retried, and the notice says what to do', () => {
    const step = afterRegister(registered('pending_approval', null), nothing);
    expect(step).toMatchObject({ kind: 'retry', reason: expect.stringContaining('reject that application') });
  });

  test('an approved node with its token is a member', () => {
    expect(afterRegister(registered('approved', null), { ...nothing, hasToken: true })).toEqual({ kind: 'member' });
  });

  test('a node with a secret and a rejected token requests the reissued token', () => {
    const step = afterRegister(refused(401), { nodeId: 'n1', hasToken: true, hasSecret: true, hasJoinKey: false });
    expect(step).toMatchObject({ kind: 'ask', notice: expect.stringContaining('reissue the token of node n1') });
  });

  test('a rejected node without a secret gives up', () => {
    expect(afterRegister(refused(401), nothing).kind).toBe('give-up');
    expect(afterRegister(refused(401), { ...nothing, hasToken: true }).kind).toBe('give-up');
  });

  test.each([429, 500, 503])('%d is retried after the wait that the coordinator requests', (status) => {
    expect(afterRegister(refused(status), nothing)).toMatchObject({ kind: 'retry', afterMs: 5_000 });
  });

  test('400 gives up', () => expect(afterRegister(refused(400), nothing).kind).toBe('give-up'));
});

describe('after check_status', () => {
  test('a token makes a member, even if the node is disabled', () => {
    expect(afterCheckStatus(checked('approved', 'gn_1'), 'n1')).toEqual({ kind: 'member', token: 'gn_1' });
    expect(afterCheckStatus(checked('disabled', 'gn_1'), 'n1')).toEqual({ kind: 'member', token: 'gn_1' });
  });

  test('an approval without a token asks the administrator to reissue it', () => {
    const step = afterCheckStatus(checked('approved', null), 'n1');
    expect(step).toMatchObject({ kind: 'ask', notice: expect.stringContaining('reissue') });
  });

  test('pending keeps asking', () => {
    expect(afterCheckStatus(checked('pending_approval', null), 'n1').kind).toBe('ask');
  });

  test('rejected gives up with the coordinator’s message', () => {
    const step = afterCheckStatus(checked('rejected', null), 'n1');
    expect(step).toMatchObject({ kind: 'give-up', message: expect.stringContaining('sorry') });
  });

  test('an expired application is submitted again', () =>
    expect(afterCheckStatus(refused(401), 'n1').kind).toBe('apply'));
});
