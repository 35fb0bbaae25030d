import { CookieJar, signInAtProvider } from '@almagest/test-kit/oidc-browser';
import { openWithProvider, type OidcServer } from '@almagest/test-kit/oidc-server';
import { openWorld, type World } from './world.ts';

export interface OidcWorld extends World {
  readonly provider: OidcServer;
}

/** Opens a literature service whose people sign in at a provider. Claims determine their roles and groups. */
export async function openOidcWorld(env: Readonly<Record<string, string>> = {}): Promise<OidcWorld> {
  const claims = {
    LOGIN_RATE_PER_MIN: '1000',
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLE_MAP: 'astro-admins=administrator; astro=member; *=reader',
    OIDC_GROUP_CLAIM: 'groups',
  };
  return await openWithProvider(async (own) => await openWorld({ worker: false, env: { ...own, ...claims, ...env } }));
}

/** Signs a person in. Returns the headers of the session and the address that the callback redirects to. */
export async function enter(
  { url }: Pick<World, 'url'>,
  person: string,
  start: Readonly<Record<string, string>> = {},
): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly to: string }> {
  const jar = new CookieJar();
  const reply = await jar.send(await signInAtProvider(jar, url, person, start));
  return { headers: { cookie: jar.headerFor(url), origin: url }, to: reply.headers.get('location') ?? '' };
}
