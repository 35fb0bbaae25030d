import { createServer, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '@almagest/test-kit/free-port';
import { until } from '@almagest/test-kit/until';
import { startWorkerProcess } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { untilSwept } from './overdue.ts';
import { deleteWorkflows } from './point-detail.ts';
import { answering, idsAt, Receivers } from './receivers.ts';
import { lockRows } from './row-locks.ts';
import { openSmtpStandIn, type SmtpStandIn } from '@almagest/test-kit/smtp-stand-in';
import {
  deliveriesOf,
  deliveryWith,
  endWaits,
  sendTest,
  subscribe,
  subscriptionsOf,
  unsubscribeAll,
} from './subscriptions.ts';
import { configYaml, givenNode, givenRunning, openWorld, type World } from './world.ts';

const receivers = new Receivers();
let smtp: SmtpStandIn;
let world: World;
beforeAll(async () => {
  smtp = await openSmtpStandIn();
  world = await openWorld({
    env: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'grid@observatory.example' },
  });
});
afterEach(async () => {
  await unsubscribeAll(world);
  await deleteWorkflows(world);
  await receivers.close();
  smtp.refusal = undefined;
  smtp.received.length = 0;
});
afterAll(async () => {
  await world.close();
  await smtp.close();
});

describe('a receiver', () => {
  test('that was down gets the notification later', async () => {
    const port = await freePort();
    const { id } = await subscribe(world, `http://127.0.0.1:${port}/`, ['node.lost']);
    const { event_id: sent } = await sendTest(world, id);
    const failed = await deliveryWith(world, id, ({ last_error: error }) => error !== null, 'the first failure');
    expect(failed).toMatchObject({ status: 'waiting', attempts: 1, last_error: expect.stringMatching(/ECONNREFUSED/) });
    expect(await subscriptionsOf(world)).toMatchObject([{ waiting: 1, failing_since: expect.any(String) }]);
    const ids: unknown[] = [];
    const server = createServer((request, response) => {
      ids.push(request.headers['webhook-id']);
      response.end();
    }).listen(port, '127.0.0.1');
    await endWaits(world);
    await deliveryWith(world, id, ({ status }) => status === 'delivered', 'the notification');
    server.closeAllConnections();
    server.close();
    expect(ids).toEqual([sent]);
    expect(await subscriptionsOf(world)).toMatchObject([
      { waiting: 0, failing_since: null, last_delivered_at: expect.any(String) },
    ]);
  });

  test('that answers 500 gets retries on schedule with the same id, until the delivery is given up', async () => {
    const broken = await receivers.open(answering(500));
    const { id } = await subscribe(world, broken.origin, ['node.lost']);
    await sendTest(world, id);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const failed = await deliveryWith(
        world,
        id,
        ({ attempts, last_error: error, status }) =>
          attempts === attempt &&
          error !== null &&
          (status === 'given_up') === (attempt === 8) &&
          broken.received.length === attempt,
        `attempt ${attempt}`,
      );
      expect(failed.last_error).toMatch(/^127\.0\.0\.1:\d+ answered 500$/);
      if (failed.next_attempt_at !== null)
        waits.push((Date.parse(failed.next_attempt_at) - Date.parse(failed.last_attempt_at ?? '')) / 1_000);
      await endWaits(world);
    }
    [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400].forEach((wait, index) => {
      expect(waits[index]).toBeGreaterThanOrEqual(wait);
      expect(waits[index]).toBeLessThan(wait * 1.1 + 30);
    });
    expect(new Set(idsAt(broken)).size).toBe(1);
    expect(await deliveriesOf(world, id, '?status=given_up')).toHaveLength(1);
    expect(await deliveriesOf(world, id, '?status=waiting')).toEqual([]);
    expect(await subscriptionsOf(world)).toMatchObject([{ waiting: 0, given_up: 1 }]);
  });

  test('that redirects is not followed', async () => {
    const target = await receivers.open();
    const redirecting = await receivers.open(answering(307, { location: target.origin }));
    const { id } = await subscribe(world, redirecting.origin, ['node.lost']);
    await sendTest(world, id);
    const failed = await deliveryWith(world, id, ({ last_error: error }) => error !== null, 'the failure');
    expect(failed.last_error).toContain('answered 307. Redirects are not followed');
    expect(target.received).toEqual([]);
  });

  test('that is busy gets a retry no earlier than it asks', async () => {
    const busy = await receivers.open(answering(503, { 'retry-after': '600' }));
    const { id } = await subscribe(world, busy.origin, ['node.lost']);
    await sendTest(world, id);
    const failed = await deliveryWith(world, id, ({ last_error: error }) => error !== null, 'the failure');
    const wait = Date.parse(failed.next_attempt_at ?? '') - Date.parse(failed.last_attempt_at ?? '');
    expect(wait).toBeGreaterThanOrEqual(600_000);
  });

  test('that is gone gets nothing more until a test succeeds', async () => {
    let status = 204;
    const gone = await receivers.open((_, response) => void response.writeHead(status).end());
    const { id } = await subscribe(world, gone.origin, ['workflow.completed']);
    await sendTest(world, id);
    await deliveryWith(world, id, ({ status: is }) => is === 'delivered', 'the first notification');
    const { id: failing } = await subscribe(world, (await receivers.open(answering(500))).origin, ['node.lost']);
    await sendTest(world, failing);
    status = 410;
    await sendTest(world, id);
    await until(async () => (await subscriptionsOf(world))[0]?.gone_at, 'the removal');
    expect(await deliveriesOf(world, id)).toMatchObject([{ status: 'given_up', attempts: 1 }, { status: 'delivered' }]);
    expect(await deliveriesOf(world, failing)).toMatchObject([{ status: 'waiting' }]);
    await givenRunning(world, 'w', configYaml());
    const node = await givenNode(world, 'n1');
    await node.converge(await node.claimSoon());
    expect(await deliveriesOf(world, id)).toHaveLength(2);
    status = 204;
    await sendTest(world, id);
    await until(async () => (await subscriptionsOf(world))[0]?.gone_at === null, 'the return');
  });

  test('that does not answer does not delay others', async () => {
    const silent = await receivers.open(() => undefined);
    const quick = await receivers.open();
    const slow = await subscribe(world, silent.origin, ['node.lost']);
    const { id } = await subscribe(world, quick.origin, ['node.lost']);
    // More than all processes together send at a time.
    await world.sql(
      `with e as (insert into notification_event (type, message, data)
                  select 'node.lost', 'n' || n, '{}' from generate_series(1, 200) n returning id)
       insert into notification_delivery (event_id, subscription_id) select e.id, $1 from e`,
      [slow.id],
    );
    await sendTest(world, slow.id);
    await until(() => silent.received.length > 0, 'the silent receiver to be asked');
    await sendTest(world, id);
    await deliveryWith(world, id, ({ status }) => status === 'delivered', 'the other notification');
    const ended = `select from notification_delivery where subscription_id = $1 and ended_at is not null`;
    expect(await world.sql(ended, [slow.id])).toEqual([]);
  });

  test.each([204, 500])('that answers %i after the next attempt has started does not affect it', async (late) => {
    const answers: ServerResponse[] = [];
    const slow = await receivers.open((_, response) => void answers.push(response));
    const { id } = await subscribe(world, slow.origin, ['node.lost']);
    await sendTest(world, id);
    await until(() => answers.length === 1, 'the first attempt');
    await endWaits(world);
    await until(() => answers.length === 2, 'the second attempt');
    answers[0]?.writeHead(late).end();
    await until(async () => {
      const [found] = await subscriptionsOf(world);
      return found?.failing_since ?? found?.last_delivered_at;
    }, 'the first answer to be noted');
    expect(await deliveriesOf(world, id)).toMatchObject([{ status: 'waiting', attempts: 2, last_error: null }]);
    answers[1]?.writeHead(204).end();
    await deliveryWith(world, id, ({ status }) => status === 'delivered', 'the second attempt to be noted');
    expect(slow.received).toHaveLength(2);
  });

  test('leaves no data if its subscription is removed while it answers', async () => {
    const answers: ServerResponse[] = [];
    const slow = await receivers.open((_, response) => void answers.push(response));
    const { id } = await subscribe(world, slow.origin, ['node.lost']);
    await sendTest(world, id);
    await sendTest(world, id);
    await until(() => answers.length === 2, 'both requests');
    await world.admin('delete', `/api/notifications/subscriptions/${id}`).expect(200);
    for (const answer of answers) answer.writeHead(500).end();
    await untilSwept(world);
    expect(await world.sql('select from notification_delivery')).toEqual([]);
    expect(slow.received).toHaveLength(2);
    await world.admin('get', `/api/notifications/subscriptions/${id}/deliveries`).expect(404);
  });

  test('gets each notification once from two workers that start simultaneously', async () => {
    const all = await receivers.open();
    const second = await startWorkerProcess(readConfig(world.env, []));
    try {
      const { id } = await subscribe(world, all.origin, ['node.lost']);
      await world.sql(
        `with e as (insert into notification_event (type, message, data)
                    select 'node.lost', 'n' || n, '{}' from generate_series(1, 12) n returning id)
         insert into notification_delivery (event_id, subscription_id, next_attempt_at)
         select e.id, $1, now() + interval '2 seconds' from e`,
        [id],
      );
      // If claims waited for these rows, each claim would get all of them. So the rows become due while they are
      // locked.
      const rows = await lockRows(world, 'select from notification_delivery for update');
      await until(
        async () => (await world.sql('select from notification_delivery where next_attempt_at > now()')).length === 0,
        'all to be due',
      );
      await untilSwept(world);
      await rows.release();
      await until(
        async () => (await deliveriesOf(world, id, '?status=delivered')).length === 12,
        'all notifications to be delivered',
      );
      expect(all.received).toHaveLength(12);
      expect(new Set(idsAt(all)).size).toBe(12);
    } finally {
      await second.stop();
    }
  });
});

