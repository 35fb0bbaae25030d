import { HttpClient, type HttpTimeouts } from '@almagest/http-client';
import { guardedConnector } from './outbound/connector.ts';

export interface OutboundOptions {
  /** Addresses whose origins (scheme, host, port) may lie in private networks, because the operator named them. */
  readonly trusted: readonly string[];
  readonly userAgent: string;
  readonly timeouts: HttpTimeouts;
  /** Called after each exchange with whether the host served it. */
  readonly onExchange?: (url: string, served: boolean) => void;
}

/** Connections to one host; more wait. The rate limit is enforced elsewhere. */
const CONNECTIONS = 8;

/** A client for addresses that others name: it connects to no private network except the configured addresses. */
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
