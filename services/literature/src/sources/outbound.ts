import { HttpClient, type HttpTimeouts } from '@almagest/http-client';
import { isBelow } from './outbound/address-prefix.ts';
import { guardedConnector } from './outbound/connector.ts';

export interface OutboundOptions {
  /** The configured addresses of this caller. These addresses and the paths below them may be in private networks. */
  readonly trusted: readonly string[];
  readonly userAgent: string;
  readonly timeouts: HttpTimeouts;
  /** Called after each exchange. `served` says whether the host answered. */
  readonly onExchange?: (url: string, served: boolean) => void;
}

/** Maximum number of connections to one host. Further requests wait. `RateLimitedClient` enforces the rate limit. */
const CONNECTIONS = 8;

/**
 * Opens a client for one caller. The client connects only to public networks and to the addresses configured for this
 * caller. The client checks every redirect in the same way.
 */
export function openOutbound({ trusted, userAgent, timeouts, ...options }: OutboundOptions): HttpClient {
  const configured = trusted.map((address) => new URL(address));
  return new HttpClient({
    ...options,
    timeouts,
    connect: guardedConnector(timeouts.connectMs),
    isExempt: (url) => configured.some((address) => isBelow(url, address)),
    connections: CONNECTIONS,
    headers: { 'user-agent': userAgent },
    followsRedirects: true,
  });
}
