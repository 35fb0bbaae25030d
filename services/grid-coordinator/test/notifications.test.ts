import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { LocalServer, Received } from '@almagest/test-kit/local-server';
import { until } from '@almagest/test-kit/until';
import { silenceNode, untilSwept } from './overdue.ts';
import { deleteWorkflows } from './point-detail.ts';
import { idsAt, Receivers } from './receivers.ts';
import { lockRows } from './row-locks.ts';
import { deliveryWith, subscribe, unsubscribeAll } from './subscriptions.ts';
import { configYaml, givenNode, givenRunning, OFTEN_SWEPT, statusOf, useNode, useWorld } from './world.ts';

const HEARTBEAT_TIMEOUT_SEC = 60;
const NODE_LOST_GRACE_SEC = 100;

const receivers = new Receivers();
const world = useWorld({
  env: {
    ...OFTEN_SWEPT,
    HEARTBEAT_TIMEOUT_SEC: String(HEARTBEAT_TIMEOUT_SEC),
    NODE_LOST_GRACE_SEC: String(NODE_LOST_GRACE_SEC),
  },
});
const node = useNode(world, 'n1');
beforeEach(async () => {
  await node.beat(0);
});
afterEach(async () => {
  await unsubscribeAll(world);
  await deleteWorkflows(world);
  await receivers.close();
});

