import { until } from '@almagest/test-kit/until';
import { useOpened } from '@almagest/test-kit/use-opened';
import { expect, test } from '@jest/globals';
import { findPaper, MailBox, openMailWorld, textOf } from '../mail-calls.ts';

const world = useOpened(async () => await openMailWorld());

test('a server that drips its answer is given up after 30 s, and gets the mail once when it has recovered', async () => {
  const box = new MailBox(world, 'ada@observatory.example');
  await box.confirm();
  world.smtp.isDripping = true;
  await findPaper(world, await box.alert('winds'), 'Sent once');
  await until(async () => (await box.state()).error !== null, 'the failure');
  expect((await box.state()).error).toMatch(/did not finish within 30 s/);
  world.smtp.isDripping = false;
  await world.sql('update mail_digest set next_attempt_at = now()');
  await box.untilMails(2);
  await box.untilSent();
  expect(box.mails).toHaveLength(2);
  expect(textOf(box.mails[1])).toContain('Sent once');
});
