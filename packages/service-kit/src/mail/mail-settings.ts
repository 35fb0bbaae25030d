import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Environment } from '../process/environment.ts';
import type { Settings } from '../process/setting.ts';
import { isDecodable, isMailAddress } from './mail-address.ts';
import type { MailSettings } from './mail-sender.ts';

export const MAIL_SETTINGS = {
  smtpUrl: {
    name: 'SMTP_URL',
    secret: true,
    protocols: ['smtp:', 'smtps:'],
    usedBy: ['api', 'worker'],
    meaning:
      'mail server for notifications and alerts, such as `smtp://user:password@mail.example.org:587` (STARTTLS, required with a user) or `smtps://...:465` (TLS). If unset, no mail is sent',
  },
  smtpCaFile: {
    name: 'SMTP_CA_FILE',
    usedBy: ['api', 'worker'],
    meaning:
      'certificates (PEM) of the authorities to trust for the mail server instead of the public authorities. If set, STARTTLS is required',
  },
  mailFrom: {
    name: 'MAIL_FROM',
    usedBy: ['api', 'worker'],
    meaning: 'sender of mail, such as `grid@example.org`. Required with `SMTP_URL`',
  },
} as const satisfies Settings;

/** Reads where mail is sent. Error messages omit the address, because it may contain a password. */
export function readMail(env: Environment): MailSettings | undefined {
  const text = env.optionalUrl(MAIL_SETTINGS.smtpUrl);
  const from = env.optional(MAIL_SETTINGS.mailFrom);
  if (from !== undefined && !isMailAddress(from))
    env.refuse('MAIL_FROM is not a mail address such as grid@example.org');
  const ca = readCertificates(env);
  if (text === undefined || text === '') return undefined;
  if (from === undefined) env.refuse('MAIL_FROM is not set, but SMTP_URL needs it');
  const url = URL.parse(text);
  const rest = url === null ? '' : url.pathname.replace(/^\/$/, '') + url.search + url.hash;
  if (url === null || url.hostname === '' || rest !== '' || !isDecodable(url.username + url.password)) {
    env.refuse('SMTP_URL is malformed: expected smtp://user:password@host:port without a path or options');
    return undefined;
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? undefined : Number(url.port),
    isSecure: url.protocol === 'smtps:',
    ca,
    user: url.username === '' ? undefined : decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    from: from ?? '',
  };
}

const PEM_BEGIN = '-----BEGIN CERTIFICATE-----';

function readCertificates(env: Environment): string | undefined {
  const file = env.optional(MAIL_SETTINGS.smtpCaFile);
  if (file === undefined) return undefined;
  try {
    const text = readFileSync(file, 'utf8');
    const certificates = text
      .split(PEM_BEGIN)
      .slice(1)
      .map((rest) => new X509Certificate(PEM_BEGIN + rest));
    if (certificates.length > 0) return text;
    env.refuse(`SMTP_CA_FILE: ${file} contains no certificate in PEM format`);
  } catch (error) {
    env.refuse(`SMTP_CA_FILE: ${file} cannot be read: ${(error as Error).message}`);
  }
  return undefined;
}
