import { json, type Reply } from '../server/exchange.ts';
import type { LabWorld } from '../world.ts';
import { type FullTextLink, fullTextLinks, SOURCE_KINDS } from './full-text-links.ts';

/** Answers `GET /resolver/<bibcode>/<type>`, where `type` is `esource` or one of its kinds. */
export function answerResolver(bibcode: string, type: string, world: LabWorld): Reply {
  const wanted = type.toUpperCase();
  if (wanted !== 'ESOURCE' && !SOURCE_KINDS.some((kind) => kind === wanted)) {
    return json({ error: `unrecognizable link type: \`${type}\`` }, 400);
  }
  const entry = world.library.byIdentifier(bibcode);
  const links = entry === undefined ? [] : fullTextLinks(entry, world);
  const matching = wanted === 'ESOURCE' ? links : links.filter(({ kind }) => kind === wanted);
  const [first, ...more] = matching;
  if (first === undefined) return json({ error: 'did not find any records' }, 404);
  return more.length === 0 ? json(redirection(first)) : json(display(bibcode, matching));
}

function redirection({ kind, url }: FullTextLink): object {
  return { action: 'redirect', link: url, link_type: `ESOURCE|${kind}`, service: url };
}

function display(bibcode: string, links: readonly FullTextLink[]): object {
  const records = links.map(({ kind, url }) => ({ url, title: url, link_type: `ESOURCE|${kind}` }));
  return { action: 'display', links: { count: records.length, link_type: 'ESOURCE', bibcode, records }, service: '' };
}

/** Answers `GET /resolver/<bibcode>` with all types of links. */
export function answerAllLinks(bibcode: string, world: LabWorld): Reply {
  const entry = world.library.byIdentifier(bibcode);
  if (entry === undefined) return json({ error: 'did not find any records' }, 404);
  const count = (type: string, number: number) => ({
    type,
    url: `/${encodeURIComponent(bibcode)}/${type}`,
    title: `${type} (${number})`,
    count: number,
  });
  const records = [
    count('ESOURCE', fullTextLinks(entry, world).length),
    count('REFERENCES', entry.references.length),
    count('CITATIONS', entry.citations.length),
  ].filter((record) => record.count > 0);
  return json({ action: 'display', links: { count: records.length, link_type: 'all', bibcode, records }, service: '' });
}
