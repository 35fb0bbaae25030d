import { withEntities } from './plain-text.ts';
import { isOthers, type Name, type Reference } from './reference.ts';

/**
 * Writes references as CSL-JSON 1.0.2. Fields without a variable in the schema go to `custom`, which the schema leaves
 * to programs. These are tags, notes, files, collections, and identifiers of the catalog and the preprint server.
 */
export function writeCslJson(references: readonly Reference[]): string {
  return `[\n${references.map((reference) => JSON.stringify(itemOf(reference))).join(',\n')}\n]\n`;
}

function itemOf(reference: Reference): Record<string, unknown> {
  const { extra, key, bibcode, doi, keywords, tags } = reference;
  const kept = Object.entries(extra).flatMap(([name, value]) =>
    name.startsWith('csl:') ? [[name.slice('csl:'.length), JSON.parse(value) as unknown] as const] : [],
  );
  const words = [...new Set([...keywords, ...tags])];
  return withoutEmpty({
    ...Object.fromEntries(kept),
    id: key || bibcode || doi || reference.title,
    'citation-key': key,
    type: extra['csl:type'] === undefined ? reference.type : (JSON.parse(extra['csl:type']) as unknown),
    title: withEntities(reference.title),
    author: reference.authors.filter((name) => !isOthers(name)).map(nameOf),
    editor: reference.editors.filter((name) => !isOthers(name)).map(nameOf),
    'container-title': withEntities(reference.container),
    'collection-title': withEntities(reference.series),
    publisher: withEntities(reference.publisher),
    'publisher-place': withEntities(reference.place),
    issued: reference.date === '' ? '' : { 'date-parts': [reference.date.split('-').map(Number)] },
    volume: withEntities(reference.volume),
    issue: withEntities(reference.issue),
    page: withEntities(reference.pages),
    edition: withEntities(reference.edition),
    number: withEntities(reference.number),
    genre: withEntities(reference.genre),
    DOI: doi,
    ISBN: withEntities(reference.isbn),
    ISSN: withEntities(reference.issn),
    URL: reference.url,
    language: withEntities(reference.language),
    abstract: withEntities(reference.abstract),
    note: reference.remark,
    keyword: words.join(words.some((word) => word.includes(',')) ? '; ' : ', '),
    custom: customOf(reference),
  });
}

function customOf(reference: Reference): Record<string, unknown> | string {
  const custom = withoutEmpty({
    bibcode: reference.bibcode,
    preprint_id: reference.preprintId,
    preprint_class: reference.preprintClass,
    keywords: reference.keywords,
    tags: reference.tags,
    notes: reference.notes,
    files: reference.files,
    collections: reference.collections,
    reading_state: reference.readingState,
    is_starred: reference.isStarred ? true : '',
    // Fields of other formats. An export to such a format restores these values.
    fields: Object.fromEntries(Object.entries(reference.extra).filter(([name]) => !name.startsWith('csl:'))),
  });
  return Object.keys(custom).length === 0 ? '' : custom;
}

function nameOf(name: Name): Record<string, string> {
  return 'literal' in name ? { literal: name.literal } : { ...name };
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function withoutEmpty(item: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== '' && !isEmpty(value)));
}
