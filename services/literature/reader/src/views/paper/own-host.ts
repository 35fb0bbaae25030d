/** Returns whether a link leads to the host of the page. Fragments (`#S2`) do not. */
export function leadsToHost(href: string, page: Pick<Location, 'href' | 'hostname'>): boolean {
  return !href.startsWith('#') && URL.parse(href, page.href)?.hostname === page.hostname;
}
