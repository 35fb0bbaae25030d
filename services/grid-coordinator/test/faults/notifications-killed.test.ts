import { openLocalServer, type LocalServer } from '@almagest/test-kit/local-server';
import { until } from '@almagest/test-kit/until';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { asAdmin } from './calls.ts';
import { setBreakpoint } from './breakpoints.ts';
import { openSite, type Site } from './site.ts';

let site: Site;
let receiver: LocalServer;
beforeEach(async () => {
  site = await openSite();
  receiver = await openLocalServer((_request, response) => void response.end());
});
afterEach(async () => {
  await receiver.close();
  await site.close();
});

const PATH = '/api/notifications/subscriptions';

test('a notification is sent again with the same id if the worker is killed before recording it', async () => {
  await site.startApi();
  const worker = await site.startWorker();
  const { data } = await asAdmin<{ data: { subscription: { id: string } } }>(site, PATH, {
    target: receiver.origin,
    events: ['node.lost'],
  });
  const note = await setBreakpoint(site, {
    table: 'notification_delivery',
    event: 'update',
    when: `new.status = 'delivered'`,
  });
  await asAdmin(site, `${PATH}/${data.subscription.id}/test`, {});
  await note.untilReached();
  expect(receiver.received).toHaveLength(1);
  await worker.kill();
  await note.open();
  const deliveries = async () =>
    (await site.db.query<{ status: string; attempts: number }>('select status, attempts from notification_delivery'))
      .rows;
  // The commit never happens.
  await until(async () => (await deliveries())[0]?.status === 'waiting', 'the transaction to be rolled back');
  await site.startWorker();
  // Ends the lease of the killed worker.
  await site.db.query('update notification_delivery set next_attempt_at = now()');
  await until(async () => (await deliveries())[0]?.status === 'delivered', 'the second attempt');
  expect(await deliveries()).toEqual([{ status: 'delivered', attempts: 2 }]);
  expect(receiver.received).toHaveLength(2);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});
