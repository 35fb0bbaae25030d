import type { AnyNode } from 'domhandler';
import { descendants, firstDescendant } from './dom.ts';

/** Allowed schemes of links. Other schemes run code, embed data or have no meaning outside the page. */
const SAFE_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'ftp:']);

export type LinkTarget =
  | { readonly kind: 'inside'; readonly id: string }
  | { readonly kind: 'dangling'; readonly id: string }
  | { readonly kind: 'outside'; readonly address: string }
  | { readonly kind: 'unsafe' };

/**
 * Matches an address without its scheme, as authors write it. HTML would resolve such an address relative to the page.
 */
const HOST_NAME = /^(?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|int|io|[a-z]{2})(?:\/|$)/i;

/** Base for pages without a known address. Addresses that begin with this base were relative. */
const NOWHERE = 'http://page.invalid/';

const withoutFragment = (url: URL): string => `${url.host}${url.pathname}`.replace(/\/$/, '');

function parse(address: string, base: string): URL | undefined {
  return URL.parse(address, base) ?? undefined;
}

/** Resolves the links and image sources of the page. Also records the page's ids and the ids that links point to. */
export class PageAddress {
  readonly #base: string;
  readonly #page: string;
  /** Base and address of the page, in a normalised form for comparison. */
  readonly #own: readonly string[];
  readonly #ids = new Set<string>();
  readonly #targets = new Set<string>();
  /**
   * A cache of link targets. A paper cites the same work many times. Each link is resolved twice: when it is counted
   * and when it is read.
   */
  readonly #known = new Map<string, LinkTarget>();

  /** @param address the page's address after redirects. Its `<base href>` is resolved against this address */
  constructor(root: AnyNode, address?: string) {
    this.#page = address ?? NOWHERE;
    const base = firstDescendant(root, (element) => element.name === 'base' && 'href' in element.attribs);
    this.#base = parse(base?.attribs['href'] ?? '', this.#page)?.href ?? this.#page;
    this.#own = [this.#base, this.#page].map((known) => withoutFragment(new URL(known)));
    const links: string[] = [];
    for (const element of descendants(root)) {
      if (element.attribs['id'] !== undefined) this.#ids.add(element.attribs['id']);
      if (element.name === 'a' && element.attribs['href'] !== undefined) links.push(element.attribs['href']);
    }
    for (const href of links) {
      const target = this.linkTarget(href);
      if (target.kind === 'inside') this.#targets.add(target.id);
    }
  }

  /** Returns whether a link of the page points to this id. */
  isTarget(id: string): boolean {
    return this.#targets.has(id);
  }

  linkTarget(href: string): LinkTarget {
    const known = this.#known.get(href) ?? this.#targetOf(href);
    this.#known.set(href, known);
    return known;
  }

  #targetOf(href: string): LinkTarget {
    const trimmed = href.trim();
    if (trimmed.startsWith('#')) return this.#inside(trimmed.slice(1));
    const url = parse(HOST_NAME.test(trimmed) ? `https://${trimmed}` : trimmed, this.#base);
    if (!url || !SAFE_SCHEMES.has(url.protocol)) return { kind: 'unsafe' };
    const id = url.hash.slice(1);
    if (id !== '' && this.#isThisPage(url, id)) return this.#inside(id);
    // The address of the page is unknown, so a relative link cannot be followed.
    if (url.href.startsWith(NOWHERE)) return { kind: 'dangling', id: trimmed };
    return { kind: 'outside', address: url.href };
  }

  #inside(fragment: string): LinkTarget {
    const id = decode(fragment);
    return { kind: this.#ids.has(id) ? 'inside' : 'dangling', id };
  }

  /**
   * Returns whether the address points to this page. The official site writes links within the page as the page's full
   * address with the version. The address of a saved page is not known, so a link counts as internal if the page has
   * the id.
   */
  #isThisPage(url: URL, id: string): boolean {
    const own = this.#own;
    if (own.includes(withoutFragment(url)) || own.some((known) => known.endsWith(url.pathname.replace(/\/$/, '')))) {
      return true;
    }
    return /\/html\/[^#]/.test(url.pathname) && this.#ids.has(decode(id)) && this.#page === NOWHERE;
  }

  /**
   * Returns the address of an image. The address is relative if the address of the page is unknown. Returns undefined
   * if the image cannot be fetched.
   */
  imageAddress(source: string): string | undefined {
    const trimmed = source.trim();
    if (trimmed === '') return undefined;
    if (/^data:image\//i.test(trimmed)) return trimmed;
    const url = parse(trimmed, this.#base);
    if (!url || !/^https?:$/.test(url.protocol)) return undefined;
    return url.href.startsWith(NOWHERE) ? url.href.slice(NOWHERE.length) : url.href;
  }
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
