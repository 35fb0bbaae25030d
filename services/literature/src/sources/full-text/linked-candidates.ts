import type { FileVersion } from '@almagest/contracts/literature';
import { parsePreprintId } from '../../domain/papers/preprint-id.ts';
import type { FullTextLink, LinkType } from '../catalog/full-text-links.ts';
import type { Candidate } from './full-text-source.ts';

/** The kinds of links that lead to a PDF, in the order in which they are tried. */
const PDF_LINKS: readonly (readonly [LinkType, string, FileVersion])[] = [
  ['EPRINT_PDF', 'preprint PDF', 'preprint'],
  ['PUB_PDF', 'publisher PDF', 'published'],
  ['AUTHOR_PDF', 'author PDF', 'unknown'],
  ['ADS_PDF', 'scanned PDF', 'published'],
  ['ADS_SCAN', 'scanned PDF', 'published'],
];

/** Returns the targets of catalog links that have not been tried yet. */
export function linkCandidates(links: readonly FullTextLink[], tried: readonly Candidate[]): Candidate[] {
  const seen = new Set(tried.map(({ url }) => placeOf(url)));
  const candidates: Candidate[] = [];
  for (const [wanted, name, version] of PDF_LINKS) {
    for (const link of links.filter(({ type }) => type === wanted)) {
      const url = wanted === 'ADS_SCAN' ? scannedPdf(link.url) : link.url;
      if (!seen.has(placeOf(url))) candidates.push({ type: 'pdf', name, version, url });
      seen.add(placeOf(url));
    }
  }
  return candidates;
}

/** Returns addresses of the link gateway. The gateway needs no key, but it does not say which links exist. */
export function gatewayCandidates(bibcode: string, gatewayUrl: string, tried: readonly Candidate[]): Candidate[] {
  const known = new Set(tried.map(({ name }) => name));
  return PDF_LINKS.filter(([type, name]) => type !== 'ADS_SCAN' && !known.has(name)).map(([type, name, version]) => ({
    type: 'pdf',
    name,
    version,
    url: `${gatewayUrl}/${encodeURIComponent(bibcode)}/${type}`,
  }));
}

/** Normalizes addresses, so that addresses of a preprint with different versions, suffixes or schemes are equal. */
function placeOf(url: string): string {
  return parsePreprintId(url) ?? url;
}

/**
 * Returns the address of the PDF with all scanned pages. The catalog has single pages under `/full/` and the whole file
 * under `/pdf/`.
 */
function scannedPdf(url: string): string {
  return url.replace(/^(https?:\/\/[^/]+)\/full\//, '$1/pdf/');
}
