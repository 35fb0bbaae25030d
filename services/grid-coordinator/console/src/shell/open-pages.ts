/** Returns whether a page needs no session: the sign-in page and the page of invitation and reset links. */
export function isOpen(pathname: string): boolean {
  return pathname === '/login' || pathname === '/link';
}
