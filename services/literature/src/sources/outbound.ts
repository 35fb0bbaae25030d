import { HttpClient, type HttpTimeouts } from '@almagest/http-client';
import { guardedConnector } from './outbound/connector.ts';

export interface OutboundOptions {
  /** Origins (scheme, host, port) that may be in private networks, because the operator configured them. */
  readonly trusted: readonly string[];
  readonly userAgent: string;
  readonly timeouts: HttpTimeouts;
  /** Called after each exchange. `served` says whether the host answered. */
  readonly onExchange?: (url: string, served: boolean) => void;
}

/** Maximum connections to one host. Further requests wait. The rate limit is enforced elsewhere. */
const CONNECTIONS = 8;

/** Opens a client for addresses from outside: it connects only to public networks and to the configured addresses. */
export function openOutbound({ trusted, userAgent, timeouts, ...options }: OutboundOptions): HttpClient {
  const origins = new Set(trusted.map((address) => new URL(address).origin));
  return new HttpClient({
    ...options,
    timeouts,
    connect: guardedConnector(origins, timeouts.connectMs),
    connections: CONNECTIONS,
    headers: { 'user-agent': userAgent },
    followsRedirects: true,
  });
}
