/** Where a journal printed a paper. `journal` is the catalog's abbreviation, such as MNRAS. */
export interface PrintedPlace {
  readonly journal: string;
  readonly volume: string;
  readonly page: string;
}

/**
 * The DOI that the address of a publisher's page stands for without containing it. Each rule is the publisher's own way
 * of making both: Nature's articles, Astronomy & Astrophysics since 2010 (before, a colon or a slash may stand in the
 * DOI), and the records of Zenodo.
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

/** Journals whose publisher puts volume, issue and page into its addresses, by what stands for them there. */
const JOURNALS: ReadonlyMap<string, string> = new Map([
  ['mnras', 'MNRAS'],
  ['mnrasl', 'MNRAS'],
  ['pasj', 'PASJ'],
  ['rasti', 'RASTI'],
  ['gji', 'GeoJI'],
  ['ptep', 'PTEP'],
]);

/** The printed place in an address of Oxford University Press: `academic.oup.com/mnras/article/477/1/541/4937810`. */
export function placeOfAddress(text: string): PrintedPlace | undefined {
  const url = URL.parse(/^academic\.oup\.com\//i.test(text) ? `https://${text}` : text);
  if (url?.hostname !== 'academic.oup.com') return undefined;
  const [, at = '', volume = '', page = ''] =
    /^\/(\w{1,10})\/article(?:-abstract|-pdf)?\/(\d{1,4})\/[\w-]{1,12}\/(\w{1,8})(?:\/|$)/.exec(url.pathname) ?? [];
  const journal = JOURNALS.get(at.toLowerCase());
  return journal === undefined ? undefined : { journal, volume, page: page.toUpperCase() };
}

/** The catalog's query for what was printed there. */
export function queryOfPlace({ journal, volume, page }: PrintedPlace): string {
  return `bibstem:${journal} volume:${volume} page:${page}`;
}

/**
 * The one record whose bibcode says that it was printed there, of what a source has found. Where there are several, the
 * address does not say which is meant.
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
