import Type from 'typebox';
import {
  AccountId,
  AccountLink,
  AccountSession,
  ApiKey,
  AuditFilter,
  AuditPage,
  AuditQuery,
  CreatedKey,
  LinkInfo,
  LinkQuestion,
  LinkUse,
  NewKey,
  PasswordChange,
  personSchemas,
  SignInOptions,
  type PersonSchemas,
} from './accounts.ts';
import { oidcOperations } from './oidc-operations.ts';
import { defineOperations, type AccountStyle, type FailureStyle, type Role } from './operation.ts';
import { passkeyOperations } from './passkey-operations.ts';

const Done = Type.Object({ done: Type.Literal(true) });
const idOnly = Type.Object({ id: AccountId });

/** The operations before a sign-in. */
function openOperations<const F extends FailureStyle, const A extends Role>({ failures }: AccountStyle<F, A>) {
  const open = { tag: 'account', role: 'public', failures } as const;
  return defineOperations({
    readSignInOptions: {
      ...open,
      method: 'get',
      path: '/api/sign_in',
      summary: 'Returns the available ways of signing in.',
      reply: SignInOptions,
      statuses: [500],
    },
    readLink: {
      ...open,
      method: 'post',
      path: '/api/links/read',
      summary: 'Shows whom an invitation or reset link is for.',
      body: LinkQuestion,
      reply: LinkInfo,
      statuses: [400, 404, 413, 429, 500],
    },
    useLink: {
      ...open,
      method: 'post',
      path: '/api/links/use',
      summary: "Sets the person's password, invalidates the link and ends all sessions of the person.",
      body: LinkUse,
      reply: LinkInfo,
      statuses: [400, 404, 409, 413, 429, 500],
    },
  });
}

/** The operations on the caller's own account. */
function ownOperations<const F extends FailureStyle, const A extends Role>(
  { failures, access, roles }: AccountStyle<F, A>,
  { Me }: PersonSchemas,
) {
  const call = { tag: 'account', role: access, least: roles[0], failures } as const;
  return defineOperations({
    readMe: {
      ...call,
      method: 'get',
      path: '/api/account',
      summary: 'Returns the caller: a person, or the built-in administrator.',
      reply: Me,
      statuses: [401, 403, 500],
    },
    changePassword: {
      ...call,
      method: 'put',
      path: '/api/account/password',
      summary: 'Changes the password of the caller and ends all other sessions.',
      body: PasswordChange,
      reply: Done,
      statuses: [400, 401, 403, 409, 413, 429, 500],
    },
    listSessions: {
      ...call,
      method: 'get',
      path: '/api/account/sessions',
      summary: 'Lists the sessions of the caller, newest first.',
      reply: Type.Array(AccountSession),
      statuses: [401, 403, 500],
    },
    endOwnSession: {
      ...call,
      method: 'delete',
      path: '/api/account/sessions/{id}',
      summary: 'Ends a session of the caller.',
      params: idOnly,
      reply: Done,
      statuses: [400, 401, 403, 404, 409, 500],
    },
  });
}

/** The operations on the caller's own API keys. */
function ownKeyOperations<const F extends FailureStyle, const A extends Role>({
  failures,
  access,
  roles,
}: AccountStyle<F, A>) {
  const call = { tag: 'account', role: access, least: roles[0], failures } as const;
  return defineOperations({
    listOwnKeys: {
      ...call,
      method: 'get',
      path: '/api/account/keys',
      summary: 'Lists the API keys of the caller.',
      reply: Type.Array(ApiKey),
      statuses: [401, 403, 500],
    },
    createKey: {
      ...call,
      method: 'post',
      path: '/api/account/keys',
      summary: 'Creates an API key for the caller. Needs a session, so that a stolen key cannot create another key.',
      body: NewKey,
      reply: CreatedKey,
      statuses: [400, 401, 403, 409, 413, 500],
    },
    deleteOwnKey: {
      ...call,
      method: 'delete',
      path: '/api/account/keys/{id}',
      summary: 'Revokes an API key of the caller.',
      params: idOnly,
      reply: Done,
      statuses: [400, 401, 403, 404, 409, 500],
    },
  });
}

