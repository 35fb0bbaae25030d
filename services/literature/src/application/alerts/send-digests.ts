import { randomBytes } from 'node:crypto';
import { digestOf } from '@almagest/service-kit/credentials';
import { inTransaction } from '@almagest/service-kit/database';
import { DeliveryError } from '@almagest/service-kit/delivery-error';
import { retryWaitSec } from '@almagest/service-kit/delivery-schedule';
import type { Logger } from '@almagest/service-kit/log';
import type { Mail } from '@almagest/service-kit/mail-sender';
import { confirmationMail, digestMail, type MailText } from '../../domain/alerts/digest-mail.ts';
import { schedulesDue } from '../../domain/alerts/digest-schedule.ts';
import {
  claimMails,
  composeMail,
  endMail,
  failMail,
  listMailedPapers,
  listWaitingDigests,
  lockWaitingDigest,
  setConfirmation,
  type DueMail,
  type MailedPaper,
} from '../../persistence/alerts/digest-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { KEY_BYTES, mailLink } from './mail-links.ts';

export interface DigestDeps {
  readonly db: Db;
  readonly log: Logger;
  /** Undefined if mail is not configured. */
  readonly mail: { send(mail: Mail, signal: AbortSignal): Promise<void> } | undefined;
  /** The public address of the service, for links in mails. */
  readonly publicUrl: string;
}

/** Longer than one attempt, so that leases need no renewal. */
const LEASE_SEC = 90;
const AT_ONCE = 10;

/**
 * Composes the digests that are due and sends the mails that are due.
 *
 * The papers of a mail are fixed before its first attempt. A process may die after the mail server accepts a mail, but
 * before the success is recorded. The mail is then sent again with the same id and papers.
 */
export async function sendDigests(deps: DigestDeps, stopping?: AbortSignal): Promise<void> {
  const { mail } = deps;
  if (mail === undefined) return;
  const signal = stopping ?? new AbortController().signal;
  await composeDigests(deps.db);
  for (let due = await claimMails(deps.db, AT_ONCE, LEASE_SEC); due.length > 0;) {
    const ended = await Promise.allSettled(due.map((one) => attempt({ ...deps, mail }, one, signal)));
    const faults = ended.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
    if (faults.length > 0) throw new AggregateError(faults, `could not record the delivery of ${faults.length} mails`);
    if (signal.aborted) return;
    due = await claimMails(deps.db, AT_ONCE, LEASE_SEC);
  }
}

async function composeDigests(db: Db): Promise<void> {
  for (const id of await listWaitingDigests(db))
    await inTransaction(db, async (trx) => {
      const state = await lockWaitingDigest(trx, id);
      const due = state === undefined ? [] : schedulesDue(state, state.now);
      if (due.length > 0) await composeMail(trx, id, due);
    });
}

type SendDeps = DigestDeps & { readonly mail: NonNullable<DigestDeps['mail']> };

async function attempt(deps: SendDeps, due: DueMail, signal: AbortSignal): Promise<void> {
  const { db, log, mail, publicUrl } = deps;
  const unsubscribe = mailLink(publicUrl, 'unsubscribe', due.unsubscribe_key);
  try {
    const written = due.is_confirmed
      ? await writeDigest(deps, due, unsubscribe)
      : await confirmation(deps, due, unsubscribe);
    if (written !== undefined) await mail.send({ ...written, to: due.address, id: due.mail_id, unsubscribe }, signal);
    await endMail(db, due, written !== undefined && due.is_confirmed);
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    const { message, retryAfterSec } = error;
    const waitSec = retryWaitSec(due.attempts, retryAfterSec, Math.random());
    await failMail(db, due, { error: message, waitSec });
    log.warn({ digest: due.id, attempts: due.attempts, error: message }, 'could not send a mail with new papers');
  }
}

/** Writes the mail of a digest. Returns undefined if no papers are left, because their alerts were deleted. */
async function writeDigest(
  { db, publicUrl }: SendDeps,
  due: DueMail,
  unsubscribe: string,
): Promise<MailText | undefined> {
  const papers = await listMailedPapers(db, due);
  if (papers.length === 0) return undefined;
  const alerts = [...Map.groupBy(papers, ({ alert_id: id }) => id)].map(([id, found]) => ({
    name: found[0]?.alert_name ?? '',
    address: `${publicUrl}/alerts?alert=${id}`,
    papers: found.map((paper) => ({
      ...paper,
      title: paper.title || paper.bibcode,
      address: readerLink(publicUrl, paper),
    })),
  }));
  return digestMail(alerts, { alerts: `${publicUrl}/alerts`, unsubscribe });
}

function readerLink(publicUrl: string, { bibcode }: MailedPaper): string {
  return `${publicUrl}/read/${encodeURIComponent(bibcode)}`;
}

/**
 * Returns the mail that asks for confirmation. Each attempt sends a new key, because only the key's digest is stored.
 */
async function confirmation({ db, publicUrl }: SendDeps, due: DueMail, unsubscribe: string): Promise<MailText> {
  const key = randomBytes(KEY_BYTES).toString('base64url');
  await setConfirmation(db, due, digestOf(key));
  return confirmationMail({ confirm: mailLink(publicUrl, 'confirm', key), unsubscribe });
}
