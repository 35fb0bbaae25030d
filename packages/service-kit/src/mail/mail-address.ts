import { LONGEST_MAIL_ADDRESS, MAIL_ADDRESS } from '@almagest/contracts';

const PATTERN = new RegExp(MAIL_ADDRESS);

export function isMailAddress(text: string): boolean {
  return text.length <= LONGEST_MAIL_ADDRESS && PATTERN.test(text);
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
