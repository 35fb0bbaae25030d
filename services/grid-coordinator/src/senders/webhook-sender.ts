import { HttpClient, HttpError, retryAfterMs } from '@almagest/http-client';
import { signedHeaders } from '../security/webhook-signature.ts';
import { DeliveryError } from '@almagest/service-kit/delivery-error';

/** Limits of the whole exchange. The Standard Webhooks specification recommends 15 to 30 s. */
const TIMEOUTS = { connectMs: 5_000, headersMs: 15_000, idleMs: 15_000, totalMs: 15_000 };

export interface Webhook {
  readonly address: string;
  readonly secret: string;
  readonly id: string;
  readonly body: string;
}

/**
 * Sends webhooks. A receiver accepts a webhook with any status from 200 to 299. Does not follow redirects or read the
 * content of the answer.
 */
export class WebhookSender {
  readonly #client = new HttpClient({ timeouts: TIMEOUTS, headers: { 'user-agent': 'almagest-grid-coordinator' } });

  async send({ address, secret, id, body }: Webhook, signal: AbortSignal): Promise<void> {
    const url = new URL(address);
    const authorization = basicAuthorization(url);
    // The HTTP client does not send credentials from a URL, so they become a header.
    url.username = '';
    url.password = '';
    const timestampSec = Math.floor(Date.now() / 1_000);
    const headers = { 'content-type': 'application/json', ...signedHeaders(secret, { id, timestampSec, body }) };
    const request = { url: url.href, method: 'POST', body, headers: { ...headers, ...authorization }, signal } as const;
    const { status, wait } = await this.#client
      .exchange(request, ({ status, headers: { 'retry-after': asked } }) =>
        Promise.resolve({ status, wait: retryAfterMs(asked, Date.now()) }),
      )
      .catch((error: unknown) => {
        throw error instanceof HttpError ? new DeliveryError(error.message) : error;
      });
    if (status >= 200 && status < 300) return;
    throw new DeliveryError(`${url.host} answered ${status}${hintOf(status)}`, {
      retryAfterSec: (wait ?? 0) / 1_000,
      isGone: status === 410,
    });
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

function basicAuthorization({ username, password }: URL): { authorization?: string } {
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function hintOf(status: number): string {
  if (status === 410) return ': the receiver wants no more notifications';
  return status >= 300 && status < 400 ? '. Redirects are not followed. Use the final address in the subscription' : '';
}
