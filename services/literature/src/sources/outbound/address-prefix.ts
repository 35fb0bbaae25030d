/**
 * Matches a segment that begins with two dots, in any encoding. Some servers decode `%2f` before they resolve `..`,
 * decode twice, or ignore the text after a semicolon.
 */
const PARENT_FOLDER = /(?:\/|%(?:25)*(?:2f|5c))(?:\.|%(?:25)*2e){2}/i;

/**
 * Returns whether an address has the same origin as the configured address, and a path that equals or extends the
 * configured path.
 */
export function isBelow(url: URL, configured: URL): boolean {
  if (url.origin !== configured.origin || PARENT_FOLDER.test(url.pathname)) return false;
  const prefix = configured.pathname.replace(/(?<!\/)\/+$/, '');
  return url.pathname === prefix || url.pathname.startsWith(`${prefix}/`);
}
