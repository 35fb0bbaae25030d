import { doiOfAddress } from './publisher-address.ts';

/**
 * Matches hosts that people paste without a scheme. Other texts without a scheme may be names, such as
 * `math.GT/0309136`.
 */
const KNOWN_HOST =
  /^(?:(?:dx\.|www\.)?doi\.org|(?:www\.|export\.)?arxiv\.org|ar5iv(?:\.labs\.arxiv)?\.org|(?:ui\.|www\.)?adsabs\.harvard\.edu)\//i;

/** Matches the suffix of a DOI in publishers' addresses. */
const PAGE_OF_DOI =
  /(?:\/(?:abstract|full|fulltext|meta|pdf|epdf|html|references|citations|figures)|\.(?:pdf|full|short))$/i;

/** Matches a DOI in Oxford's addresses, which append a number to the two parts of the DOI. */
const DOI_OF_OXFORD = /^(10\.1093\/[^/]+\/[^/]+)\/\d+$/;

/** The kinds of pages on the preprint server and its mirrors. */
const PREPRINT_PAGES = new Set(['abs', 'pdf', 'html', 'ps', 'e-print', 'format', 'src']);

/**
 * Reads a paper's name from a web address. Reads addresses of DOI resolvers, the catalog and the preprint server on any
 * host. Also reads publishers' addresses that contain or imply the DOI. Returns undefined if the text is not an address
 * or names no paper.
 */
export function readAddress<T>(text: string, readName: (name: string) => T | undefined): T | undefined {
  const url = KNOWN_HOST.test(text)
    ? URL.parse(`https://${text}`)
    : /^https?:\/\//i.test(text)
      ? URL.parse(text)
      : null;
  if (url === null) return undefined;
  // Old addresses of the catalog have the path after a `#`, or the names in the query.
  const paths = [url.pathname, url.hash.slice(1)];
  const names = [
    ...paths.flatMap(namesInPath),
    ...['bibcode', 'doi', 'id'].flatMap((key) => url.searchParams.getAll(key)),
    ...namesInSearch(`${url.search} ${paths.map(decoded).join(' ')}`),
    // The query of the catalog's oldest addresses is only a code.
    ...[...url.searchParams].filter(([, value]) => value === '').map(([key]) => key),
    ...[doiOfAddress(url) ?? []].flat(),
  ];
  for (const name of names) {
    const found = readName(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the names in the address of a catalog search, such as `q=bibcode:…` or `q=doi:"…"`. */
function namesInSearch(search: string): string[] {
  const found = decoded(search).matchAll(/\bq=(?:bibcode|identifier|doi|arxiv):"?([^"\s]+)/g);
  return [...found].flatMap(([, name = '']) => [name, name.replace(/&.*/s, '')]);
}

/** Returns the parts of a path that may be names, most likely first. */
function namesInPath(path: string): string[] {
  const segments = decoded(path)
    .split('/')
    .filter((segment) => segment !== '');
  const page = segments.findIndex((segment) => PREPRINT_PAGES.has(segment.toLowerCase()));
  const [one = '', two = ''] = page < 0 ? [] : segments.slice(page + 1);
  const doi = segments.findIndex((segment) => /^10\.\d{4,9}(?:\D|$)/.test(segment));
  return [
    ...(doi < 0 ? [] : [segments.slice(doi).join('/').replace(PAGE_OF_DOI, '').replace(DOI_OF_OXFORD, '$1')]),
    // In an old preprint identifier, the archive is a separate segment of the path.
    ...(two === '' ? [] : [`${one}/${two}`]),
    ...(one === '' ? [] : [one]),
    ...segments,
  ];
}

/** Decodes percent-encoding. Leaves texts with invalid encoding unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
