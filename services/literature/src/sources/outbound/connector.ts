import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector, HttpError } from '@almagest/http-client';
import { isPublicAddress } from './public-address.ts';

/**
 * Returns a connector that connects only to public networks. The connector checks addresses just before their use, so
 * DNS rebinding does not help an attacker.
 */
export function guardedConnector(timeoutMs: number): buildConnector.connector {
  const guarded = buildConnector({ timeout: timeoutMs, allowH2: false, lookup: publicLookup });
  return (options, callback) => {
    const { hostname } = options;
    if (isIP(bare(hostname)) !== 0 && !isPublicAddress(bare(hostname))) callback(refusal(hostname), null);
    else guarded(options, callback);
  };
}

const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1');

/** Resolves a name to its public addresses. Refuses a name without a public address. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  const all: LookupOptions & { all: true } = { ...options, all: true };
  resolve(hostname, all, (error, addresses: LookupAddress[]) => {
    if (error !== null) return callback(error, '');
    const allowed = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (first === undefined) return callback(refusal(hostname), '');
    if (options.all === true) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
};

function refusal(hostname: string): HttpError {
  return new HttpError(
    'refused_address',
    `${hostname} is in a private network and this address is not configured, so the service does not connect to it`,
  );
}
