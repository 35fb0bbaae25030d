import { SourceError } from '../source.ts';
import { field, NothingFoundError, type CatalogApi } from './api.ts';

/** A link from the catalog to a paper's full text, with the kind of the link. */
export interface FullTextLink {
  readonly type: LinkType;
  readonly url: string;
}

const LINK_TYPES = [
  'EPRINT_PDF',
  'PUB_PDF',
  'AUTHOR_PDF',
  'ADS_PDF',
  'ADS_SCAN',
  'EPRINT_HTML',
  'PUB_HTML',
  'AUTHOR_HTML',
] as const;
export type LinkType = (typeof LINK_TYPES)[number];

/**
 * Queries the link resolver. The resolver answers with a redirect for one link and with a list for several links. It
 * answers 'not found' if there are no links.
 */
export async function fullTextLinks(
  api: CatalogApi,
  bibcode: string,
  signal: AbortSignal | undefined,
): Promise<FullTextLink[]> {
  let answer: unknown;
  try {
    answer = await api.get(`/resolver/${encodeURIComponent(bibcode)}/esource`, {}, signal);
  } catch (error) {
    if (error instanceof NothingFoundError) return [];
    throw error;
  }
  const records = field(field(answer, 'links'), 'records');
  if (Array.isArray(records))
    return records.flatMap((record) => linkOf(field(record, 'link_type'), field(record, 'url')));
  const link = field(answer, 'link');
  if (typeof link === 'string') return linkOf(field(answer, 'link_type'), link);
  throw new SourceError('catalog', 'malformed_answer', 'the catalog returned no links');
}

/**
 * Reads a link of a type such as `ESOURCE|PUB_PDF`, with an address. Ignores other types of links, such as links to
 * data or associated papers.
 */
function linkOf(linkType: unknown, url: unknown): FullTextLink[] {
  const name = typeof linkType === 'string' ? linkType.split('|').at(-1) : undefined;
  const type = LINK_TYPES.find((known) => known === name);
  const isAddress = typeof url === 'string' && /^https?:\/\//i.test(url);
  return type !== undefined && isAddress ? [{ type, url }] : [];
}
