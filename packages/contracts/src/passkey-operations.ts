import Type from 'typebox';
import { AccountId } from './accounts.ts';
import { defineOperations, type AccountStyle, type FailureStyle, type Role } from './operation.ts';
import {
  NewPasskey,
  Passkey,
  PasskeyChange,
  PasskeyCreation,
  PasskeyRequest,
  PasskeySession,
  PasskeySignIn,
} from './passkeys.ts';

const Done = Type.Object({ done: Type.Literal(true) });
const idOnly = Type.Object({ id: AccountId });

/** The operations of passkeys. Only a session may change them, so that a stolen key cannot add a passkey. */
export function passkeyOperations<const F extends FailureStyle, const A extends Role>(style: AccountStyle<F, A>) {
  return { ...signInOperations(style), ...ownPasskeyOperations(style) };
}

function signInOperations<const F extends FailureStyle, const A extends Role>({ failures }: AccountStyle<F, A>) {
  const open = { tag: 'account', method: 'post', role: 'public', failures } as const;
  return defineOperations({
    beginPasskeySignIn: {
      ...open,
      path: '/api/sign_in/passkey/challenge',
      summary: 'Returns a challenge to sign in with a passkey. The browser lets the person choose the account.',
      reply: PasskeyRequest,
      statuses: [409, 429, 500],
    },
    signInWithPasskey: {
      ...open,
      path: '/api/sign_in/passkey',
      summary: 'Opens a session of the person who owns the passkey. Its id is in the cookie of sessions.',
      body: PasskeySignIn,
      reply: PasskeySession,
      statuses: [400, 401, 409, 413, 429, 500],
    },
  });
}

function ownPasskeyOperations<const F extends FailureStyle, const A extends Role>({
  failures,
  access,
  roles,
}: AccountStyle<F, A>) {
  const call = { tag: 'account', role: access, least: roles[0], failures } as const;
  return defineOperations({
    listPasskeys: {
      ...call,
      method: 'get',
      path: '/api/account/passkeys',
      summary: 'Lists the passkeys of the caller.',
      reply: Type.Array(Passkey),
      statuses: [401, 403, 500],
    },
    beginPasskey: {
      ...call,
      method: 'post',
      path: '/api/account/passkeys/challenge',
      summary: 'Returns a challenge to add a passkey to the account of the caller. Needs a session.',
      reply: PasskeyCreation,
      statuses: [401, 403, 409, 500],
    },
    addPasskey: {
      ...call,
      method: 'post',
      path: '/api/account/passkeys',
      summary: 'Adds a passkey to the account of the caller. Needs the session that requested the challenge.',
      body: NewPasskey,
      reply: Passkey,
      statuses: [400, 401, 403, 409, 413, 500],
    },
    renamePasskey: {
      ...call,
      method: 'patch',
      path: '/api/account/passkeys/{id}',
      summary: 'Renames a passkey of the caller. Needs a session.',
      params: idOnly,
      body: PasskeyChange,
      reply: Passkey,
      statuses: [400, 401, 403, 404, 409, 413, 500],
    },
    removePasskey: {
      ...call,
      method: 'delete',
      path: '/api/account/passkeys/{id}',
      summary: 'Removes a passkey of the caller, unless it is the only way to sign in. Needs a session.',
      params: idOnly,
      reply: Done,
      statuses: [400, 401, 403, 404, 409, 500],
    },
  });
}
