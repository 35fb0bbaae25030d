/** The target of a subscription's notifications. */
export interface NotificationTarget {
  readonly kind: 'webhook' | 'mail';
  readonly address: string;
  /** The part that may be shown. User, path and query of a webhook's address are often secrets. */
  readonly shown: string;
}

/** Plain addresses only (RFC 5321, 4.1.2). Quoted names could smuggle in further recipients. */
const MAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/;
/** RFC 5321, 4.5.3.1.3, without the brackets. */
const LONGEST_MAIL = 254;

/** Parses a target. Returns undefined if it is neither a web address nor a mail address. */
export function readTarget(text: string): NotificationTarget | undefined {
  const address = text.trim();
  if (isMailAddress(address)) return { kind: 'mail', address, shown: address };
  if (!/^https?:\/\//i.test(address)) return undefined;
  const url = URL.parse(address);
  if (url === null || url.hash !== '' || !isDecodable(url.username + url.password)) return undefined;
  const rest = url.pathname === '/' && url.search === '' && url.username === '' && url.password === '';
  return { kind: 'webhook', address: url.href, shown: rest ? url.origin : `${url.origin}/…` };
}

/** Returns whether the percent-encoding of a text is valid. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export function isMailAddress(text: string): boolean {
  return text.length <= LONGEST_MAIL && MAIL.test(text);
}