/** The operations of administrators on people. */
function peopleOperations<const F extends FailureStyle, const A extends Role>(
  { failures, access }: AccountStyle<F, A>,
  { Person, InvitedPerson, NewPerson, PersonChange }: PersonSchemas,
) {
  const call = { tag: 'people', role: access, least: 'administrator', failures } as const;
  return defineOperations({
    listPeople: {
      ...call,
      method: 'get',
      path: '/api/people',
      summary: 'Lists everyone who has an account, by user name.',
      reply: Type.Array(Person),
      statuses: [401, 403, 500],
    },
    invitePerson: {
      ...call,
      method: 'post',
      path: '/api/people',
      summary: 'Creates an account and a link with which the person sets a password.',
      body: NewPerson,
      reply: InvitedPerson,
      statuses: [400, 401, 403, 409, 413, 500],
    },
    changePerson: {
      ...call,
      method: 'patch',
      path: '/api/people/{id}',
      summary: 'Changes the name or role of a person, or disables or enables the account.',
      params: idOnly,
      body: PersonChange,
      reply: Person,
      statuses: [400, 401, 403, 404, 409, 413, 500],
    },
    removePerson: {
      ...call,
      method: 'delete',
      path: '/api/people/{id}',
      summary: 'Removes the account with its sessions and keys. The audit log keeps the user name.',
      params: idOnly,
      reply: Done,
      statuses: [400, 401, 403, 404, 409, 500],
    },
  });
}

/** The operations of administrators on the access of people. */
function accessOperations<const F extends FailureStyle, const A extends Role>({
  failures,
  access,
}: AccountStyle<F, A>) {
  const call = { tag: 'people', role: access, least: 'administrator', failures } as const;
  return defineOperations({
    createResetLink: {
      ...call,
      method: 'post',
      path: '/api/people/{id}/link',
      summary: 'Creates a link with which the person sets a new password. Earlier links stop working.',
      params: idOnly,
      reply: AccountLink,
      statuses: [400, 401, 403, 404, 409, 500],
    },
    signOutPerson: {
      ...call,
      method: 'delete',
      path: '/api/people/{id}/sessions',
      summary: 'Ends all sessions of a person. API keys keep working.',
      params: idOnly,
      reply: Done,
      statuses: [400, 401, 403, 404, 500],
    },
    listKeysOfPerson: {
      ...call,
      method: 'get',
      path: '/api/people/{id}/keys',
      summary: 'Lists the API keys of a person.',
      params: idOnly,
      reply: Type.Array(ApiKey),
      statuses: [400, 401, 403, 404, 500],
    },
    deleteKeyOfPerson: {
      ...call,
      method: 'delete',
      path: '/api/people/{id}/keys/{key}',
      summary: 'Revokes an API key of a person.',
      params: Type.Object({ id: AccountId, key: AccountId }),
      reply: Done,
      statuses: [400, 401, 403, 404, 500],
    },
  });
}

/** The operations of the audit log. */
function auditOperations<const F extends FailureStyle, const A extends Role>({ failures, access }: AccountStyle<F, A>) {
  const call = { tag: 'audit', role: access, least: 'administrator', failures } as const;
  return defineOperations({
    listAudit: {
      ...call,
      method: 'get',
      path: '/api/audit',
      summary: 'Lists the changes in the audit log, newest first.',
      query: AuditQuery,
      reply: AuditPage,
      statuses: [401, 403, 500],
    },
    exportAudit: {
      ...call,
      method: 'get',
      path: '/api/audit/export',
      summary: 'Returns the changes in the audit log as JSON lines, newest first.',
      query: AuditFilter,
      reply: 'text/plain',
      statuses: [401, 403, 500],
    },
  });
}

/** The operations of accounts, people and audit, which both services have. Replies have no envelope. */
export function accountOperations<const F extends FailureStyle, const A extends Role>(style: AccountStyle<F, A>) {
  const schemas = personSchemas(style.roles);
  return {
    ...openOperations(style),
    ...oidcOperations(style),
    ...ownOperations(style, schemas),
    ...ownKeyOperations(style),
    ...passkeyOperations(style),
    ...peopleOperations(style, schemas),
    ...accessOperations(style),
    ...auditOperations(style),
  };
}

export type AccountOperations = ReturnType<typeof accountOperations<FailureStyle, Role>>;
