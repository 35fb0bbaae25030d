export type { AccountDb, AccountTables, AccountTransaction } from './account-tables.ts';
export type { AccountDeps } from './account-deps.ts';
export { accountMigration } from './account-migration.ts';
export { accountRoutes } from './account-routes.ts';
export { pruneAudit, recordAudit } from './audit.ts';
export { AccountPresence, findByKey, findBySession, listEndedTags, type Found } from './find-identity.ts';
export {
  describeIdentity,
  permit,
  streamTags,
  type BuiltInIdentity,
  type Identity,
  type PersonIdentity,
} from './identity.ts';
export { oidcMigration } from './oidc/oidc-migration.ts';
export { OidcProvider } from './oidc/oidc-provider.ts';
export { readSignIn, type SignInSettings } from './oidc/oidc-settings.ts';
export { passkeyMigration } from './passkey-migration.ts';
export { actorOf, ANONYMOUS, currentRequest, withinRequest, type Actor } from './request-context.ts';
export { cookieOf, cookieOptions, requireSameOrigin, sendSession } from './session-cookie.ts';
export { signIn, signOut, sweepAccounts, type OpenedSession } from './sign-in.ts';
export { prefixOf } from './tokens.ts';
