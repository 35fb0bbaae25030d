import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, MailAddress, Nullable, Timestamp } from '../schema.ts';

export const DigestSchedule = Type.Enum(['daily', 'weekly']);
export type DigestSchedule = Static<typeof DigestSchedule>;

/** The mail with new papers of a person's alerts. */
export const AlertMail = Type.Object({
  /** Whether the service can send mail. */
  is_available: Type.Boolean(),
  /** Null: no mail. */
  address: Nullable(Type.String()),
  /** Whether the address was confirmed with the link that was sent to it. Before that, no digest is sent. */
  is_confirmed: Type.Boolean(),
  /** How often to send a mail, for alerts without their own choice. */
  schedule: DigestSchedule,
  sent_at: Nullable(Timestamp),
  /** Why the last attempt to send failed. Null after a success. */
  error: Nullable(Type.String()),
  /** When the next attempt begins. Null with an `error`: the attempts were given up until the address is saved again. */
  next_attempt_at: Nullable(Timestamp),
});
export type AlertMail = Static<typeof AlertMail>;

export const AlertMailChange = closedObject({
  address: MailAddress,
  schedule: DigestSchedule,
});
export type AlertMailChange = Static<typeof AlertMailChange>;

const call = { tag: 'alerts', role: 'api-token-if-configured', failures: 'text' } as const;
const PATH = '/api/alert-mail';

const link = {
  ...call,
  role: 'public',
  path: '/mail',
  query: closedObject({
    action: Type.Enum(['confirm', 'unsubscribe']),
    key: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  }),
  reply: 'text/html',
  statuses: [400, 404, 500],
} as const;

export const alertMailOperations = defineOperations({
  readAlertMail: {
    ...call,
    least: 'reader',
    method: 'get',
    path: PATH,
    summary: "Returns the mail address and schedule for new papers of the caller's alerts, and the last failure.",
    reply: AlertMail,
    statuses: [401, 403, 500],
  },
  changeAlertMail: {
    ...call,
    least: 'reader',
    method: 'put',
    path: PATH,
    summary:
      'Mails new papers of the caller’s alerts to an address. A new address first gets a link to confirm it. Saving the same address repeats a mail that has failed.',
    body: AlertMailChange,
    reply: AlertMail,
    statuses: [400, 401, 403, 409, 413, 429, 500],
  },
  deleteAlertMail: {
    ...call,
    least: 'reader',
    method: 'delete',
    path: PATH,
    summary: 'Stops the mail and forgets the address.',
    reply: AlertMail,
    statuses: [401, 403, 500],
  },
  showMailLink: {
    ...link,
    method: 'get',
    summary:
      'Returns the page that a link in a mail opens. Only the button on the page changes something, because mail programs may open links.',
  },
  useMailLink: {
    ...link,
    method: 'post',
    summary:
      'Confirms an address or unsubscribes it, without a sign-in. Unsubscribing can be repeated, and works with one click (RFC 8058).',
  },
});
