import type { FullTextType } from '@almagest/contracts/literature';
import type { PageMarker } from '@almagest/latexml-markdown';
import type { Candidate, FullTextSource, WantedPaper } from './full-text-source.ts';
import { PREPRINT_MIRROR } from './preprint-mirror.ts';
import { PREPRINT_SITE } from './preprint-site.ts';

/** All sources, in the order in which they are tried. The catalog's links are tried after these sources. */
export const FULL_TEXT_SOURCES = [PREPRINT_SITE, PREPRINT_MIRROR] as const;

type Source = (typeof FULL_TEXT_SOURCES)[number];

/** The labels of the sources in the metric `upstream_requests_total`. */
export type FullTextSourceName = Source['name'];

/** Base addresses, by the name of the source. */
export type FullTextUrls = Readonly<Record<FullTextSourceName, string>>;

/** Settings, by the name of the source. */
export const FULL_TEXT_SETTINGS = Object.fromEntries(
  FULL_TEXT_SOURCES.map(({ name, setting }) => [name, setting]),
) as Readonly<{ [S in Source as S['name']]: S['setting'] }>;

/** Patterns that recognise pages of these sites that are not papers. */
export const PAGE_MARKERS: readonly PageMarker[] = FULL_TEXT_SOURCES.flatMap(
  ({ markers }: FullTextSource) => markers ?? [],
);

/**
 * Returns the addresses at which the sources may have the paper in this format, best first. Skips sources without a
 * base address.
 */
export function candidatesOf(paper: WantedPaper, type: FullTextType, urls: Partial<FullTextUrls>): Candidate[] {
  return FULL_TEXT_SOURCES.flatMap((source) => {
    const baseUrl = urls[source.name];
    return baseUrl === undefined ? [] : source.candidates(paper, type, baseUrl);
  });
}
