import type { Entry } from '../content/library.ts';
import type { LabWorld } from '../world.ts';
import { sourcesOf } from './record.ts';

export const SOURCE_KINDS = [
  'PUB_PDF',
  'EPRINT_PDF',
  'AUTHOR_PDF',
  'ADS_PDF',
  'PUB_HTML',
  'EPRINT_HTML',
  'AUTHOR_HTML',
  'ADS_SCAN',
] as const;

export interface FullTextLink {
  readonly kind: string;
  readonly url: string;
}

export function fullTextLinks(entry: Entry, world: LabWorld): FullTextLink[] {
  return sourcesOf(entry.paper).map((kind) => ({ kind, url: urlOf(kind, entry, world) }));
}

function urlOf(kind: string, { paper, bibcode, dois }: Entry, world: LabWorld): string {
  const publisher = world.origin(world.settings.publisherAt);
  const doi = dois[0] ?? bibcode;
  switch (kind) {
    case 'EPRINT_PDF':
      return `${world.origin('preprintWeb')}/pdf/${paper.preprint?.id ?? ''}`;
    case 'EPRINT_HTML':
      return `${world.origin('preprintWeb')}/abs/${paper.preprint?.id ?? ''}`;
    case 'PUB_PDF':
      return `${publisher}/article-pdf/${doi}`;
    case 'PUB_HTML':
      return `${publisher}/doi/${encodeURIComponent(doi)}`;
    default:
      return `${publisher}/scan/${encodeURIComponent(bibcode)}`;
  }
}
