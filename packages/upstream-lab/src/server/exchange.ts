import type { ContentFaultKind, Fault } from '../faults/fault.ts';

/** The outside services, each on a port of its own, so that the rate of requests by host can be seen. */
export const HOST_NAMES = [
  'catalog',
  'preprintApi',
  'preprintWeb',
  'mirror',
  'publisher',
  'names',
  'provider',
  'intranet',
] as const;
export type HostName = (typeof HOST_NAMES)[number];

/** A request as a route sees it. */
export interface Exchange {
  readonly method: string;
  readonly url: URL;
  /** What the route's pattern captured, percent-decoded. */
  readonly captured: readonly string[];
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** A fault that asks the route itself for a wrong answer; the others never reach it. */
  readonly fault: Fault | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A list is written piece by piece, as an event stream is. */
  readonly body: string | Uint8Array | readonly string[];
}

export interface Route {
  /** `host.what`, the name that faults and the record of requests use. */
  readonly name: string;
  readonly host: HostName;
  readonly methods: readonly string[];
  /** Matched against the whole path, before percent-decoding. */
  readonly path: RegExp;
  /** The wrong answers that this route knows to give. */
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
