import { pagesOf } from './bibtex-parts.ts';
import { readDate } from './dates.ts';
import { readDoi, withIdentifiers } from './identifiers.ts';
import { typeNamed } from './read-ris.ts';
import { entryOf, readName, referenceOf, UnreadableFileError, type ReadLibrary, type Reference } from './reference.ts';
import { isIsbn } from './serial-numbers.ts';
import { child, children, readXml, textAt, type XmlElement } from './xml-tree.ts';

/**
 * Reads EndNote's XML. A value consists of runs with one style each, so an italic word in a title is a separate run.
 */
export function readEndnoteXml(text: string): ReadLibrary {
  const root = readXml(text, (name) => name === 'style');
  const records = child(root, 'records');
  if (records === undefined) throw new UnreadableFileError('the XML contains no EndNote records');
  return {
    format: 'endnote-xml',
    collections: [],
    entries: children(records, 'record').map((record, place) => entryOf(referenceFrom(record), place + 1)),
  };
}

function referenceFrom(record: XmlElement): Reference {
  const text = (...path: readonly string[]) => textAt(record, ...path);
  const people = (kind: string) =>
    children(child(record, 'contributors', kind), 'author').map((one) => readName(textAt(one)));
  const numbers = (child(record, 'isbn')?.text ?? '').split(/[\s;]+/).filter((one) => /^[\dX-]{8,17}$/i.test(one));
  const year = readDate(text('dates', 'year'));
  const exact = readDate(`${textAt(child(record, 'dates', 'pub-dates', 'date'))} ${year}`);
  const addresses = children(child(record, 'urls', 'related-urls'), 'url')
    .map((one) => textAt(one))
    .filter((address) => URL.canParse(address));
  const files = children(child(record, 'urls', 'pdf-urls'), 'url').map((one) => textAt(one));
  return referenceOf({
    ...withIdentifiers({
      key: text('label') || text('rec-number'),
      type: typeNamed(child(record, 'ref-type')?.attributes['name'] ?? '') ?? 'document',
      title: text('titles', 'title'),
      authors: people('authors'),
      editors: people('secondary-authors'),
      container: text('titles', 'secondary-title') || text('periodical', 'full-title'),
      series: text('titles', 'tertiary-title'),
      publisher: text('publisher'),
      place: text('pub-location'),
      date: exact === '' ? year : exact,
      volume: text('volume'),
      issue: text('number'),
      pages: pagesOf(text('pages')),
      edition: text('edition'),
      doi: readDoi(text('electronic-resource-num')),
      isbn: numbers.filter(isIsbn).join(' '),
      issn: numbers.filter((one) => !isIsbn(one)).join(' '),
      url: addresses[0] ?? '',
      language: text('language'),
      abstract: text('abstract'),
      keywords: [...new Set(children(child(record, 'keywords'), 'keyword').map((one) => textAt(one)))].filter(
        (word) => word !== '',
      ),
    }),
    notes: ['notes', 'research-notes']
      .map((name) => (child(record, name)?.text ?? '').trim())
      .filter((note) => note !== ''),
    files: files.map((path) => ({ path, title: '', type: '' })),
    extra: Object.fromEntries(
      [
        'accession-num',
        'call-num',
        'auth-address',
        'custom1',
        'custom2',
        'custom3',
        'custom7',
        'work-type',
        'remote-database-name',
      ]
        .map((name) => [`endnote:${name}`, text(name)] as const)
        .filter(([, value]) => value !== ''),
    ),
  });
}
