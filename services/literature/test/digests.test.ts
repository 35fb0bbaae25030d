import { until } from '@almagest/test-kit/until';
import { useOpened } from '@almagest/test-kit/use-opened';
import { afterEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { findPaper, letDaysPass, MailBox, openMailWorld, pathIn, textOf } from './mail-calls.ts';
import { BUILT_IN, givenPerson, WITH_TOKEN } from './people.ts';
import { changeRows } from './table-lock.ts';

const world = useOpened(async () => await openMailWorld({ env: WITH_TOKEN }));
afterEach(() => {
  world.smtp.refusal = undefined;
  world.smtp.isSilent = false;
});

let people = 0;

/** Creates a person with a confirmed address. */
async function givenReader(schedule?: string) {
  people += 1;
  const person = await givenPerson(world, `reader${people}`, 'member');
  const box = new MailBox(world, `reader${people}@observatory.example`, person.headers);
  await box.confirm(schedule);
  return { person, box };
}

/** Sends a digest to another person, so that every mail that is due has been composed in the same run. */
async function untilOthersAreSent(): Promise<void> {
  const { box } = await givenReader();
  await findPaper(world, await box.alert('of somebody else'), 'A paper for somebody else');
  await box.untilMails(2);
  await box.untilSent();
}

test('an address gets papers only after its confirmation, and opening the link does not confirm it', async () => {
  const person = await givenPerson(world, 'unconfirmed', 'reader');
  const box = new MailBox(world, 'unconfirmed@observatory.example', person.headers);
  expect(await box.state()).toMatchObject({ is_available: true, address: null, is_confirmed: false });
  const owner = await givenPerson(world, 'owner', 'member');
  const own = new MailBox(world, 'owner@observatory.example', owner.headers);
  await own.save();
  await own.untilMails(1);
  await findPaper(world, await own.alert('before'), 'Found before the confirmation');
  const path = pathIn(own.mails[0], 'confirm');
  expect(await (await fetch(world.url + path)).text()).toContain('<button>Confirm</button>');
  await untilOthersAreSent();
  expect(await own.state()).toMatchObject({ is_confirmed: false, next_attempt_at: null });
  expect(own.mails).toHaveLength(1);
  await request(world.url).delete('/api/alert-mail').set(person.headers).expect(200);
  await world.call('post', path).expect(200);
  await world.call('post', path).expect(200);
  await own.untilMails(2);
  expect(textOf(own.mails[1])).toContain('Found before the confirmation');
  await world.call('post', `/mail?action=confirm&key=${'x'.repeat(43)}`).expect(404);
});

test('a digest has each new paper once, by alert, and no papers of other people', async () => {
  const other = await givenReader();
  const secret = await other.box.alert('a private alert');
  await findPaper(world, secret, 'A private paper');
  const { headers } = await givenPerson(world, 'collector', 'member');
  const box = new MailBox(world, 'collector@observatory.example', headers);
  await findPaper(world, await box.alert('earlier'), 'Known before the address');
  await box.save();
  const [winds, dust] = [await box.alert('winds'), await box.alert('dust <b>')];
  const code = await findPaper(world, winds, String.raw`Winds at $10^{4}$ K`);
  await findPaper(world, dust, 'Dust & ice');
  await box.confirm();
  await box.untilMails(box.mails.length + 1);
  await other.box.untilMails(2);
  const digest = box.mails.at(-1);
  const text = textOf(digest);
  for (const part of ['Winds at 10⁴ K', 'Winds at 10<sup>4</sup> K', 'Dust & ice', 'Dust &amp; ice', 'dust &lt;b&gt;'])
    expect(text).toContain(part);
  expect(text).toContain(`/read/${encodeURIComponent(code)}`);
  expect(text).toContain('Okonkwo, Ada · 2026');
  expect(text).toMatch(/^Subject: 2 new papers$/m);
  expect(text).toMatch(/^Content-Type: multipart\/alternative/m);
  expect(text).toMatch(/^List-Unsubscribe:\s+<http[^>]+>$/m);
  expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  expect(text).not.toMatch(/private|somebody|Known before/);
  expect(textOf(other.box.mails[1])).not.toMatch(/winds|dust/i);
  // Each of two digests that are composed in the same run gets its own paper.
  await findPaper(world, winds, 'More winds');
  await findPaper(world, secret, 'Another private paper');
  const count = box.mails.length;
  await letDaysPass(world);
  await box.untilMails(count + 1);
  await other.box.untilMails(3);
});

test("a new address gets the papers of the former address's unsent mail, and the mail of other people does not change", async () => {
  const other = await givenReader();
  await findPaper(world, await other.box.alert('mailed before'), 'Mailed before');
  await other.box.untilMails(2);
  await other.box.untilSent();
  const { person, box } = await givenReader();
  await findPaper(world, await box.alert('moved'), 'Not yet sent');
  await givenRefused(box);
  world.smtp.refusal = undefined;
  const next = new MailBox(world, 'moved@observatory.example', person.headers);
  await next.confirm();
  await letDaysPass(world);
  await next.untilMails(2);
  expect(textOf(next.mails[1])).toContain('Not yet sent');
  await untilOthersAreSent();
  expect(other.box.mails).toHaveLength(2);
  // Saving the same address again changes only the schedule of this person.
  await next.save('weekly');
  expect([await next.state(), await other.box.state()]).toMatchObject([
    { schedule: 'weekly', is_confirmed: true },
    { schedule: 'daily', is_confirmed: true },
  ]);
});

test('a person gets at most one mail a day, none without new papers, and weekly alerts once a week', async () => {
  const { box } = await givenReader();
  const [daily, weekly, off] = [await box.alert('daily ones'), await box.alert('weekly ones'), await box.alert('none')];
  await box.change(weekly, 'weekly');
  await box.change(off, 'off');
  await findPaper(world, daily, 'Day one');
  await box.untilMails(2);
  await findPaper(world, daily, 'Day two');
  await findPaper(world, off, 'Never mailed');
  await untilOthersAreSent();
  expect(box.mails).toHaveLength(2);
  await findPaper(world, weekly, 'Of the week');
  await letDaysPass(world);
  await box.untilMails(3);
  expect(textOf(box.mails[2])).toContain('Day two');
  expect(textOf(box.mails[2])).not.toContain('Of the week');
  const seen = await findPaper(world, daily, 'Seen in the reader');
  await world.sql('update alert_paper set seen_at = now() where paper_id = (select id from paper where bibcode = $1)', [
    seen,
  ]);
  await letDaysPass(world, 1);
  await untilOthersAreSent();
  expect(box.mails).toHaveLength(3);
  await letDaysPass(world, 7);
  await box.untilMails(4);
  expect(textOf(box.mails[3])).toContain('Of the week');
  expect(box.mails.map(textOf).join('')).not.toMatch(/Never mailed|Seen in the reader/);
});

test('the unsubscribe link works without a sign-in, with one click, and repeatedly', async () => {
  const other = await givenReader();
  const { box } = await givenReader();
  const alert = await box.alert('unsubscribed');
  await findPaper(world, alert, 'The last one');
  await box.untilMails(2);
  const path = pathIn(box.mails[1], 'unsubscribe');
  expect(await (await fetch(world.url + path)).text()).toContain('<button>Unsubscribe</button>');
  expect((await box.state()).address).toBe(box.address);
  const click = async () => {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const answer = await fetch(world.url + path, { method: 'POST', body });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Unsubscribed.')]);
  };
  await click();
  await click();
  expect((await box.state()).address).toBeNull();
  expect(await other.box.state()).toMatchObject({ address: other.box.address, is_confirmed: true });
  await findPaper(world, alert, 'One more');
  await letDaysPass(world);
  await untilOthersAreSent();
  expect(box.mails).toHaveLength(2);
});

test('a disabled person gets no mail until the account is enabled', async () => {
  const { person, box } = await givenReader();
  const alert = await box.alert('of a disabled person');
  const disable = async (disabled: boolean) =>
    await world.call('patch', `/api/people/${person.id}`).set(BUILT_IN).send({ disabled }).expect(200);
  await findPaper(world, alert, 'Composed before');
  const send = await givenRefused(box);
  await disable(true);
  await send();
  await untilOthersAreSent();
  expect(box.mails).toHaveLength(1);
  await disable(false);
  await box.untilMails(2);
  const waiting = 'select from mail_digest where address = $1 and mail_id is not null';
  await until(async () => (await world.sql(waiting, [box.address])).length === 0, 'the end of the mail');
  await disable(true);
  await findPaper(world, alert, 'Found while disabled');
  await letDaysPass(world);
  await untilOthersAreSent();
  expect(box.mails).toHaveLength(2);
  await disable(false);
  await box.untilMails(3);
});

/** Waits until the next mail was composed and refused. Returns a function that lets it be sent. */
async function givenRefused(box: MailBox): Promise<() => Promise<void>> {
  world.smtp.refusal = '451 4.3.0 try again later';
  await letDaysPass(world);
  await until(async () => (await box.state()).error !== null, 'the failure');
  return async () => {
    world.smtp.refusal = undefined;
    await world.sql('update mail_digest set next_attempt_at = now() where address = $1', [box.address]);
  };
}

test('a mail that was refused leaves out papers of deleted alerts and papers that were merged meanwhile', async () => {
  const { box, person } = await givenReader();
  const [kept, deleted] = [await box.alert('kept'), await box.alert('deleted')];
  await findPaper(world, kept, 'The first one');
  await box.untilMails(2);
  await box.untilSent();
  const remove = () => request(world.url).delete(`/api/alerts/${deleted}`).set(person.headers).expect(200);
  await findPaper(world, deleted, 'Of a deleted alert');
  const papers = [await findPaper(world, kept, 'It remains'), await findPaper(world, kept, 'It is merged')];
  let send = await givenRefused(box);
  await remove();
  const merge = { keep: papers[0], merge: papers.slice(1) };
  await world.call('post', '/api/library/merges').set(BUILT_IN).send(merge).expect(200);
  await send();
  await box.untilMails(3);
  await box.untilSent();
  expect(textOf(box.mails[2])).toMatch(/^Subject: 1 new paper: kept$/m);
  expect(textOf(box.mails[2])).toContain('It remains');
  await request(world.url).post(`/api/alerts/${deleted}/restore`).set(person.headers).expect(200);
  await findPaper(world, deleted, 'The only one');
  send = await givenRefused(box);
  await remove();
  await send();
  await box.untilSent();
  expect(box.mails).toHaveLength(3);
});

test.each(['550 5.1.1 no such user', '451 4.3.0 try again later'])(
  'a mail refused with %s is reported, retried, given up, and sent when the address is saved again',
  async (refusal) => {
    const { box } = await givenReader();
    await box.untilSent();
    world.smtp.refusal = refusal;
    await findPaper(world, await box.alert('refused'), 'Refused at first');
    const failed = async (isWaiting: boolean) =>
      await until(async () => {
        const { error, next_attempt_at: next } = await box.state();
        return error?.includes(refusal.slice(0, 3)) === true && (next !== null) === isWaiting;
      }, 'the failure');
    await failed(true);
    // Confirms again, which does not discard the mail.
    await world.call('post', pathIn(box.mails[0], 'confirm')).expect(200);
    await world.sql('update mail_digest set attempts = 20, next_attempt_at = now() where address = $1', [box.address]);
    await failed(false);
    world.smtp.refusal = undefined;
    await box.save();
    await box.untilMails(2);
    await box.untilSent();
    expect(await box.state()).toMatchObject({ error: null, is_confirmed: true });
    expect(textOf(box.mails[1])).toContain('Refused at first');
  },
);

test('a server that accepts a mail and answers late gets the mail once, and delays no other mail', async () => {
  const { box } = await givenReader();
  await box.untilSent();
  world.smtp.isSilent = true;
  await findPaper(world, await box.alert('slow'), 'Answered after a while');
  await box.untilMails(2);
  world.smtp.isSilent = false;
  await untilOthersAreSent();
  expect(await box.state()).toMatchObject({ error: null, next_attempt_at: expect.any(String) });
  world.smtp.answer('250 accepted');
  await box.untilSent();
  await untilOthersAreSent();
  expect(box.mails).toHaveLength(2);
});

test.each([
  ['250 accepted', 'mail_id = gen_random_uuid(), attempts = 0'],
  ['451 4.3.0 try again later', 'mail_id = gen_random_uuid()'],
  ['451 4.3.0 try again later', 'attempts = attempts + 1'],
])('the answer %s to a mail does not end a later mail or attempt (%s)', async (reply, change) => {
  const { box } = await givenReader();
  await box.untilSent();
  world.smtp.isSilent = true;
  await findPaper(world, await box.alert('answered late'), 'Answered late');
  await box.untilMails(2);
  // Simulates another process that takes over when the lease of this attempt has expired.
  const later = await changeRows(world, `update mail_digest set ${change} where address = $1`, [box.address]);
  world.smtp.answer(reply);
  await later.untilBlocked(1);
  await later.commitAndSettle();
  expect(await box.state()).toMatchObject({ error: null, next_attempt_at: expect.any(String) });
  await world.sql('update mail_digest set mail_id = null, next_attempt_at = null where address = $1', [box.address]);
});

test('a mail that another process composes meanwhile is not composed again', async () => {
  const [first, second] = [await givenReader(), await givenReader()];
  for (const { box } of [first, second]) {
    await world.sql('update mail_digest set composed_at = now() where address = $1', [box.address]);
    await findPaper(world, await box.alert('composed elsewhere'), 'Composed elsewhere');
  }
  const composing = await changeRows(
    world,
    'select from alert_paper join alert on alert.id = alert_id where owner_id = $1 for update of alert_paper',
    [first.person.id],
  );
  await letDaysPass(world);
  await composing.untilBlocked(1);
  const mailId = async () =>
    await world.sql('select mail_id from mail_digest where address = $1', [second.box.address]);
  await world.sql(
    `update mail_digest set mail_id = gen_random_uuid(), next_attempt_at = now() + interval '1 hour' where address = $1`,
    [second.box.address],
  );
  const composed = await mailId();
  await composing.release();
  await first.box.untilMails(2);
  expect(await mailId()).toEqual(composed);
  await world.sql('update mail_digest set mail_id = null, next_attempt_at = null where address = $1', [
    second.box.address,
  ]);
});

test('a mail is sent when the unreachable server is back', async () => {
  const { box } = await givenReader();
  await box.untilSent();
  await world.smtp.close();
  await findPaper(world, await box.alert('away'), 'Waiting');
  await until(async () => (await box.state()).error !== null, 'the failure');
  expect(await box.state()).toMatchObject({ error: expect.stringContaining('ECONNREFUSED') });
});
