/** The journal page on which a paper begins. `journal` is the catalog's abbreviation, such as MNRAS. */
export interface PrintedPlace {
  readonly journal: string;
  readonly volume: string;
  readonly page: string;
}

/**
 * Returns the DOI that a publisher's address implies without containing it. Each rule follows the scheme of the
 * publisher. Covers articles of Nature, articles of Astronomy & Astrophysics since 2010, and records of Zenodo. Earlier
 * DOIs of Astronomy & Astrophysics may contain a colon or a slash.
 */
export function doiOfAddress({ hostname, pathname }: URL): string | undefined {
  if (/(?:^|\.)nature\.com$/.test(hostname)) {
    const article = /^\/articles\/([\w.-]{4,40}?)(?:\.pdf)?\/?$/.exec(pathname);
    return article === null ? undefined : `10.1038/${article[1]}`;
  }
  if (/(?:^|\.)aanda\.org$/.test(hostname)) {
    const article = /^\/articles\/aa\/\w{1,20}\/20[1-9]\d\/\d{2}\/aa(\d{5})-(\d{2})(?:[./]|$)/.exec(pathname);
    return article === null ? undefined : `10.1051/0004-6361/20${article[2]}${article[1]}`;
  }
  if (/(?:^|\.)zenodo\.org$/.test(hostname)) {
    const record = /^\/records?\/(\d{1,12})(?:\/|$)/.exec(pathname);
    return record === null ? undefined : `10.5281/zenodo.${record[1]}`;
  }
  return undefined;
}

/** Journals whose addresses contain volume, issue and page, by the journal's name in the address. */
const JOURNALS: ReadonlyMap<string, string> = new Map([
  ['mnras', 'MNRAS'],
  ['mnrasl', 'MNRAS'],
  ['pasj', 'PASJ'],
  ['rasti', 'RASTI'],
  ['gji', 'GeoJI'],
  ['ptep', 'PTEP'],
]);

/**
 * Returns the journal page in an address of Oxford University Press:
 * `academic.oup.com/mnras/article/477/1/541/4937810`.
 */
export function placeOfAddress(text: string): PrintedPlace | undefined {
  const url = URL.parse(/^academic\.oup\.com\//i.test(text) ? `https://${text}` : text);
  if (url?.hostname !== 'academic.oup.com') return undefined;
  const [, at = '', volume = '', page = ''] =
    /^\/(\w{1,10})\/article(?:-abstract|-pdf)?\/(\d{1,4})\/[\w-]{1,12}\/(\w{1,8})(?:\/|$)/.exec(url.pathname) ?? [];
  const journal = JOURNALS.get(at.toLowerCase());
  return journal === undefined ? undefined : { journal, volume, page: page.toUpperCase() };
}

/** Returns the catalog's query for a journal page. */
export function queryOfPlace({ journal, volume, page }: PrintedPlace): string {
  return `bibstem:${journal} volume:${volume} page:${page}`;
}

/**
 * Returns the record whose bibcode has this journal page. Returns undefined if several records match, because the
 * address does not say which one is meant.
 */
export function recordAt<T extends { readonly bibcode: string }>(
  records: readonly T[],
  place: PrintedPlace,
): T | undefined {
  const [one, another] = records.filter(({ bibcode }) => isPrintedAt(bibcode, place));
  return another === undefined ? one : undefined;
}

function isPrintedAt(bibcode: string, { journal, volume, page }: PrintedPlace): boolean {
  const part = (from: number, to: number) => bibcode.slice(from, to).replaceAll('.', '');
  return part(4, 9) === journal && part(9, 13) === volume && part(13, 18) === page;
}
