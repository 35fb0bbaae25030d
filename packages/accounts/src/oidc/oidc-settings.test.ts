import { ConfigurationError, Environment } from '@almagest/service-kit/environment';
import { expect, test } from '@jest/globals';
import { readSignIn, type SignInSettings } from './oidc-settings.ts';

const ALL = {
  OIDC_ISSUER: 'https://login.example.org/realms/science',
  OIDC_CLIENT_ID: 'almagest',
  OIDC_CLIENT_SECRET: 'a secret',
  PUBLIC_URL: 'https://grid.example.org',
};

function read(values: Record<string, string | undefined>, groupClaim?: string): SignInSettings {
  const env = new Environment(values);
  const settings = readSignIn(env, ['viewer', 'operator', 'administrator'], groupClaim);
  env.finish();
  return settings;
}

function faultsOf(values: Record<string, string | undefined>, groupClaim?: string): string[] {
  try {
    read(values, groupClaim);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message.split('\n');
  }
}

test('without settings, people have passwords and no provider', () => {
  expect(read({})).toEqual({ hasPasswords: true, oidc: undefined });
});

test('a complete configuration is read', () => {
  const more = { OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_MAP: '*=viewer', LOCAL_ACCOUNTS: 'off' };
  expect(read({ ...ALL, ...more }, 'groups')).toEqual({
    hasPasswords: false,
    oidc: {
      issuer: ALL.OIDC_ISSUER,
      clientId: 'almagest',
      clientSecret: 'a secret',
      name: 'login.example.org',
      scope: 'openid profile email',
      defaultRole: 'viewer',
      roles: { claim: 'groups', map: new Map([['*', 'viewer']]) },
      groupClaim: 'groups',
    },
  });
  expect(read({ ...ALL, OIDC_NAME: 'Science SSO' }).oidc).toMatchObject({ name: 'Science SSO', roles: undefined });
});

test.each([
  ['OIDC_CLIENT_ID', { ...ALL, OIDC_CLIENT_ID: undefined }],
  ['OIDC_CLIENT_SECRET and PUBLIC_URL', { ...ALL, OIDC_CLIENT_SECRET: undefined, PUBLIC_URL: undefined }],
  ['OIDC_ISSUER', { ...ALL, OIDC_ISSUER: undefined }],
  ['OIDC_ISSUER', { OIDC_ROLE_CLAIM: 'groups' }],
  ['depend on each other', { ...ALL, OIDC_ROLE_CLAIM: 'groups' }],
  ['depend on each other', { ...ALL, OIDC_ROLE_MAP: '*=viewer' }],
  ["'*=chief'", { ...ALL, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_MAP: '*=chief' }],
  ['must begin with https://', { ...ALL, OIDC_ISSUER: 'http://login.example.org' }],
  ['must contain openid', { ...ALL, OIDC_SCOPE: 'profile' }],
  ['LOCAL_ACCOUNTS is off, but OIDC_ISSUER is not set', { LOCAL_ACCOUNTS: 'off' }],
  ["LOCAL_ACCOUNTS is 'no'", { LOCAL_ACCOUNTS: 'no' }],
])('a part of a configuration is refused in one sentence that names %s', (named, values) => {
  const faults = faultsOf(values);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(named);
});

test('a claim for groups without a provider is refused', () => {
  expect(faultsOf({}, 'groups')).toEqual(['OIDC_ISSUER is not set, so remove OIDC_GROUP_CLAIM']);
});
