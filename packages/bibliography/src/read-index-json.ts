import { pageRange, pagesOf } from './bibtex-parts.ts';
import { readDate } from './dates.ts';
import { readDoi, readEprint, readPreprintId, withIdentifiers } from './identifiers.ts';
import { isObject, objectsIn, textIn, textsIn, type JsonObject } from './json-values.ts';
import { readWholeName } from './listed-names.ts';
import { abstractOf, titleOf } from './read-ris.ts';
import {
  entryOf,
  readName,
  referenceOf,
  type ImportFormat,
  type Name,
  type ReadLibrary,
  type ReferenceParts,
  type ReferenceType,
} from './reference.ts';
import { serialNumbers } from './serial-numbers.ts';

/** A literature index. People save the responses of its API as files. */
interface Index {
  readonly format: ImportFormat;
  /** Returns the works of a response, or of a list of works. */
  readonly worksIn: (value: unknown) => JsonObject[];
  readonly isWork: (work: JsonObject) => boolean;
  readonly partsOf: (work: JsonObject) => ReferenceParts;
}

/** Returns a nested object, or {} if it is missing. */
function within(value: unknown, ...path: readonly string[]): JsonObject {
  const found = path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value);
  return isObject(found) ? found : {};
}

type Types = Readonly<Record<string, ReferenceType>>;

function typeIn(types: Types, name: string): ReferenceType {
  return (Object.hasOwn(types, name) ? types[name] : undefined) ?? 'article-journal';
}

const OPENALEX: Index = {
  format: 'openalex-json',
  worksIn: (value) => objectsIn(isObject(value) ? (value['results'] ?? [value]) : value),
  isWork: (work) => textIn(work['id']).startsWith('https://openalex.org/W'),
  partsOf: (work) => {
    const source = within(work, 'primary_location', 'source');
    const biblio = within(work, 'biblio');
    const addresses = objectsIn(work['locations']).map((one) => textIn(one['landing_page_url']));
    return {
      type: typeIn(OPENALEX_TYPES, textIn(work['type'])),
      title: titleOf(textIn(work['title']) || textIn(work['display_name'])),
      authors: objectsIn(work['authorships']).flatMap((one) =>
        readWholeName(textIn(within(one, 'author')['display_name']) || textIn(one['raw_author_name'])),
      ),
      container: titleOf(textIn(source['display_name'])),
      publisher: textIn(source['host_organization_name']),
      date: readDate(textIn(work['publication_date'])) || readDate(textIn(work['publication_year'])),
      volume: textIn(biblio['volume']),
      issue: textIn(biblio['issue']),
      pages: pagesOf(pageRange(textIn(biblio['first_page']), textIn(biblio['last_page']))),
      doi: readDoi(textIn(work['doi'])),
      preprintId: addresses.map(readPreprintId).find((id) => id !== '') ?? '',
      ...serialNumbers(textsIn(source['issn'])),
      language: textIn(work['language']),
      abstract: abstractOf([textOfPlaces(work['abstract_inverted_index'])]),
      keywords: objectsIn(work['keywords']).map((one) => textIn(one['display_name'])),
    };
  },
};

const OPENALEX_TYPES: Types = {
  preprint: 'article',
  book: 'book',
  'book-chapter': 'chapter',
  dataset: 'dataset',
  dissertation: 'thesis',
  report: 'report',
  software: 'software',
  standard: 'standard',
};

const MAX_WORDS = 20_000;

/** Builds the text from words and their positions: `{ We: [0], measure: [1] }`. */
function textOfPlaces(value: unknown): string {
  const words: string[] = [];
  for (const [word, places] of isObject(value) ? Object.entries(value) : [])
    for (const place of Array.isArray(places) ? places : [])
      if (Number.isInteger(place) && Number(place) >= 0 && Number(place) < MAX_WORDS) words[Number(place)] = word;
  return Array.from(words, (word: string | undefined) => word ?? '').join(' ');
}

const INSPIRE: Index = {
  format: 'inspire-json',
  worksIn: (value) => {
    const hits = within(value, 'hits')['hits'] ?? (isObject(value) ? [value] : value);
    return objectsIn(hits).map((hit) => within(hit, 'metadata'));
  },
  isWork: (work) => objectsIn(work['titles']).length > 0,
  partsOf: (work) => {
    const values = (name: string) => objectsIn(work[name]).map((one) => textIn(one['value']));
    const [published = {}] = objectsIn(work['publication_info']);
    const [preprint] = objectsIn(work['arxiv_eprints']);
    const code = objectsIn(work['external_system_identifiers']).find(({ schema }) => schema === 'ADS');
    return {
      key: textsIn(work['texkeys'])[0] ?? '',
      type: typeIn(INSPIRE_TYPES, textsIn(work['document_type'])[0] ?? ''),
      bibcode: textIn(code?.['value']),
      title: titleOf(textIn(objectsIn(work['titles'])[0]?.['title'])),
      authors: [
        ...objectsIn(work['authors']).map((one) => readName(textIn(one['full_name']))),
        ...values('collaborations').map((name) => ({ literal: `${name} Collaboration` })),
      ],
      container: textIn(published['journal_title']),
      date: readDate(textIn(published['year'])) || readDate(textIn(work['preprint_date'])),
      volume: textIn(published['journal_volume']),
      issue: textIn(published['journal_issue']),
      pages: pagesOf(
        pageRange(textIn(published['page_start']), textIn(published['page_end'])) || textIn(published['artid']),
      ),
      doi: readDoi(values('dois')[0] ?? ''),
      preprintId: readEprint(textIn(preprint?.['value'])),
      preprintClass: textsIn(preprint?.['categories'])[0] ?? '',
      abstract: abstractOf(values('abstracts').slice(0, 1)),
      keywords: values('keywords'),
    };
  },
};

