import { Refusal } from '@almagest/service-kit/refusal';
import { isIP } from 'node:net';

/**
 * Where passkeys work. Browsers bind a passkey to a host name, and report the origin of the page that uses the passkey.
 */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Returns where passkeys work if browsers use this address. Passkeys need a host name, so a loopback address stands for
 * `localhost` at the same port. The headers of a request don't count: another program on this machine could send any
 * headers.
 *
 * @throws {Refusal} for other IP addresses
 */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const url = new URL(publicUrl);
  if (LOOPBACK.test(url.hostname)) url.hostname = 'localhost';
  if (isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0)
    throw new Refusal('conflict', 'passkeys need a host name, but PUBLIC_URL has an IP address. Set it to a host name');
  return { id: url.hostname, origin: url.origin };
}
