import type { FullTextType } from '@almagest/contracts/literature';
import { parsePreprintId } from '../../domain/preprint-id.ts';
import type { FullTextLink, LinkType } from '../catalog/full-text-links.ts';

/** An address where a paper's full text may be. */
export interface Candidate {
  readonly type: FullTextType;
  /** Its name in diagnoses. */
  readonly name: string;
  readonly url: string;
}

/** The addresses of the preprint server and its mirror, without a trailing slash. */
export interface PreprintPlaces {
  readonly webUrl: string;
  readonly mirrorUrl: string;
}

/** The official HTML comes first: the mirror is a month behind and has no versions. */
export function preprintCandidates(id: string, type: FullTextType, { webUrl, mirrorUrl }: PreprintPlaces): Candidate[] {
  if (id === '') return [];
  if (type === 'pdf') return [{ type, name: 'preprint PDF', url: `${webUrl}/pdf/${id}` }];
  return [
    { type, name: 'official HTML', url: `${webUrl}/html/${id}` },
    { type, name: 'HTML mirror', url: `${mirrorUrl}/html/${id}` },
  ];
}

/** The kinds of links that lead to a PDF, in the order in which they are tried. */
const PDF_LINKS: readonly (readonly [LinkType, string])[] = [
  ['EPRINT_PDF', 'preprint PDF'],
  ['PUB_PDF', 'publisher PDF'],
  ['AUTHOR_PDF', 'author PDF'],
  ['ADS_PDF', 'scanned PDF'],
  ['ADS_SCAN', 'scanned PDF'],
];

/** The targets of the catalog's links, without addresses that were tried already. */
export function linkCandidates(links: readonly FullTextLink[], tried: readonly Candidate[]): Candidate[] {
  const seen = new Set(tried.map(({ url }) => placeOf(url)));
  const candidates: Candidate[] = [];
  for (const [wanted, name] of PDF_LINKS) {
    for (const link of links.filter(({ type }) => type === wanted)) {
      const url = wanted === 'ADS_SCAN' ? scannedPdf(link.url) : link.url;
      if (!seen.has(placeOf(url))) candidates.push({ type: 'pdf', name, url });
      seen.add(placeOf(url));
    }
  }
  return candidates;
}

/** The catalog's link gateway needs no key, but does not say beforehand which links exist. */
export function gatewayCandidates(bibcode: string, gatewayUrl: string, tried: readonly Candidate[]): Candidate[] {
  const hasPreprint = tried.length > 0;
  return PDF_LINKS.filter(([type]) => type !== 'ADS_SCAN' && !(hasPreprint && type === 'EPRINT_PDF')).map(
    ([type, name]) => ({ type: 'pdf', name, url: `${gatewayUrl}/${encodeURIComponent(bibcode)}/${type}` }),
  );
}

/** One preprint has many addresses: with version, suffix, by either scheme. */
function placeOf(url: string): string {
  return parsePreprintId(url) ?? url;
}

/** The catalog shows scanned pages one by one under `/full/`, and all of them as a file under `/pdf/`. */
function scannedPdf(url: string): string {
  return url.replace(/^(https?:\/\/[^/]+)\/full\//, '$1/pdf/');
}
