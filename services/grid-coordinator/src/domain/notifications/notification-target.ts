import { isDecodable, isMailAddress } from '@almagest/service-kit/mail-address';

export interface NotificationTarget {
  readonly kind: 'webhook' | 'mail';
  readonly address: string;
  /** The part of the target that may be shown. The user, path and query of a webhook's address are often secret. */
  readonly shown: string;
}

/** Parses a target. Returns undefined if the text is neither a web address nor a mail address. */
export function readTarget(text: string): NotificationTarget | undefined {
  const address = text.trim();
  if (isMailAddress(address)) return { kind: 'mail', address, shown: address };
  if (!/^https?:\/\//i.test(address)) return undefined;
  const url = URL.parse(address);
  if (url === null || url.hash !== '' || !isDecodable(url.username + url.password)) return undefined;
  const rest = url.pathname === '/' && url.search === '' && url.username === '' && url.password === '';
  return { kind: 'webhook', address: url.href, shown: rest ? url.origin : `${url.origin}/…` };
}