const INSPIRE_TYPES: Types = {
  'book chapter': 'chapter',
  'conference paper': 'paper-conference',
  book: 'book',
  note: 'report',
  proceedings: 'book',
  report: 'report',
  thesis: 'thesis',
};

const SEMANTIC_SCHOLAR: Index = {
  format: 'semantic-scholar-json',
  worksIn: (value) => objectsIn(isObject(value) ? (value['data'] ?? [value]) : value),
  isWork: (work) => typeof work['paperId'] === 'string' && 'title' in work,
  partsOf: (work) => {
    const [journal, ids] = [within(work, 'journal'), within(work, 'externalIds')];
    return {
      type: textIn(journal['name']) === '' && 'ArXiv' in ids ? 'article' : 'article-journal',
      title: titleOf(textIn(work['title'])),
      authors: objectsIn(work['authors']).flatMap((one) => readWholeName(textIn(one['name']))),
      container: titleOf(textIn(journal['name']) || textIn(work['venue'])),
      date: readDate(textIn(work['publicationDate'])) || readDate(textIn(work['year'])),
      volume: textIn(journal['volume']).trim(),
      pages: pagesOf(textIn(journal['pages'])),
      doi: readDoi(textIn(ids['DOI'])),
      preprintId: readEprint(textIn(ids['ArXiv'])),
      url: textIn(work['url']),
      abstract: abstractOf([textIn(work['abstract'])]),
    };
  },
};

const DATACITE_TYPES: Types = {
  Book: 'book',
  BookChapter: 'chapter',
  ConferencePaper: 'paper-conference',
  Dataset: 'dataset',
  Dissertation: 'thesis',
  Preprint: 'article',
  Report: 'report',
  Software: 'software',
  Text: 'document',
};

/** DataCite's metadata schema 4. DOI content negotiation and DataCite's REST API return this format. */
const DATACITE: Index = {
  format: 'datacite-json',
  worksIn: (value) => {
    const works = objectsIn(
      isObject(value) ? (Array.isArray(value['data']) ? value['data'] : [value['data'] ?? value]) : value,
    );
    return works.map((work) => (isObject(work['attributes']) ? work['attributes'] : work));
  },
  isWork: (work) => Array.isArray(work['creators']) && Array.isArray(work['titles']) && isObject(work['types']),
  partsOf: (work) => {
    const types = within(work, 'types');
    const [issued] = objectsIn(work['dates']).filter((date) => date['dateType'] === 'Issued');
    const descriptions = objectsIn(work['descriptions']).filter((one) => one['descriptionType'] === 'Abstract');
    const container = within(work, 'container');
    return {
      type: typeIn(DATACITE_TYPES, textIn(types['resourceTypeGeneral'])),
      title: titleOf(textIn(objectsIn(work['titles'])[0]?.['title'])),
      authors: objectsIn(work['creators']).flatMap(readCreator),
      container: titleOf(textIn(container['title'])),
      volume: textIn(container['volume']),
      issue: textIn(container['issue']),
      pages: pagesOf(pageRange(textIn(container['firstPage']), textIn(container['lastPage']))),
      publisher: textIn(work['publisher']) || textIn(within(work, 'publisher')['name']),
      date: readDate(textIn(issued?.['date'])) || readDate(textIn(work['publicationYear'])),
      edition: textIn(work['version']),
      doi: readDoi(textIn(work['doi']) || textIn(work['id'])),
      url: textIn(work['url']),
      language: textIn(work['language']),
      abstract: abstractOf(descriptions.map((one) => textIn(one['description']))),
      keywords: objectsIn(work['subjects'])
        .flatMap((one) => textsIn(one['subject']))
        .map(titleOf),
    };
  },
};

function readCreator(creator: JsonObject): Name[] {
  const [name, family] = [textIn(creator['name']), textIn(creator['familyName'])];
  if (creator['nameType'] === 'Organizational') return name === '' ? [] : [{ literal: name }];
  return family === '' ? readWholeName(name) : [{ family, given: textIn(creator['givenName']) }];
}

const INDEXES = [OPENALEX, INSPIRE, SEMANTIC_SCHOLAR, DATACITE] as const;

/** Returns the index that a JSON value comes from, or undefined. */
export function indexFormat(value: unknown): ImportFormat | undefined {
  return INDEXES.find(({ worksIn, isWork }) => worksIn(value).some(isWork))?.format;
}

/** Reads a response of OpenAlex, INSPIRE, Semantic Scholar or DataCite. */
export function readIndexJson(value: unknown, format: ImportFormat): ReadLibrary {
  const index = INDEXES.find((one) => one.format === format);
  const works = index?.worksIn(value) ?? [];
  return {
    format,
    collections: [],
    entries: works.map((work, place) => entryOf(referenceOf(withIdentifiers(index?.partsOf(work) ?? {})), place + 1)),
  };
}
