import type { AccountOperations } from '@almagest/contracts';
import type { Handlers } from '@almagest/service-kit/http-edge';
import type { AccountDeps } from './account-deps.ts';
import type { Identity } from './identity.ts';
import { requirePerson } from './own-account.ts';
import { beginPasskeySignIn, signInWithPasskey } from './passkey-sign-in.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts';
import { sendSession } from './session-cookie.ts';

type PasskeyOperations = Pick<
  AccountOperations,
  | 'beginPasskeySignIn'
  | 'signInWithPasskey'
  | 'listPasskeys'
  | 'beginPasskey'
  | 'addPasskey'
  | 'renamePasskey'
  | 'removePasskey'
>;

/** Returns the handlers of passkeys. The built-in administrator has no passkeys. */
export function passkeyRoutes<C>(
  deps: AccountDeps,
  identityOf: (caller: C) => Identity,
): Handlers<PasskeyOperations, C> {
  const personOf = (caller: C) => requirePerson(identityOf(caller));
  return {
    beginPasskeySignIn: async () => await beginPasskeySignIn(deps),
    signInWithPasskey: async ({ body, req, res }) => {
      const program = req.headers['user-agent'] ?? '';
      const opened = await signInWithPasskey(deps, body, { address: req.ip ?? '', program });
      sendSession(deps, opened, req, res);
      return { user_name: opened.userName, expires_at: opened.expiresAt.toISOString() };
    },
    listPasskeys: async ({ caller }) => {
      const identity = identityOf(caller);
      return identity.kind === 'person' ? await listPasskeys(deps, identity.id) : [];
    },
    beginPasskey: async ({ caller }) => await beginPasskey(deps, personOf(caller)),
    addPasskey: async ({ caller, body }) => await addPasskey(deps, personOf(caller), body),
    renamePasskey: async ({ caller, params, body }) => await renamePasskey(deps, personOf(caller), params.id, body),
    removePasskey: async ({ caller, params }) => {
      await removePasskey(deps, personOf(caller), params.id);
      return { done: true };
    },
  };
}
