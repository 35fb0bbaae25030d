import type { InvitedPerson, CreatedKey, NewKey, PersonRole } from '@almagest/contracts';
import request from 'supertest';
import type { World } from './world.ts';

export const PASSWORD = 'correct horse battery';

export interface TestPerson {
  readonly id: string;
  readonly name: string;
  readonly headers: Record<string, string>;
  /** Creates an API key of the person. */
  key(more?: Partial<NewKey>): Promise<CreatedKey>;
}

export async function signInAs(world: World, username: string, password = PASSWORD): Promise<Record<string, string>> {
  const { headers } = await request(world.url).post('/login').send({ username, password }).expect(200);
  return { cookie: String(headers['set-cookie']).split(';', 1)[0] ?? '', origin: world.url };
}

/** Invites a person, sets the password with the link and signs in. */
export async function givenPerson(world: World, name: string, role: PersonRole): Promise<TestPerson> {
  const given = { user_name: name, display_name: `${name} of the tests`, role };
  const { person, link } = (await world.admin('post', '/api/people').send(given).expect(200)).body as InvitedPerson;
  const token = link.url.split('token=')[1] ?? '';
  await world.anyone('post', '/api/links/use').send({ token, password: PASSWORD }).expect(200);
  const headers = await signInAs(world, name);
  const key = async (more: Partial<NewKey> = {}) => {
    const asked = { name: `key of ${name}`, scope: 'full', ...more };
    return (await request(world.url).post('/api/account/keys').set(headers).send(asked).expect(200)).body as CreatedKey;
  };
  return { id: person.id, name, headers, key };
}
