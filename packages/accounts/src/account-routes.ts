import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AccountOperations } from '@almagest/contracts';
import type { Handlers } from '@almagest/service-kit/http-edge';
import type { AccountDeps } from './account-deps.ts';
import { auditLines, listAudit } from './audit.ts';
import { AccountPresence } from './find-identity.ts';
import type { Identity, PersonIdentity } from './identity.ts';
import { createKey, deleteKey, listKeys } from './keys.ts';
import { readLink, useLink } from './links.ts';
import { changePassword, endOwnSession, listSessions, readMe, requirePerson } from './own-account.ts';
import { oidcRoutes } from './oidc/oidc-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { changePerson, createResetLink, invitePerson, listPeople, removePerson, signOutPerson } from './people.ts';

const DONE = { done: true } as const;

/**
 * Returns the handlers of `accountOperations`. `identityOf` returns the identity of a caller who is already permitted
 * to call the operation.
 */
export function accountRoutes<C>(
  deps: AccountDeps,
  identityOf: (caller: C) => Identity,
): Handlers<AccountOperations, C> {
  const { db, signIn } = deps.accounts;
  const presence = new AccountPresence(db);
  const personOf = (caller: C) => requirePerson(identityOf(caller));
  /** Lists sessions or keys of the caller. The built-in administrator has no sessions or keys. */
  const ofPerson = async <T>(caller: C, list: (person: PersonIdentity) => Promise<T[]>): Promise<T[]> => {
    const identity = identityOf(caller);
    return identity.kind === 'person' ? await list(identity) : [];
  };
  return {
    ...peopleRoutes(deps),
    ...passkeyRoutes(deps, identityOf),
    ...oidcRoutes(deps),
    readSignInOptions: async () => ({
      has_accounts: await presence.exists(),
      has_passwords: signIn.hasPasswords,
      provider: signIn.provider?.settings.name ?? null,
    }),
    readLink: async ({ body }) => await readLink(deps, body.token),
    useLink: async ({ body }) => await useLink(deps, body),
    readMe: async ({ caller }) => await readMe(deps, identityOf(caller)),
    changePassword: async ({ caller, body, req }) => {
      await changePassword(deps, personOf(caller), { ...body, address: req.ip ?? '' });
      return DONE;
    },
    listSessions: async ({ caller }) => await ofPerson(caller, (person) => listSessions(deps, person)),
    endOwnSession: async ({ caller, params }) => {
      await endOwnSession(deps, personOf(caller), params.id);
      return DONE;
    },
    listOwnKeys: async ({ caller }) => await ofPerson(caller, ({ id }) => listKeys(deps, id)),
    createKey: async ({ caller, body }) => await createKey(deps, personOf(caller), body),
    deleteOwnKey: async ({ caller, params }) => {
      await deleteKey(deps, personOf(caller).id, params.id);
      return DONE;
    },
  };
}

type PeopleOperations = Pick<
  AccountOperations,
  | 'listPeople'
  | 'invitePerson'
  | 'changePerson'
  | 'removePerson'
  | 'createResetLink'
  | 'signOutPerson'
  | 'listKeysOfPerson'
  | 'deleteKeyOfPerson'
  | 'listAudit'
  | 'exportAudit'
>;

function peopleRoutes<C>(deps: AccountDeps): Handlers<PeopleOperations, C> {
  return {
    listPeople: async () => await listPeople(deps),
    invitePerson: async ({ body }) => await invitePerson(deps, body),
    changePerson: async ({ params, body }) => await changePerson(deps, params.id, body),
    removePerson: async ({ params }) => {
      await removePerson(deps, params.id);
      return DONE;
    },
    createResetLink: async ({ params }) => await createResetLink(deps, params.id),
    signOutPerson: async ({ params }) => {
      await signOutPerson(deps, params.id);
      return DONE;
    },
    listKeysOfPerson: async ({ params }) => await listKeys(deps, params.id),
    deleteKeyOfPerson: async ({ params }) => {
      await deleteKey(deps, params.id, params.key);
      return DONE;
    },
    listAudit: async ({ query }) => await listAudit(deps.accounts.db, query),
    exportAudit: async ({ query, res }) => {
      res.type('text/plain');
      res.setHeader('Cache-Control', 'private, no-store');
      res.setHeader('Content-Disposition', 'attachment; filename="audit.jsonl"');
      await pipeline(Readable.from(auditLines(deps.accounts.db, query)), res);
    },
  };
}
