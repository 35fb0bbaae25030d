/** Plain addresses only (RFC 5321, 4.1.2). Quoted names could smuggle in further recipients. */
const MAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/;
/** RFC 5321, 4.5.3.1.3, without the brackets. */
const LONGEST_MAIL = 254;

export function isMailAddress(text: string): boolean {
  return text.length <= LONGEST_MAIL && MAIL.test(text);
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
