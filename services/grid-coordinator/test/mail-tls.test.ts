import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { readConfig } from '../src/config.ts';
import { MailSender } from '@almagest/service-kit/mail-sender';
import { openSmtpStandIn, type Encryption, type SmtpStandIn } from '@almagest/test-kit/smtp-stand-in';
import { deliveryWith, sendTest, subscribe } from './subscriptions.ts';
import { openWorld } from './world.ts';

const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0;
const PASSWORD = 'correct horse';
const USER = 'grid@observatory.example';

/** Creates a self-signed certificate, as an observatory might use. */
function certify(folder: string, name: string, subject: string): void {
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=mail';
  const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`)];
  const names = ['-addext', `subjectAltName=${subject}`];
  execFileSync('openssl', [...request.split(' '), ...names, ...files], { stdio: 'ignore' });
}

(HAS_OPENSSL ? describe : describe.skip)(`mail over TLS${HAS_OPENSSL ? '' : ' (SKIPPED: openssl is missing)'}`, () => {
  let folder: string;
  let standIns: SmtpStandIn[] = [];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mail-tls-'));
    certify(folder, 'mail', 'IP:127.0.0.1');
    certify(folder, 'other', 'DNS:other.example');
  });
  afterEach(async () => {
    for (const standIn of standIns) await standIn.close();
    standIns = [];
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const fileOf = (name: string) => join(folder, name);

  async function open(mode?: Encryption['mode'], certificate = 'mail'): Promise<SmtpStandIn> {
    const [key, cert] = [readFileSync(fileOf(`${certificate}.key`)), readFileSync(fileOf(`${certificate}.pem`))];
    const standIn = await openSmtpStandIn(mode && { mode, key, cert });
    standIns.push(standIn);
    return standIn;
  }

  const environment = (scheme: string, port: number, ca?: string) => ({
    SMTP_URL: `${scheme}://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    MAIL_FROM: USER,
    ...(ca === undefined ? {} : { SMTP_CA_FILE: fileOf(ca) }),
  });

  /** Sends a mail with the settings of these variables. */
  async function send(scheme: string, { port }: SmtpStandIn, ca?: string): Promise<void> {
    const settings = { DATABASE_URL: 'postgres://x@localhost/x', ...environment(scheme, port, ca) };
    const { mail } = readConfig(settings, []);
    if (mail === undefined) throw new Error('no mail is configured');
    const sender = new MailSender(mail);
    try {
      const message = { to: 'ann@observatory.example', subject: 'a test', text: 'a secret text', id: '1' };
      await sender.send(message, new AbortController().signal);
    } finally {
      sender.close();
    }
  }

  test.each([
    ['smtps', 'smtps'],
    ['starttls', 'smtp'],
  ] as const)('arrives by %s, with only the TLS offer in plain text', async (mode, scheme) => {
    const standIn = await open(mode);
    await send(scheme, standIn, 'mail.pem');
    expect(standIn.received).toMatchObject([{ to: '<ann@observatory.example>' }]);
    expect(standIn.credentials).toEqual([`${USER} ${PASSWORD}`]);
    expect(standIn.inPlainText.filter((line) => !/^(EHLO|STARTTLS)/.test(line))).toEqual([]);
  });

  test.each([
    ['is not signed by a known authority', 'smtps', 'mail', undefined, /self-signed certificate/],
    ['is not signed by a known authority', 'starttls', 'mail', undefined, /self-signed certificate/],
    ['belongs to another authority', 'smtps', 'mail', 'other.pem', /self-signed certificate|unable to verify/],
    ['is for another name', 'starttls', 'other', 'other.pem', /does not match certificate/],
  ] as const)('is not sent if the certificate %s (%s)', async (_fault, mode, certificate, ca, message) => {
    const standIn = await open(mode, certificate);
    await expect(send(mode === 'smtps' ? 'smtps' : 'smtp', standIn, ca)).rejects.toThrow(message);
    expect([standIn.received, standIn.credentials]).toEqual([[], []]);
  });

  test("is not sent if STARTTLS was removed from the server's offer", async () => {
    const standIn = await open();
    await expect(send('smtp', standIn, 'mail.pem')).rejects.toThrow(/STARTTLS/);
    expect([standIn.received, standIn.credentials]).toEqual([[], []]);
    expect(standIn.inPlainText.join()).not.toMatch(/AUTH|MAIL|secret/);
  });

  test('is delivered by a worker, which does not record a password that the server repeats', async () => {
    const standIn = await open('smtps');
    standIn.refusalOf = (credentials) => `535 5.7.8 ${credentials} and ${Buffer.from(credentials).toString('base64')}`;
    await using world = await openWorld({ env: environment('smtps', standIn.port, 'mail.pem') });
    const { id } = await subscribe(world, 'ann@observatory.example', ['node.lost']);
    await sendTest(world, id);
    const failed = await deliveryWith(world, id, ({ last_error: error }) => error !== null, 'the refusal');
    expect(failed.last_error).toMatch(/^mail: /);
    expect(failed.last_error).not.toMatch(/correct|horse/);
    expect(failed.last_error).not.toContain(Buffer.from(PASSWORD).toString('base64').slice(0, 8));
    standIn.refusalOf = undefined;
    await sendTest(world, id);
    await deliveryWith(world, id, ({ status }) => status === 'delivered', 'the mail');
    expect(standIn.received).toHaveLength(1);
  });

  test.each([
    ['is not there', 'none.pem', /SMTP_CA_FILE: .*none\.pem cannot be read/],
    ['contains no certificate', 'empty.pem', /SMTP_CA_FILE: .*empty\.pem contains no certificate/],
  ])("prevents the start if the certificate authority's file %s", (_fault, file, message) => {
    writeFileSync(fileOf('empty.pem'), '');
    const settings = { DATABASE_URL: 'postgres://x@localhost/x', ...environment('smtp', 25, file) };
    expect(() => readConfig(settings, [])).toThrow(message);
  });
});
