/**
 * Returns the nonce for style elements under the page's content security policy. The server creates a nonce for each
 * page, for libraries that add their own styles.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
