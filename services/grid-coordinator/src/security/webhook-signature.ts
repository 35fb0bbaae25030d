import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Returns a key for signatures in the form of the Standard Webhooks specification. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/**
 * Returns the headers of a webhook (Standard Webhooks 1.0.0): HMAC-SHA256 of id, time and body. `timestampSec`: Unix
 * time of the attempt in seconds.
 */
export function signedHeaders(
  secret: string,
  { id, timestampSec, body }: { readonly id: string; readonly timestampSec: number; readonly body: string },
): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestampSec}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestampSec), 'webhook-signature': `v1,${signature}` };
}
