import { randomBytes } from 'node:crypto';
import { recordAudit } from '@almagest/accounts';
import type { AlertMail, AlertMailChange } from '@almagest/contracts/literature';
import { digestOf } from '@almagest/service-kit/credentials';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Viewer } from '../../domain/people/access.ts';
import {
  changeDigest,
  confirmDigest,
  deleteDigest,
  deleteDigestByKey,
  findDigest,
  hasConfirmation,
  lockDigest,
  replaceAddress,
  requestConfirmation,
  type DigestRow,
} from '../../persistence/alerts/digest-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { KEY_BYTES, type MailAction } from './mail-links.ts';

export interface AlertMailDeps {
  readonly db: Db;
  readonly hasMail: boolean;
}

export async function readAlertMail({ db, hasMail }: AlertMailDeps, viewer: Viewer): Promise<AlertMail> {
  const row = await findDigest(db, viewer);
  return { is_available: hasMail, ...(row === undefined ? NO_MAIL : described(row)) };
}

const NO_MAIL: ReturnType<typeof described> = {
  address: null,
  is_confirmed: false,
  schedule: 'daily',
  sent_at: null,
  error: null,
  next_attempt_at: null,
};

function described(row: DigestRow): Omit<AlertMail, 'is_available'> {
  return {
    address: row.address,
    is_confirmed: row.confirmed_at !== null,
    schedule: row.schedule,
    sent_at: row.sent_at?.toISOString() ?? null,
    error: row.last_error,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  };
}

/** Stores the address and the schedule. A worker sends the mail that asks for confirmation. */
export async function changeAlertMail(
  deps: AlertMailDeps,
  viewer: Viewer,
  { address, schedule }: AlertMailChange,
): Promise<AlertMail> {
  if (!deps.hasMail)
    throw new Refusal('conflict', 'mail is not configured: set SMTP_URL and MAIL_FROM of the literature service');
  await inTransaction(deps.db, async (trx) => {
    const row = await lockDigest(trx, viewer);
    if (row?.address === address) {
      await changeDigest(trx, row.id, schedule);
      await requestConfirmation(trx, row.id);
    } else {
      const unsubscribeKey = randomBytes(KEY_BYTES).toString('base64url');
      await replaceAddress(trx, viewer, { address, schedule, unsubscribeKey });
    }
    await recordAudit(trx, { object: 'mail of alerts', detail: { schedule } });
  });
  return await readAlertMail(deps, viewer);
}

export async function deleteAlertMail(deps: AlertMailDeps, viewer: Viewer): Promise<AlertMail> {
  await inTransaction(deps.db, async (trx) => {
    if (await deleteDigest(trx, viewer)) await recordAudit(trx, { object: 'mail of alerts' });
  });
  return await readAlertMail(deps, viewer);
}

/** Refuses an invalid confirmation link. Accepts all links to unsubscribe. */
export async function checkMailLink({ db }: AlertMailDeps, action: MailAction, key: string): Promise<void> {
  if (action === 'confirm' && !(await hasConfirmation(db, digestOf(key)))) throw unknownLink();
}

export async function useMailLink({ db }: AlertMailDeps, action: MailAction, key: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const id = action === 'confirm' ? await confirmDigest(trx, digestOf(key)) : await deleteDigestByKey(trx, key);
    if (id === undefined && action === 'confirm') throw unknownLink();
    if (id !== undefined) await recordAudit(trx, { object: `mail of alerts ${id}`, detail: { action } });
  });
}

function unknownLink(): Refusal {
  return new Refusal('unknown', 'this link no longer works. Open the alerts and save the address again');
}
