import type { Delivery, NewSubscription, NotificationEvent, Subscription } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import type { World } from './world.ts';

const PATH = '/api/notifications/subscriptions';

/** Subscribes a webhook or a mail address to these events. */
export async function subscribe(
  world: World,
  target: string,
  events: readonly NotificationEvent[],
  more: { workflow?: string; description?: string } = {},
): Promise<{ id: string; secret: string }> {
  const { body } = await world
    .admin('post', PATH)
    .send({ target, events, ...more })
    .expect(200);
  const { subscription, secret } = (body as { data: NewSubscription }).data;
  return { id: subscription.id, secret: secret ?? '' };
}

export async function unsubscribeAll(world: World): Promise<void> {
  for (const { id } of await subscriptionsOf(world)) await world.admin('delete', `${PATH}/${id}`).expect(200);
}

export async function subscriptionsOf(world: World): Promise<Subscription[]> {
  const { body } = await world.admin('get', PATH).expect(200);
  return (body as { data: Subscription[] }).data;
}

export async function sendTest(world: World, id: string): Promise<Delivery> {
  const { body } = await world.admin('post', `${PATH}/${id}/test`).expect(200);
  return (body as { data: Delivery }).data;
}

export async function deliveriesOf(world: World, id: string, query = ''): Promise<Delivery[]> {
  const { body } = await world.admin('get', `${PATH}/${id}/deliveries${query}`).expect(200);
  return (body as { data: Delivery[] }).data;
}

/** Waits until the only delivery of a subscription matches this. */
export async function deliveryWith(
  world: World,
  id: string,
  isSo: (delivery: Delivery) => boolean,
  what: string,
): Promise<Delivery> {
  return await until(async () => (await deliveriesOf(world, id)).find(isSo), what);
}

/** Makes all waiting deliveries due. The next recorded error belongs to the next attempt. */
export async function endWaits(world: World): Promise<void> {
  await world.sql(
    `update notification_delivery set next_attempt_at = now(), last_error = null where status = 'waiting'`,
  );
}
