import type { Person } from '@almagest/contracts';
import { CookieJar, signInAtProvider } from '@almagest/test-kit/oidc-browser';
import { openWithProvider, type OidcServer } from '@almagest/test-kit/oidc-server';
import { openWorld, type World } from './world.ts';

export interface OidcWorld extends World {
  readonly provider: OidcServer;
}

/** The claims decide the roles. */
export const ROLES = {
  OIDC_ROLE_CLAIM: 'groups',
  OIDC_ROLE_MAP: 'astro-admins=administrator; astro=operator; guests=viewer',
};

export async function openOidcWorld(env: Readonly<Record<string, string>> = ROLES): Promise<OidcWorld> {
  return await openWithProvider(async (own) => await openWorld({ worker: false, env: { ...own, ...env } }));
}

/** Signs a person in. Returns the browser and the address that the callback redirects to. */
export async function enter(
  { url }: Pick<World, 'url'>,
  person: string,
  { jar = new CookieJar(), ...start }: { jar?: CookieJar; next?: string; link?: string } = {},
): Promise<{ readonly jar: CookieJar; readonly to: string; readonly callback: string }> {
  const callback = await signInAtProvider(jar, url, person, start);
  return { jar, callback, to: await finish(jar, callback) };
}

/** Requests a callback and returns where it redirects to. */
export async function finish(jar: CookieJar, callback: string): Promise<string> {
  const reply = await jar.send(callback);
  if (reply.status !== 302) throw new Error(`the callback answers ${reply.status}: ${await reply.text()}`);
  return reply.headers.get('location') ?? '';
}

export async function personNamed(world: World, name: string): Promise<Person | undefined> {
  const people = (await world.admin('get', '/api/people').expect(200)).body as Person[];
  return people.find(({ user_name }) => user_name === name);
}
