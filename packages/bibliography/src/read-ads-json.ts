import { pagesOf } from './bibtex-parts.ts';
import { readDate } from './dates.ts';
import { readDoi, readPreprintId, withIdentifiers } from './identifiers.ts';
import { isObject, objectsIn, textIn, textsIn, type JsonObject } from './json-values.ts';
import { catalogType } from './read-catalog-xml.ts';
import { abstractOf, titleOf } from './read-ris.ts';
import { entryOf, readName, referenceOf, type ReadLibrary, type Reference } from './reference.ts';
import { serialNumbers } from './serial-numbers.ts';

function docsIn(value: unknown): JsonObject[] {
  const answer = isObject(value) ? (value['response'] ?? value) : value;
  return objectsIn(isObject(answer) ? answer['docs'] : answer);
}

/** Returns whether a JSON value is a search response of ADS, or a list of its documents. */
export function isAdsJson(value: unknown): boolean {
  return docsIn(value).some((doc) => typeof doc['bibcode'] === 'string');
}

export function readAdsJson(value: unknown): ReadLibrary {
  return {
    format: 'ads-json',
    collections: [],
    entries: docsIn(value).map((doc, place) => {
      const entry = entryOf(referenceFrom(doc), place + 1);
      return { ...entry, key: entry.key || textIn(doc['bibcode']) };
    }),
  };
}

function referenceFrom(doc: JsonObject): Reference {
  // A field that may have several values is always a list.
  const text = (name: string) => textsIn(doc[name])[0] ?? '';
  const names = textsIn(doc['identifier']);
  return referenceOf({
    ...withIdentifiers({
      type: catalogType(text('doctype')),
      bibcode: text('bibcode'),
      title: titleOf(text('title')),
      authors: textsIn(doc['author']).map(readName),
      editors: textsIn(doc['editor']).map(readName),
      container: titleOf(text('pub')),
      publisher: text('publisher'),
      date: readDate(text('pubdate')) || readDate(text('year')),
      volume: text('volume'),
      issue: text('issue'),
      pages: pagesOf(text('page_range') || text('page')),
      doi: readDoi(text('doi')),
      preprintId: names.map(readPreprintId).find((id) => id !== '') ?? '',
      preprintClass: text('arxiv_class'),
      ...serialNumbers([...textsIn(doc['isbn']), ...textsIn(doc['issn'])]),
      abstract: abstractOf([text('abstract')]),
      keywords: textsIn(doc['keyword']).map(titleOf),
    }),
  });
}
