import type { InvitedPerson, Person } from '@almagest/contracts';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { PASSWORD, signInAs } from './people.ts';
import { lockRows } from './row-locks.ts';
import { ADMIN_TOKEN, useWorld } from './world.ts';

const world = useWorld({ worker: false, env: { ADMIN_TOKEN: '' } });

interface Administrator {
  readonly id: string;
  readonly headers: Record<string, string>;
}

/** Invites people at a process that has a token. No account exists yet. */
async function givenAdministrators(names: readonly [string, string]): Promise<[Administrator, Administrator]> {
  const guarded = await world.startApi({ ADMIN_TOKEN });
  const invite = async (name: string) => {
    const given = { user_name: name, display_name: name, role: 'administrator' };
    const bearer = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const { body } = await request(guarded.url).post('/api/people').set(bearer).send(given).expect(200);
    const { person, link } = body as InvitedPerson;
    const token = link.url.split('token=')[1] ?? '';
    await world.anyone('post', '/api/links/use').send({ token, password: PASSWORD }).expect(200);
    return { id: person.id, headers: await signInAs(world, name) };
  };
  try {
    return [await invite(names[0]), await invite(names[1])];
  } finally {
    await guarded.stop();
  }
}

test('if two administrators demote each other at the same moment, one of them stays administrator', async () => {
  const [ada, ben] = await givenAdministrators(['ada', 'ben']);
  const demote = ({ headers }: Administrator, { id }: Administrator) =>
    request(world.url).patch(`/api/people/${id}`).set(headers).send({ role: 'viewer' });
  // Both requests stop before their commit: one at its audit row, the other at a lock that the first one holds.
  const log = await lockRows(world, 'lock table audit_event in share row exclusive mode');
  const sent = Promise.all([demote(ada, ben), demote(ben, ada)]);
  await log.untilBlocked(2);
  await log.release();
  const replies = await sent;
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const winner = replies[0]?.status === 200 ? ada : ben;
  const { body } = await request(world.url).get('/api/people').set(winner.headers).expect(200);
  expect((body as Person[]).map(({ role }) => role).sort()).toEqual(['administrator', 'viewer']);
});
