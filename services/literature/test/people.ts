import type { CreatedKey, InvitedPerson, NewKey, PersonRole } from '@almagest/contracts';
import request from 'supertest';
import type { World } from './world.ts';

export const PASSWORD = 'correct horse battery';

/** The token of the built-in account, its header, and the environment of a service that needs it. */
export const TOKEN = 'the-token-of-the-library';
export const BUILT_IN = { 'x-api-key': TOKEN };
export const WITH_TOKEN = { API_TOKEN: TOKEN, LOGIN_RATE_PER_MIN: '1000' };

/** A person who has an account and has signed in. */
export interface TestPerson {
  readonly id: string;
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Creates an API key of the person and returns its headers. */
  readonly key: (
    more?: Partial<NewKey>,
  ) => Promise<CreatedKey & { readonly headers: Readonly<Record<string, string>> }>;
}

/** Signs a person in and returns the headers of the session. */
export async function signInAs(
  url: string,
  username: string,
  password = PASSWORD,
): Promise<Readonly<Record<string, string>>> {
  const { headers } = await request(url).post('/login').send({ username, password }).expect(200);
  return { cookie: String(headers['set-cookie']).split(';', 1)[0] ?? '', origin: url };
}

/** Invites a person, sets the password with the link and signs in. */
export async function givenPerson({ url }: Pick<World, 'url'>, name: string, role: PersonRole): Promise<TestPerson> {
  const given = { user_name: name, display_name: `${name} of the tests`, role };
  const invited = await request(url).post('/api/people').set(BUILT_IN).send(given).expect(200);
  const { person, link } = invited.body as InvitedPerson;
  const secret = link.url.split('token=')[1] ?? '';
  await request(url).post('/api/links/use').send({ token: secret, password: PASSWORD }).expect(200);
  const headers = await signInAs(url, name);
  const key = async (more: Partial<NewKey> = {}) => {
    const asked = { name: `key of ${name}`, scope: 'full', ...more };
    const created = (await request(url).post('/api/account/keys').set(headers).send(asked).expect(200))
      .body as CreatedKey;
    return { ...created, headers: { 'x-api-key': created.key } };
  };
  return { id: person.id, name, headers, key };
}
