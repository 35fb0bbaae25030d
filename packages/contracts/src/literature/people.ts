import Type, { type Static } from 'typebox';
import { accountOperations } from '../account-operations.ts';
import { defineOperations } from '../operation.ts';
import { closedObject, Timestamp } from '../schema.ts';

const { listSessions, ...accounts } = accountOperations({
  failures: 'text',
  access: 'api-token-if-configured',
  roles: ['reader', 'member', 'administrator'],
});

export const SignInRequest = closedObject({
  username: Type.String({ minLength: 1, maxLength: 200 }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
});
export type SignInRequest = Static<typeof SignInRequest>;

export const SignedIn = Type.Object({ username: Type.String(), expires_at: Timestamp });
export type SignedIn = Static<typeof SignedIn>;

/** The rows of each table of personal data. */
export const OwnData = Type.Object({
  owner: Type.String(),
  data: Type.Record(Type.String(), Type.Array(Type.Unknown())),
});
export type OwnData = Static<typeof OwnData>;

const open = { tag: 'account', method: 'post', role: 'public', failures: 'text' } as const;

/** Accounts, people and the audit log. */
export const personOperations = defineOperations({
  ...accounts,
  // `listSessions` lists the sessions of the agent.
  listOwnSessions: { ...listSessions, operationId: 'listOwnSessions' },
  exportOwnData: {
    tag: 'account',
    role: 'api-token-if-configured',
    failures: 'text',
    least: 'reader',
    method: 'get',
    path: '/api/account/export',
    summary:
      'Returns everything that belongs to the caller: notes, marks, tags, collections, alerts, answers and sessions.',
    reply: OwnData,
    statuses: [401, 403, 409, 500],
  },
  signIn: {
    ...open,
    path: '/login',
    summary: 'Opens a session of a person. Its id is in the cookie literature_session.',
    body: SignInRequest,
    reply: SignedIn,
    statuses: [400, 401, 413, 429, 500],
  },
  signOut: {
    ...open,
    path: '/logout',
    summary: 'Ends the session.',
    reply: Type.Object({ done: Type.Literal(true) }),
    statuses: [403, 500],
  },
});
