import { expect, test } from '@jest/globals';
import { envelope, refusal, standIn } from './stand-in.ts';
import { gridctl } from './world.ts';

const ID = '0b5d7a4e-4f0c-4c59-9d9a-3d6b2c1f7a55';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const NOW = '2026-11-20T10:00:00.000Z';

const subscription = {
  id: ID,
  kind: 'webhook',
  target: 'https://hooks.example.org/…',
  events: ['workflow.completed'],
  workflow: 'sdb',
  description: null,
  created_at: NOW,
  waiting: 2,
  given_up: 1,
  last_delivered_at: null,
  failing_since: NOW,
  gone_at: null,
};
const delivery = {
  id: '7d0c2f4e-52f5-4f5e-9a2b-0f6f0b3f9b11',
  event_id: 'evt_3f0e9d5c-6f0a-4ad0-b0ad-2d0c4d9e8f10',
  type: 'notification.test',
  workflow: null,
  node_id: null,
  message: 'this is a test',
  occurred_at: NOW,
  status: 'waiting',
  attempts: 0,
  next_attempt_at: NOW,
  last_attempt_at: null,
  last_error: null,
  ended_at: null,
};

test('a subscription gets all events that fit, and its secret is printed once', async () => {
  const { url, calls } = await standIn({ createSubscription: () => envelope({ subscription, secret: SECRET }) });
  const at = ['--url', url, 'notifications', 'add'];
  const [shown, json, some] = await Promise.all([
    gridctl([...at, '-', '--workflow', 'sdb'], { stdin: 'https://hooks.example.org/s3cret\n' }),
    gridctl([...at, 'https://hooks.example.org/', '--output', 'json']),
    gridctl([...at, 'ann@example.org', '--event', 'node.lost', 'workflow.stuck', '--description', 'on call']),
  ]);
  expect(shown.stdout).toBe(`add https://hooks.example.org/…: subscription ${ID}\nsecret ${SECRET}\n`);
  expect(shown.stderr).toContain('not shown again');
  expect(JSON.parse(json.stdout)).toEqual({ subscription, secret: SECRET });
  expect(some.code).toBe(0);
  expect(calls.map(({ body }) => JSON.parse(body.toString()) as unknown)).toEqual(
    expect.arrayContaining([
      {
        target: 'https://hooks.example.org/s3cret',
        workflow: 'sdb',
        events: ['workflow.completed', 'workflow.stuck', 'workflow.failing'],
      },
      {
        target: 'https://hooks.example.org/',
        events: ['workflow.completed', 'workflow.stuck', 'workflow.failing', 'node.lost'],
      },
      { target: 'ann@example.org', events: ['node.lost', 'workflow.stuck'], description: 'on call' },
    ]),
  );
  const wrong = await gridctl([...at, 'ann@example.org', '--event', 'workflow.started']);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('workflow.completed') });
});

test('subscriptions and deliveries are listed with their failures', async () => {
  const failed = { ...delivery, attempts: 3, last_error: 'hooks.example.org answered 500' };
  const { url, calls } = await standIn({
    listSubscriptions: () => envelope([subscription]),
    listDeliveries: () => envelope([failed]),
    deleteSubscription: () => envelope(null, 'the subscription is removed'),
  });
  const at = ['--url', url, 'notifications'];
  const [list, deliveries, removed] = await Promise.all([
    gridctl([...at, 'list']),
    gridctl([...at, 'deliveries', ID, '--status', 'waiting', '--limit', '5']),
    gridctl([...at, 'remove', ID]),
  ]);
  expect(list.stdout).toMatch(
    new RegExp(`${ID} +https://hooks.example.org/… +workflow.completed +sdb +2 +1 +- +2026-`),
  );
  expect(deliveries.stdout).toMatch(
    /notification.test +- +waiting +3 +2026-11-20 10:00:00 +hooks.example.org answered 500/,
  );
  expect(calls.find(({ operation }) => operation === 'listDeliveries')?.query.toString()).toBe(
    'limit=5&status=waiting',
  );
  expect(removed.stdout).toBe(`remove ${ID}: the subscription is removed\n`);
});

test('a test waits for its first attempt, and fails with its error', async () => {
  const testing = (ended: object) => {
    let looks = 0;
    return standIn({
      testSubscription: ({ params }) => (params['id'] === ID ? envelope(delivery) : refusal(404, 'no subscription')),
      listDeliveries: () => envelope([{ ...delivery, ...((looks += 1) > 1 ? ended : {}) }]),
    });
  };
  const good = await testing({ status: 'delivered', attempts: 1, ended_at: NOW, next_attempt_at: null });
  const bad = await testing({ attempts: 1, last_error: 'hooks.example.org answered 500' });
  const [delivered, failed] = await Promise.all([
    gridctl(['--url', good.url, 'notifications', 'test', ID]),
    gridctl(['--url', bad.url, 'notifications', 'test', ID]),
  ]);
  expect(delivered).toMatchObject({ code: 0, stdout: `test ${ID}: delivered as ${delivery.event_id}\n` });
  expect(failed).toMatchObject({ code: 1, stderr: 'gridctl: test: not delivered: hooks.example.org answered 500\n' });
});