interface Event {
  readonly type: string;
  readonly timestamp: string;
  readonly id: string;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const eventsAt = ({ received }: LocalServer) => received.map(({ body }) => JSON.parse(body) as Event);

const TWO_COLD = configYaml({ teff: ['20000', '22000'] }, 'atmosphere: {strategies: [cold_run]}');

describe('an event', () => {
  test('for a completed workflow reaches its subscribers once, signed per Standard Webhooks', async () => {
    const [all, other] = [await receivers.open(), await receivers.open()];
    const { id, secret } = await subscribe(world, `${all.origin}/hook?token=x`, ['workflow.completed']);
    await givenRunning(world, 'ends', TWO_COLD);
    await givenRunning(world, 'goes-on', TWO_COLD);
    await subscribe(world, other.origin, ['workflow.completed'], { workflow: 'goes-on' });
    await world.admin('post', '/api/workflows/goes-on/stop').expect(200);
    await node.converge(await node.claimSoon());
    await node.fail(await node.claimSoon());
    const [delivery] = [await deliveryWith(world, id, ({ status }) => status === 'delivered', 'the notification')];
    expect(delivery).toMatchObject({ type: 'workflow.completed', workflow: 'ends', attempts: 1, last_error: null });
    const [request] = all.received as [Received];
    expect(request).toMatchObject({ method: 'POST', path: '/hook', headers: { 'content-type': 'application/json' } });
    expect(request.query.get('token')).toBe('x');
    expect(eventsAt(all)).toEqual([
      {
        type: 'workflow.completed',
        timestamp: delivery.occurred_at,
        id: delivery.event_id,
        message: 'workflow ends is completed: 1 of 2 points converged, 1 failed',
        data: { workflow: 'ends', total: 2, converged: 1, failed: 1 },
      },
    ]);
    const { 'webhook-id': sentId, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
    expect(sentId).toBe(delivery.event_id);
    expect(Math.abs(Number(at) - Date.now() / 1_000)).toBeLessThan(300);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const expected = createHmac('sha256', key).update(`${sentId as string}.${at as string}.${request.body}`);
    expect(signature).toBe(`v1,${expected.digest('base64')}`);
    await untilSwept(world);
    expect([all.received.length, other.received.length]).toEqual([1, 0]);
  });

  test('of a rolled-back transaction is never sent, and its repetition once', async () => {
    const all = await receivers.open();
    await subscribe(world, all.origin, ['workflow.completed']);
    await givenRunning(world, 'w', configYaml());
    const task = await node.claimSoon();
    await world.sql(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'the commit fails'; end $$`);
    await world.sql(`create constraint trigger refuse after insert on notification_event
      deferrable initially deferred for each row execute function refuse()`);
    await node.report(task, { seed: 'x' }).expect(500);
    await untilSwept(world);
    expect([all.received.length, await statusOf(world, 'w')]).toEqual([0, 'running']);
    await world.sql('drop function refuse cascade');
    await node.report(task, { seed: 'x' }).expect(200);
    await until(() => all.received.length > 0, 'the notification');
    await untilSwept(world);
    expect(eventsAt(all).map(({ type }) => type)).toEqual(['workflow.completed']);
  });

  test('is not sent to a subscription removed meanwhile, and the report succeeds', async () => {
    const [removed, kept] = [await receivers.open(), await receivers.open()];
    const { id } = await subscribe(world, removed.origin, ['workflow.completed']);
    await subscribe(world, kept.origin, ['workflow.completed']);
    await givenRunning(world, 'w', configYaml());
    const task = await node.claimSoon();
    const removal = await lockRows(world, 'delete from notification_subscription where id = $1', [id]);
    const reported = node.converge(task);
    await removal.untilBlocked(1);
    await removal.commit();
    await reported;
    await until(() => kept.received.length > 0, 'the other notification');
    expect([removed.received.length, await statusOf(world, 'w')]).toEqual([0, 'completed']);
  });

  test('for a lost node is sent once per loss, and not while the node is only offline', async () => {
    const all = await receivers.open();
    await subscribe(world, all.origin, ['node.lost']);
    await givenRunning(world, 'w', TWO_COLD);
    const lost = await givenNode(world, 'lost', 4);
    await lost.claimSoon();
    await silenceNode(world, 'lost', HEARTBEAT_TIMEOUT_SEC + 1);
    await until(async () => (await world.sql(`select from node where node_id = 'lost' and status = 'offline'`)).length, 'it to be offline'); // prettier-ignore
    await untilSwept(world);
    expect(all.received).toEqual([]);
    await silenceNode(world, 'lost', NODE_LOST_GRACE_SEC + 1);
    await until(() => all.received.length > 0, 'the notification');
    await untilSwept(world);
    expect(eventsAt(all)).toEqual([
      expect.objectContaining({
        type: 'node.lost',
        data: { node_id: 'lost', offline_since: expect.any(String), running_tasks: 1 },
      }),
    ]);
    // The test shifts times back for the next silence, so the first loss must be earlier than that.
    await world.sql(`update node set lost_at = lost_at - interval '1 hour'`);
    await lost.beat(0);
    await until(async () => (await world.sql(`select from node where node_id = 'lost' and status = 'online'`)).length, 'it to be online'); // prettier-ignore
    await silenceNode(world, 'lost', HEARTBEAT_TIMEOUT_SEC + 1);
    await until(async () => (await world.sql(`select from node where node_id = 'lost' and status = 'offline'`)).length, 'it to be offline'); // prettier-ignore
    await silenceNode(world, 'lost', NODE_LOST_GRACE_SEC + 1);
    await until(() => all.received.length > 1, 'the second notification');
    expect(new Set(idsAt(all)).size).toBe(2);
  });

  test('for a stuck workflow is sent once, not during a pause of claims, and again only after an attempt ended', async () => {
    const all = await receivers.open();
    await subscribe(world, all.origin, ['workflow.stuck']);
    await givenRunning(world, 'w', configYaml({ teff: ['20000', '21000', '22000'] }));
    const idle = (hours: number) =>
      world.sql(
        `with w as (update workflow set updated_at = now() - make_interval(hours => $1) returning id),
           resumed as (update claim_resume set at = now() - make_interval(hours => $1))
         update point set last_completed_at = now() - make_interval(hours => $1) from w
         where workflow_id = w.id and last_completed_at is not null`,
        [hours],
      );
    await idle(1);
    await untilSwept(world);
    expect(all.received).toEqual([]);
    await world.admin('post', '/api/admin/pause').send({}).expect(200);
    await idle(3);
    await untilSwept(world);
    expect(all.received).toEqual([]);
    await world.admin('post', '/api/admin/resume').expect(200);
    // The time of the pause does not count.
    await untilSwept(world);
    expect(await world.sql('select from workflow_trouble')).toEqual([]);
    await idle(3);
    await until(() => all.received.length > 0, 'the notification');
    await untilSwept(world);
    expect(eventsAt(all)).toEqual([
      expect.objectContaining({
        type: 'workflow.stuck',
        data: { workflow: 'w', reason: 'no_attempt_ends', open: 3, idle_sec: expect.any(Number) },
      }),
    ]);
    await node.converge(await node.claimSoon());
    await until(async () => (await world.sql('select from workflow_trouble')).length === 0, 'the trouble to be over');
    await idle(3);
    await until(() => all.received.length > 1, 'the second notification');
  });

  test('for a failing workflow is sent once, until half of its attempts succeed', async () => {
    const all = await receivers.open();
    await subscribe(world, all.origin, ['workflow.failing']);
    const teff = Array.from({ length: 40 }, (_, index) => String(20_000 + 100 * index));
    await givenRunning(world, 'w', configYaml({ teff }, 'atmosphere: {strategies: [cold_run]}'));
    for (let n = 0; n < 13; n += 1) await node.fail(await node.claimSoon(), `no file ${n}`);
    await untilSwept(world);
    expect(all.received).toEqual([]);
    await node.fail(await node.claimSoon(), 'no opacity table');
    await until(() => all.received.length > 0, 'the notification');
    await node.fail(await node.claimSoon());
    await untilSwept(world);
    expect(eventsAt(all)).toEqual([
      expect.objectContaining({
        type: 'workflow.failing',
        data: { workflow: 'w', attempts: 14, failed: 14, last_error: 'no opacity table' },
      }),
    ]);
    for (let n = 0; n < 15; n += 1) await node.converge(await node.claimSoon());
    await until(async () => (await world.sql('select from workflow_trouble')).length === 0, 'the trouble to be over');
    expect(all.received).toHaveLength(1);
  });
});
