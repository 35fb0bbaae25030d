import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { findPaper, MailBox, openMailWorld, textOf } from '../mail-calls.ts';
import { useKillableWorld } from './killable.ts';

const { world, startWorker } = useKillableWorld(async () => await openMailWorld({ worker: false }));

test('a worker killed while the server accepts a mail repeats this mail with the same id, and loses no paper', async () => {
  const box = new MailBox(world, 'ada@observatory.example');
  const alert = await box.alert('winds');
  const worker = await startWorker();
  await box.confirm();
  world.smtp.isSilent = true;
  await findPaper(world, alert, 'Accepted before the kill');
  await box.untilMails(2);
  await worker.kill();
  await findPaper(world, alert, 'Found after the kill');
  world.smtp.isSilent = false;
  // The attempt counts as lost when its lease has expired.
  await world.sql('update mail_digest set next_attempt_at = now()');
  await startWorker();
  await box.untilMails(3);
  await until(async () => (await box.state()).sent_at !== null, 'the record of the mail');
  const ids = box.mails.map((mail) => /^Message-ID: (.+)$/im.exec(mail.content)?.[1]);
  expect(ids[2]).toBe(ids[1]);
  expect(textOf(box.mails[2])).toContain('Accepted before the kill');
  expect(textOf(box.mails[2])).not.toContain('Found after the kill');
  await world.sql(`update mail_digest set composed_at = composed_at - interval '1 day'`);
  await box.untilMails(4);
  expect(textOf(box.mails[3])).toContain('Found after the kill');
  expect(textOf(box.mails[3])).not.toContain('Accepted before the kill');
});
