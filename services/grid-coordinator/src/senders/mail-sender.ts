import { createTransport } from 'nodemailer';
import { DeliveryFailure } from './delivery-failure.ts';

/** Where mail is handed over, and from whom it comes. */
export interface MailSettings {
  readonly host: string;
  readonly port: number | undefined;
  /** TLS from the start; otherwise STARTTLS where the server offers it. */
  readonly isSecure: boolean;
  readonly user: string | undefined;
  readonly password: string;
  readonly from: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same in every attempt, so that a mailbox can tell repeats. */
  readonly id: string;
}

const TOTAL_MS = 30_000;

/** Hands mail over to an SMTP server. Credentials go over encrypted connections only. */
export class MailSender {
  readonly #transport;
  readonly #from: string;

  constructor({ host, port, isSecure, user, password, from }: MailSettings) {
    this.#from = from;
    this.#transport = createTransport({
      host,
      ...(port === undefined ? {} : { port }),
      secure: isSecure,
      ...(user === undefined ? {} : { auth: { user, pass: password }, requireTLS: !isSecure }),
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      dnsTimeout: 10_000,
      socketTimeout: 15_000,
      maxResponseSize: 64 * 1024,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send({ to, subject, text, id }: Mail, signal: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout(TOTAL_MS);
    const message = {
      from: this.#from,
      to,
      subject,
      text,
      messageId: `<${id}${this.#from.slice(this.#from.lastIndexOf('@'))}>`,
      // RFC 3834: nobody's holiday message answers it.
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.any([signal, limit]),
    };
    try {
      await this.#transport.sendMail(message);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (limit.aborted) throw new DeliveryFailure(`the mail server was not done within ${TOTAL_MS / 1_000} s`);
      throw new DeliveryFailure(`mail: ${(error as Error).message}`);
    }
  }

  close(): void {
    this.#transport.close();
  }
}
