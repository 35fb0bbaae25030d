import { createTransport } from 'nodemailer';
import { DeliveryError } from './delivery-error.ts';

/** The SMTP server and the sender's address. */
export interface MailSettings {
  readonly host: string;
  readonly port: number | undefined;
  /**
   * Whether the connection begins with TLS. If not, uses STARTTLS, which the server must offer if there are credentials
   * or a custom CA.
   */
  readonly isSecure: boolean;
  /** The PEM certificates of the authorities to trust instead of the public ones. */
  readonly ca: string | undefined;
  readonly user: string | undefined;
  readonly password: string;
  readonly from: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** An address that unsubscribes the reader when it is opened, or with one click (RFC 8058). */
  readonly unsubscribe?: string;
  /** The same in every attempt, so that a mailbox can detect repeats. */
  readonly id: string;
}

const TOTAL_MS = 30_000;

/**
 * Sends mail through an SMTP server. Credentials are only sent over encrypted connections. With TLS, the certificate
 * must be valid for the server's name, otherwise no mail is sent.
 */
export class MailSender {
  readonly #transport;
  readonly #from: string;
  readonly #password: string;

  constructor({ host, port, isSecure, ca, user, password, from }: MailSettings) {
    this.#from = from;
    this.#password = password;
    this.#transport = createTransport({
      host,
      ...(port === undefined ? {} : { port }),
      secure: isSecure,
      ...(user === undefined ? {} : { auth: { user, pass: password } }),
      requireTLS: !isSecure && (user !== undefined || ca !== undefined),
      tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      dnsTimeout: 10_000,
      socketTimeout: 15_000,
      maxResponseSize: 64 * 1024,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send({ to, subject, text, html, unsubscribe, id }: Mail, signal: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout(TOTAL_MS);
    const message = {
      from: this.#from,
      to,
      subject,
      text,
      ...(html === undefined ? {} : { html }),
      messageId: `<${id}${this.#from.slice(this.#from.lastIndexOf('@'))}>`,
      // RFC 3834: suppresses automatic replies such as holiday messages.
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribe === undefined
          ? {}
          : {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
      },
      signal: AbortSignal.any([signal, limit]),
    };
    try {
      await this.#transport.sendMail(message);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (limit.aborted) throw new DeliveryError(`the mail server did not finish within ${TOTAL_MS / 1_000} s`);
      throw new DeliveryError(`mail: ${this.#withoutPassword((error as Error).message)}`);
    }
  }

  /** The failure is stored and shown, and a server's message may repeat the credentials that it was sent. */
  #withoutPassword(message: string): string {
    if (this.#password === '') return message;
    const words = message.split(/\s+/);
    const tells = (word: string) =>
      word.includes(this.#password) || Buffer.from(word, 'base64').toString().includes(this.#password);
    return words.some(tells) ? 'the answer is not shown because it repeats the credentials' : message;
  }

  close(): void {
    this.#transport.close();
  }
}