describe('mail', () => {
  test('reaches its address, and a repeated mail has the same id', async () => {
    const { id, secret } = await subscribe(world, 'ann@observatory.example', ['node.lost']);
    expect(secret).toBe('');
    smtp.refusal = '451 4.7.1 come back later';
    const { event_id: sent } = await sendTest(world, id);
    const failed = await deliveryWith(world, id, ({ last_error: error }) => error !== null, 'the refusal');
    expect(failed).toMatchObject({ status: 'waiting', last_error: expect.stringContaining('451 4.7.1') });
    smtp.refusal = undefined;
    await endWaits(world);
    await deliveryWith(world, id, ({ status }) => status === 'delivered', 'the mail');
    const [mail] = smtp.received;
    expect(smtp.received).toHaveLength(1);
    expect(mail).toMatchObject({ from: '<grid@observatory.example>', to: '<ann@observatory.example>' });
    expect(mail?.content).toMatch(new RegExp(`^Message-ID:\\s+<${sent}\\.${id}@observatory\\.example>$`, 'm'));
    expect(mail?.content).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(mail?.content).toMatch(/^Subject: \[Almagest\] this is a test notification/m);
  });

  test('without mail settings is refused, naming the variables', async () => {
    await using replica = await world.startApi({ SMTP_URL: '', MAIL_FROM: '' });
    const answer = await fetch(`${replica.url}/api/notifications/subscriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.env['ADMIN_TOKEN'] ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify({ target: 'ann@observatory.example', events: ['node.lost'] }),
    });
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringMatching(/SMTP_URL and MAIL_FROM/)]);
  });

  const PASSWORD = 'correct-horse';
  test.each([
    [{ SMTP_URL: `http://u:${PASSWORD}@mail.example` }, /SMTP_URL is not a URL. Expected smtp: or smtps:/],
    [{ SMTP_URL: `smtp://u:${PASSWORD}@` }, /SMTP_URL is malformed/],
    [{ SMTP_URL: `smtp://u:${PASSWORD}@mail.example/path` }, /SMTP_URL is malformed/],
    [{ SMTP_URL: `smtp://u:${PASSWORD}@mail.example?tls.rejectUnauthorized=false` }, /SMTP_URL is malformed/],
    [{ SMTP_URL: `smtp://u:%zz${PASSWORD}@mail.example` }, /SMTP_URL is malformed/],
    [{ SMTP_URL: `smtp://u:${PASSWORD}@mail.example:port` }, /SMTP_URL is malformed/],
    [{ SMTP_URL: `smtp://u:${PASSWORD}@mail.example`, MAIL_FROM: '' }, /MAIL_FROM is not set, but SMTP_URL needs it/],
    [{ SMTP_URL: '', MAIL_FROM: 'the grid' }, /MAIL_FROM is not a mail address/],
    [{ SMTP_URL: 'smtp://mail.example', SMTP_URL_FILE: '/dev/null' }, /SMTP_URL and SMTP_URL_FILE are both set/],
  ])('with %j prevents the start without revealing a password', (env, fault) => {
    const start = () => readConfig({ ...world.env, ...env }, []);
    expect(start).toThrow(fault);
    expect(start).not.toThrow(PASSWORD);
  });
});

describe('stored data', () => {
  test('encrypts the address and key, and shows only the host', async () => {
    const { id, secret } = await subscribe(
      world,
      'https://user:pa55word@host.example/pa7h?qu3ry=v4lue',
      ['node.lost'],
      {
        description: 'the chat room',
      },
    );
    const shown = JSON.stringify(await subscriptionsOf(world));
    expect(shown).toContain('https://host.example/…');
    const rows = JSON.stringify(await world.sql(`select s::text as row, encode(sealed_target, 'escape') as target,
      encode(sealed_secret, 'escape') as secret from notification_subscription s where id = $1`, [id])); // prettier-ignore
    for (const part of [secret.slice(6, 30), 'pa55word', 'pa7h', 'qu3ry', 'v4lue'])
      expect([part, rows.includes(part), shown.includes(part)]).toEqual([part, false, false]);
  });

  test('of month-old deliveries, and events without deliveries, is deleted', async () => {
    await using aging = await openWorld({ worker: false });
    const { id } = await subscribe(aging, 'http://127.0.0.1:9', ['node.lost']);
    const [old, recent] = [await sendTest(aging, id), await sendTest(aging, id)];
    for (const [delivery, days] of [
      [old, 31],
      [recent, 29],
    ] as const)
      await aging.sql(
        `update notification_delivery set status = 'delivered', next_attempt_at = null,
           ended_at = now() - make_interval(days => $2) where id = $1`,
        [delivery.id, days],
      );
    await aging.startWorker();
    await until(async () => (await aging.sql('select from notification_event')).length === 1, 'a clean-up');
    expect(await deliveriesOf(aging, id)).toMatchObject([{ id: recent.id }]);
  });
});
