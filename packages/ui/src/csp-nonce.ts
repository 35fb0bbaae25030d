/**
 * The nonce with which the page's policy allows a style element. The server makes a new one for each page, for libraries
 * that write their own styles.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
