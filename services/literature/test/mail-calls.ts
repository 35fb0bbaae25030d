import type { AddedPaper, Alert, AlertMail } from '@almagest/contracts/literature';
import { openSmtpStandIn, type ReceivedMail, type SmtpStandIn } from '@almagest/test-kit/smtp-stand-in';
import { until } from '@almagest/test-kit/until';
import request from 'supertest';
import { OFTEN_SWEPT, openWorld, type World, type WorldOptions } from './world.ts';

export type MailWorld = World & { readonly smtp: SmtpStandIn };

/** Opens a world whose mail goes to a stand-in. */
export async function openMailWorld({ env = {}, ...options }: WorldOptions = {}): Promise<MailWorld> {
  const smtp = await openSmtpStandIn();
  const mail = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'library@observatory.example' };
  const world = await openWorld({ ...options, env: { ...OFTEN_SWEPT, ...mail, ...env } });
  const close = async () => {
    await world.close();
    await smtp.close();
  };
  return { ...world, smtp, close };
}

type Headers = Readonly<Record<string, string>>;

/** The calls of one account about its mail. */
export class MailBox {
  readonly #world: MailWorld;
  readonly #headers: Headers;
  readonly address: string;

  constructor(world: MailWorld, address: string, headers: Headers = {}) {
    this.#world = world;
    this.#headers = headers;
    this.address = address;
  }

  get mails(): ReceivedMail[] {
    return this.#world.smtp.received.filter(({ to }) => to === `<${this.address}>`);
  }

  async state(): Promise<AlertMail> {
    const { body } = await request(this.#world.url).get('/api/alert-mail').set(this.#headers).expect(200);
    return body as AlertMail;
  }

  async save(schedule = 'daily'): Promise<void> {
    const body = { address: this.address, schedule };
    await request(this.#world.url).put('/api/alert-mail').set(this.#headers).send(body).expect(200);
  }

  /** Saves the address and confirms it with the link of the mail. */
  async confirm(schedule?: string): Promise<void> {
    const before = this.mails.length;
    await this.save(schedule);
    await this.untilMails(before + 1);
    await request(this.#world.url)
      .post(pathIn(this.mails.at(-1), 'confirm'))
      .expect(200);
  }

  /** Creates an alert that is only checked on request. */
  async alert(name: string): Promise<number> {
    const alert = { name, q: name, source: 'preprint', schedule: 'off' };
    const { body } = await request(this.#world.url).post('/api/alerts').set(this.#headers).send(alert).expect(200);
    return (body as Alert).id;
  }

  async change(alert: number, mail: string | null): Promise<void> {
    await request(this.#world.url).patch(`/api/alerts/${alert}`).set(this.#headers).send({ mail }).expect(200);
  }

  async choiceOf(alert: number): Promise<Alert['mail'] | undefined> {
    const { body } = await request(this.#world.url).get('/api/alerts').set(this.#headers).expect(200);
    return (body as Alert[]).find(({ id }) => id === alert)?.mail;
  }

  async untilMails(count: number): Promise<void> {
    await until(() => this.mails.length >= count, `${count} mails to ${this.address}`);
  }

  /** Waits until the account has no unsent mail. */
  async untilSent(): Promise<void> {
    await until(async () => (await this.state()).next_attempt_at === null, `the end of the mail to ${this.address}`);
  }
}

/** Returns the text of a mail without its transfer encoding. */
export function textOf(mail: ReceivedMail | undefined): string {
  const lines = (mail?.content ?? '').replaceAll(/=\n/g, '');
  return Buffer.from(
    lines.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
}

/** Returns the path of a link in a mail. */
export function pathIn(mail: ReceivedMail | undefined, action: 'confirm' | 'unsubscribe'): string {
  const path = new RegExp(String.raw`/mail\?action=${action}&key=[\w-]{43}`).exec(textOf(mail))?.[0];
  if (path === undefined) throw new Error(`no link to ${action} in ${textOf(mail)}`);
  return path;
}

/** Lets an alert find a new paper, as a check does. Returns its code. */
export async function findPaper(world: World, alert: number, title: string): Promise<string> {
  const token = world.env['API_TOKEN'];
  const { body } = await world
    .call('post', '/api/papers')
    .set(token === undefined ? {} : { 'x-api-key': token })
    .send({ title, year: '2026', authors: ['Okonkwo, Ada'] })
    .expect(200);
  const bibcode = (body as AddedPaper).paper?.bibcode ?? '';
  await world.sql('insert into alert_paper (alert_id, paper_id) select $1, id from paper where bibcode = $2', [
    alert,
    bibcode,
  ]);
  return bibcode;
}

/** Makes the last mails look a day, or a week, old. */
export async function letDaysPass(world: World, days = 1): Promise<void> {
  await world.sql(
    `update mail_digest set composed_at = composed_at - $1 * interval '1 day', composed_weekly_at = composed_weekly_at - $1 * interval '1 day'`,
    [days],
  );
}
