import { isIP } from 'node:net';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Request } from 'express';

/**
 * Refuses requests of web pages other than the service's own. A foreign host name that resolves to this machine makes a
 * page same-origin (DNS rebinding), so the Host header is not enough. Programs send no Origin.
 */
export function requireOwnOrigin({ headers: { origin, host = '' } }: Request, publicUrl: string | undefined): void {
  if (origin === undefined) return;
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return;
  if (isLocal(host) && (origin === `http://${host}` || origin === `https://${host}`)) return;
  throw new Refusal('forbidden', 'the Origin header is not the address of this service. See PUBLIC_URL');
}

function isLocal(host: string): boolean {
  const name = host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
  return isIP(name) !== 0 || name.toLowerCase() === 'localhost';
}
