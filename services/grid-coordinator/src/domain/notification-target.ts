/** Where notifications of a subscription go. */
export interface NotificationTarget {
  readonly kind: 'webhook' | 'mail';
  readonly address: string;
  /** What of the address may be shown: the user, the path and the query of a webhook's are often secrets. */
  readonly shown: string;
}

/** Plain addresses only (RFC 5321, 4.1.2), without quoted names, which could smuggle in further recipients. */
const MAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/;
/** RFC 5321, 4.5.3.1.3, without the brackets. */
const LONGEST_MAIL = 254;

/** Reads the target that somebody wrote; undefined if it is neither an address of the web nor one of mail. */
export function readTarget(text: string): NotificationTarget | undefined {
  const address = text.trim();
  if (isMailAddress(address)) return { kind: 'mail', address, shown: address };
  if (!/^https?:\/\//i.test(address)) return undefined;
  const url = URL.parse(address);
  if (url === null || url.hash !== '' || !isDecodable(url.username + url.password)) return undefined;
  const rest = url.pathname === '/' && url.search === '' && url.username === '' && url.password === '';
  return { kind: 'webhook', address: url.href, shown: rest ? url.origin : `${url.origin}/…` };
}

/** Whether its percent-encoding is valid. */
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
