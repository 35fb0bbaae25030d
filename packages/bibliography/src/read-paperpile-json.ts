import { listOf, pagesOf } from './bibtex-parts.ts';
import { typeOf } from './bibtex-types.ts';
import { dateOf } from './dates.ts';
import { readDoi, readEprint, withIdentifiers } from './identifiers.ts';
import { isObject, objectsIn, textIn, textsIn, type JsonObject } from './json-values.ts';
import { textOfHtml, withoutMarkup } from './plain-text.ts';
import { pathOf } from './read-csv.ts';
import { titleOf, typeNamed } from './read-ris.ts';
import { entryOf, referenceOf, type Name, type ReadEntry, type ReadLibrary, type Reference } from './reference.ts';
import { serialNumbers } from './serial-numbers.ts';

export function isPaperpileJson(value: unknown): boolean {
  return objectsIn(value).some((item) => 'pubtype' in item || ('labelsNamed' in item && 'foldersNamed' in item));
}

/** Reads Paperpile's JSON: items with their labels, folders, notes and files. */
export function readPaperpileJson(value: unknown): ReadLibrary {
  return {
    format: 'paperpile-json',
    collections: [],
    entries: objectsIn(value).map((item, place): ReadEntry => {
      const entry = entryOf(referenceFrom(item), place + 1);
      // An item in the trash was deleted by the user.
      return item['trashed'] === 1 ? { ...entry, outcome: { fault: "it is in Paperpile's trash" } } : entry;
    }),
  };
}

function referenceFrom(item: JsonObject): Reference {
  const text = (...names: readonly string[]) =>
    names.map((name) => textIn(item[name]).trim()).find((one) => one !== '') ?? '';
  const [url = '', ...urls] = textsIn(item['url']);
  return referenceOf({
    ...withIdentifiers({
      key: text('citekey'),
      type:
        typeOf(text('pubtype').toLowerCase().replace(/^pp_/, '').replaceAll('_', '')) ??
        typeNamed(text('kind') || text('pubtype')) ??
        'document',
      title: titleOf(text('title')),
      authors: namesIn(item['author']),
      editors: namesIn(item['editor']),
      container: titleOf(text('journalfull', 'journal', 'booktitle')),
      series: text('series'),
      publisher: text('publisher', 'school', 'institution'),
      place: text('address'),
      date: dateIn(item['published']) || dateOf(text('year')),
      volume: text('volume'),
      issue: text('issue', 'number'),
      pages: pagesOf(text('pages')),
      edition: text('edition'),
      doi: readDoi(text('doi')),
      preprintId: readEprint(text('arxivid')),
      ...serialNumbers([text('isbn'), text('issn')].filter((numbers) => numbers !== '')),
      url,
      language: text('language'),
      abstract: withoutMarkup(text('abstract')),
      keywords: Array.isArray(item['keywords']) ? textsIn(item['keywords']) : listOf(text('keywords')),
    }),
    tags: textsIn(item['labelsNamed']),
    notes: [text('notes'), text('note')].map(textOfHtml).filter((note) => note !== ''),
    files: objectsIn(item['attachments']).map((file) => ({
      path: textIn(file['filename']),
      title: '',
      type: textIn(file['mimeType']),
    })),
    collections: textsIn(item['foldersNamed'])
      .map(pathOf)
      .filter(({ length }) => length > 0),
    isStarred: item['starred'] === 1 || item['starred'] === true,
    extra: Object.fromEntries(
      [...['pmid', 'pmcid'].map((name) => [name, text(name)] as const), ['url', urls.join('\n')] as const]
        .filter(([, said]) => said !== '')
        .map(([name, said]) => [`paperpile:${name}`, said]),
    ),
  });
}

function namesIn(value: unknown): Name[] {
  return objectsIn(value).flatMap((name): Name[] => {
    const [family, given] = [textIn(name['last']).trim(), textIn(name['first']).trim()];
    const literal = textIn(name['collective']).trim() || (given === '' ? family : '') || (family === '' ? given : '');
    if (literal !== '') return [{ literal }];
    return family === '' ? [] : [{ family, given }];
  });
}

function dateIn(published: unknown): string {
  if (!isObject(published)) return '';
  const [year = '', month, day] = ['year', 'month', 'day'].map((name) => textIn(published[name]));
  return dateOf(year, Number(month), Number(day));
}
