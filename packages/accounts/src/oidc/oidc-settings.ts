import type { PersonRole } from '@almagest/contracts';
import type { Environment } from '@almagest/service-kit/environment';
import { SHARED_SETTINGS, SIGN_IN_SETTINGS as SETTINGS } from '@almagest/service-kit/shared-settings';
import { readRoleMap, type RoleMap } from './oidc-claims.ts';

/** An OpenID Connect provider, and how this service reads its claims. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The name on the button. */
  readonly name: string;
  readonly scope: string;
  /** The role of new people if administrators assign the roles. */
  readonly defaultRole: PersonRole;
  /** Undefined if administrators assign the roles. */
  readonly roles: { readonly claim: string; readonly map: RoleMap } | undefined;
  readonly groupClaim: string | undefined;
}

/** The roles of a service, lowest first. */
type AccountRoles = readonly [PersonRole, PersonRole, 'administrator'];

export interface SignInSettings {
  /** Whether people may have passwords. */
  readonly hasPasswords: boolean;
  readonly oidc: OidcSettings | undefined;
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Reads the ways of signing in. Refuses a configuration without a way to sign in. */
export function readSignIn(env: Environment, roles: AccountRoles, groupClaim?: string): SignInSettings {
  const hasPasswords = env.oneOf(SETTINGS.localAccounts) === 'on';
  const oidc = readOidc(env, roles, groupClaim);
  if (!hasPasswords && env.optionalUrl(SETTINGS.oidcIssuer) === undefined)
    env.refuse('LOCAL_ACCOUNTS is off, but OIDC_ISSUER is not set. Set one of them so that people can sign in');
  return { hasPasswords, oidc };
}

function readOidc(env: Environment, roles: AccountRoles, groupClaim: string | undefined): OidcSettings | undefined {
  const clientId = env.optional(SETTINGS.oidcClientId);
  const clientSecret = env.secret(SETTINGS.oidcClientSecret);
  const claim = env.optional(SETTINGS.oidcRoleClaim);
  const mapText = env.optional(SETTINGS.oidcRoleMap);
  const name = env.optional(SETTINGS.oidcName);
  const scope = env.text(SETTINGS.oidcScope);
  const needed = { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  if (env.optionalUrl(SETTINGS.oidcIssuer) === undefined) {
    const given = { ...needed, OIDC_ROLE_CLAIM: claim, OIDC_ROLE_MAP: mapText, OIDC_GROUP_CLAIM: groupClaim };
    const useless = Object.entries(given).flatMap(([variable, value]) => (value === undefined ? [] : [variable]));
    if (useless.length > 0) env.refuse(`OIDC_ISSUER is not set, so remove ${useless.join(' and ')}`);
    return undefined;
  }
  const all = { ...needed, PUBLIC_URL: env.optional(SHARED_SETTINGS.publicUrl) };
  const missing = Object.entries(all).flatMap(([variable, value]) => (value === undefined ? [variable] : []));
  if (missing.length > 0) env.refuse(`OIDC_ISSUER also needs ${missing.join(' and ')}`);
  if (!scope.split(' ').includes('openid')) env.refuse('OIDC_SCOPE must contain openid');
  const issuer = readIssuer(env);
  const roleRule = readRoles(env, roles, claim, mapText);
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return {
    issuer: issuer.href,
    clientId,
    clientSecret,
    name: name ?? issuer.host,
    scope,
    defaultRole: roles[0],
    roles: roleRule,
    groupClaim,
  };
}

/** Without TLS, anyone between the service and the provider could sign in as someone else. */
function readIssuer(env: Environment): URL | undefined {
  const url = URL.parse(env.url(SETTINGS.oidcIssuer)) ?? undefined;
  const isSafe = url?.protocol === 'https:' || (url !== undefined && LOOPBACK.has(url.hostname));
  if (url !== undefined && isSafe && url.search === '' && url.hash === '') return url;
  env.refuse(
    'OIDC_ISSUER must begin with https:// and have no query, such as https://login.example.org/realms/science',
  );
  return undefined;
}

function readRoles(
  env: Environment,
  roles: readonly PersonRole[],
  claim: string | undefined,
  text: string | undefined,
): OidcSettings['roles'] {
  if (claim === undefined && text === undefined) return undefined;
  if (claim === undefined || text === undefined) {
    env.refuse('OIDC_ROLE_CLAIM and OIDC_ROLE_MAP depend on each other: set both or neither');
    return undefined;
  }
  const map = readRoleMap(text, roles);
  if (!('wrong' in map)) return { claim, map };
  env.refuse(`OIDC_ROLE_MAP: '${map.wrong}' is not VALUE=ROLE with one of the roles ${roles.join(', ')}`);
  return undefined;
}
