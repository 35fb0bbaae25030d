import { UsageError } from '../errors.ts';

/**
 * Normalises the coordinator's address, which is the key of stored sessions. Keeps a path prefix, as used with a proxy.
 */
export function coordinatorUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError(`--url ${text} is not an http(s) address. Give one such as http://127.0.0.1:8090`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('--url must not contain a user or password. Use gridctl login or --token-file');
  }
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '');
}

/** Fills parameters into an operation's path. `{name}` is one segment, `{name...}` may contain slashes. */
export function pathOf(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)(\.\.\.)?\}/g, (_match, key: string, spans: string | undefined) => {
    const segments = spans ? (params[key] ?? '').split('/') : [params[key] ?? ''];
    return segments.map(encodeSegment).join('/');
  });
}

function encodeSegment(segment: string): string {
  // URL parsers resolve `.` and `..` even when escaped, so the request would reach another operation.
  if (segment === '' || segment === '.' || segment === '..') throw new UsageError(`'${segment}' is not a valid name`);
  return encodeURIComponent(segment);
}

/** Returns `?a=1&b=2` for the values that are set, or an empty string. */
export function queryOf(query: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const entries = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)] as [string, string]],
  );
  return entries.length > 0 ? `?${new URLSearchParams(entries).toString()}` : '';
}
