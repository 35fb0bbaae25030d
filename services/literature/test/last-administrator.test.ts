import type { InvitedPerson, Person } from '@almagest/contracts';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { PASSWORD, signInAs } from './people.ts';
import { changeRows } from './table-lock.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

test('if two administrators demote each other at the same moment, one stays administrator', async () => {
  const invite = async (name: string, headers: Readonly<Record<string, string>> = {}) => {
    const given = { user_name: name, display_name: name, role: 'administrator' };
    const { body } = await request(world.url).post('/api/people').set(headers).send(given).expect(200);
    const { person, link } = body as InvitedPerson;
    const token = link.url.split('token=')[1] ?? '';
    await request(world.url).post('/api/links/use').send({ token, password: PASSWORD }).expect(200);
    return { id: person.id, headers: await signInAs(world.url, name) };
  };
  const ada = await invite('ada');
  const ben = await invite('ben', ada.headers);
  const demote = ({ headers }: typeof ada, { id }: typeof ada) =>
    request(world.url).patch(`/api/people/${id}`).set(headers).send({ role: 'member' });
  // Both requests stop before their commit: one at its audit row, the other at a lock of the first.
  const log = await changeRows(world, 'lock table audit_event in share row exclusive mode');
  const sent = Promise.all([demote(ada, ben), demote(ben, ada)]);
  await log.untilBlocked(2);
  await log.release();
  const replies = await sent;
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const winner = replies[0]?.status === 200 ? ada : ben;
  const { body } = await request(world.url).get('/api/people').set(winner.headers).expect(200);
  expect((body as Person[]).map(({ role }) => role).sort()).toEqual(['administrator', 'member']);
});
