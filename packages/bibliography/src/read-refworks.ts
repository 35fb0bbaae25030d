import { pageRange, pagesOf } from './bibtex-parts.ts';
import { readDate } from './dates.ts';
import { readDoi, readPreprintId, withIdentifiers } from './identifiers.ts';
import { withSource } from './journal-source.ts';
import { titleOf, typeNamed } from './read-ris.ts';
import { entryOf, readName, referenceOf, type ReadLibrary, type Reference } from './reference.ts';
import { serialNumbers } from './serial-numbers.ts';
import { oneLine, readTagged, REFWORKS_SYNTAX, TaggedFields } from './tagged-lines.ts';

/** Reads the tagged format of RefWorks (`RT Journal Article`). */
export function readRefworks(text: string): ReadLibrary {
  return {
    format: 'refworks',
    collections: [],
    entries: readTagged(text, REFWORKS_SYNTAX).map(({ line, fields }) => {
      const type = fields.find(([tag]) => tag === 'RT')?.[1] ?? '';
      const warnings =
        typeNamed(type) === undefined ? [`the type '${type.slice(0, 40)}' is unknown and was read as a document`] : [];
      return entryOf(referenceFrom(new TaggedFields(fields)), line, warnings);
    }),
  };
}

function referenceFrom(fields: TaggedFields): Reference {
  const type = typeNamed(fields.one('RT')) ?? 'document';
  const [first, last] = [fields.one('SP'), fields.one('OP')];
  const [year, day] = [readDate(fields.one('YR')), fields.one('FD')];
  const exact = readDate(/\d{4}/.test(day) ? day : `${day} ${year}`);
  // The catalog writes the DOI and the preprint here.
  const identifiers = fields.all('DO').join(' ');
  return referenceOf({
    ...withIdentifiers(
      withSource(
        {
          key: fields.one('ID'),
          type,
          title: titleOf(fields.one('T1')),
          authors: fields.all('A1').map(oneLine).map(readName),
          editors: fields.all('A2').map(oneLine).map(readName),
          series: titleOf(fields.one('T3')),
          publisher: fields.one('PB'),
          place: fields.one('PP'),
          date: exact === '' ? year : exact,
          volume: fields.one('VO'),
          issue: fields.one('IS'),
          pages: pagesOf(pageRange(first, last)),
          edition: fields.one('ED'),
          doi: readDoi(identifiers),
          preprintId: readPreprintId(identifiers),
          ...serialNumbers(fields.all('SN')),
          url: fields.one('LK', 'UL'),
          language: fields.one('LA'),
          abstract: titleOf(fields.all('AB').join(' ')),
          keywords: [...new Set(fields.all('K1').map(oneLine))],
        },
        titleOf(fields.one('JF', 'T2', 'JO')),
      ),
    ),
    notes: fields.all('NO'),
    extra: fields.rest('refworks'),
  });
}
