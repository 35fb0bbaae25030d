/** Returns whether a link leads to the host of the page. Places in the page itself (`#S2`) do not. */
export function leadsToHost(href: string, page: Pick<Location, 'href' | 'hostname'>): boolean {
  return !href.startsWith('#') && URL.parse(href, page.href)?.hostname === page.hostname;
}
