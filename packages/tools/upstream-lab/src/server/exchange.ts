import type { ContentFaultKind, Fault } from '../faults/fault.ts';

/** The outside services. Each has its own port, so that the request rate can be measured by host. */
export const HOST_NAMES = [
  'catalog',
  'preprintApi',
  'preprintWeb',
  'mirror',
  'publisher',
  'names',
  'provider',
  'intranet',
  'zotero',
] as const;
export type HostName = (typeof HOST_NAMES)[number];

export interface Exchange {
  readonly method: string;
  readonly url: URL;
  /** The groups captured by the route's pattern, percent-decoded. */
  readonly captured: readonly string[];
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** A fault that the route itself has to implement. The server applies other faults. */
  readonly fault: Fault | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A list is sent piece by piece, like an event stream. */
  readonly body: string | Uint8Array | readonly string[];
}

export interface Route {
  /** `host.name`. Faults and recorded requests refer to the route by this name. */
  readonly name: string;
  readonly host: HostName;
  readonly methods: readonly string[];
  /** Matched against the whole path before percent-decoding. */
  readonly path: RegExp;
  /** The content faults that this route implements. */
  readonly contentFaults?: readonly ContentFaultKind[];
  readonly answer: (exchange: Exchange) => Reply | Promise<Reply>;
}

export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  const body = JSON.stringify(value);
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

export function html(body: string, status = 200): Reply {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

export function plain(body: string, status = 200): Reply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

export function redirect(location: string, status = 302): Reply {
  return { status, headers: { location, 'content-type': 'text/html; charset=utf-8' }, body: '' };
}

export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
