import type { PersonGroup } from '@almagest/contracts/literature';
import { beforeAll } from '@jest/globals';
import request from 'supertest';
import { BUILT_IN, givenPerson, WITH_TOKEN, type TestPerson } from './people.ts';
import { useWorld } from './world.ts';

export type Headers = Readonly<Record<string, string>>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Opens a service with a paper and the people ada, ben and cy. Ada edits a group, and ben is a member of it. */
export function useGroup() {
  const world = useWorld({ env: WITH_TOKEN });
  const people = new Map<string, TestPerson>();
  const given = {} as { bibcode: string; group: PersonGroup };
  const as = (name: string): Headers => people.get(name)?.headers ?? {};
  const call = (headers: Headers, method: Method, path: string, body?: object) => {
    const sent = request(world.url)[method](path).set(headers);
    return body === undefined ? sent : sent.send(body);
  };
  const addMember = async (name: string, role: string, id = given.group.id): Promise<PersonGroup> => {
    const path = `/api/groups/${id}/members/${people.get(name)?.id}`;
    return (await call(BUILT_IN, 'put', path, { role }).expect(200)).body as PersonGroup;
  };
  beforeAll(async () => {
    const query = { q: `bibcode:"${world.lab.library.byKey('okonkwo2014').bibcode}"`, source: 'catalog' };
    const found = await request(world.url).get('/api/search').query(query).set(BUILT_IN).expect(200);
    [{ bibcode: given.bibcode }] = found.body as [{ bibcode: string }];
    for (const name of ['ada', 'ben', 'cy']) people.set(name, await givenPerson(world, name, 'member'));
    const { body } = await call(BUILT_IN, 'post', '/api/groups', { name: 'Hot stars' }).expect(200);
    const { id } = body as PersonGroup;
    await addMember('ada', 'editor', id);
    given.group = await addMember('ben', 'member', id);
  });
  return { world, people, given, as, call, addMember };
}
