import { listOf, pageRange, pagesOf } from './bibtex-parts.ts';
import { typeOf } from './bibtex-types.ts';
import { readDate } from './dates.ts';
import { codeIn, readDoi, readPreprintId, withIdentifiers } from './identifiers.ts';
import { withSource } from './journal-source.ts';
import { abstractOf, titleOf } from './read-ris.ts';
import {
  entryOf,
  readName,
  referenceOf,
  UnreadableFileError,
  type Name,
  type ReadLibrary,
  type Reference,
  type ReferenceType,
} from './reference.ts';
import { serialNumbers } from './serial-numbers.ts';
import { child, children, readXml, textAt, type XmlElement } from './xml-tree.ts';

/** Returns whether XML is an export of ADS. Its records have the same element name as EndNote's. */
export function isCatalogXml(head: string): boolean {
  return /<records\s[^<>]{0,500}ads\.harvard\.edu\/schema/i.test(head) || /<article-meta[\s>]/.test(head);
}

/** Elements that only format text. */
const RUNS: ReadonlySet<string> = new Set(['italic', 'bold', 'sc', 'sup', 'sub', 'p']);

/** Reads ADS's XML: its formats for references and abstracts, Dublin Core, and JATS articles. */
export function readCatalogXml(text: string): ReadLibrary {
  const root = readXml(text, (name) => RUNS.has(name));
  const records = root.name === 'article' ? [root] : [...children(root, 'record'), ...children(root, 'article')];
  if (records.length === 0) throw new UnreadableFileError('the XML contains no ADS records');
  return {
    format: 'ads-xml',
    collections: [],
    entries: records.map((record, place) => entryOf(readOne(record), place + 1)),
  };
}

function readOne(record: XmlElement): Reference {
  if (record.name === 'article') return readArticle(record);
  return child(record, 'dc:title') === undefined ? readRecord(record) : readDublinCore(record);
}

/** Types of the catalog that have other names in BibTeX. */
const TYPES: Readonly<Record<string, ReferenceType>> = {
  eprint: 'article',
  abstract: 'paper-conference',
  intechreport: 'report',
  catalog: 'dataset',
  talk: 'speech',
};

export function catalogType(name: string): ReferenceType {
  return (Object.hasOwn(TYPES, name) ? TYPES[name] : undefined) ?? typeOf(name) ?? 'article-journal';
}

/** Reads a record of the references format or of the abstracts format. Records of abstracts have more fields. */
function readRecord(record: XmlElement): Reference {
  const text = (name: string) => textAt(record, name);
  const given = record.attributes['type'] ?? '';
  const parts = {
    type: given === '' || given === 'misc' ? ('article-journal' as const) : catalogType(given),
    bibcode: text('bibcode'),
    title: titleOf(text('title')),
    authors: children(record, 'author').map((one) => readName(textAt(one))),
    publisher: text('publisher'),
    date: readDate(text('pubdate')),
    volume: text('volume'),
    pages: pagesOf(pageRange(text('page'), text('lastpage'))),
    doi: readDoi(text('DOI')),
    preprintId: readPreprintId(text('eprintid')),
    url: text('url'),
    abstract: abstractOf([text('abstract')]),
    keywords: children(child(record, 'keywords'), 'keyword').map((one) => titleOf(textAt(one))),
    remark: text('comment'),
  };
  return referenceOf({
    ...withIdentifiers(withSource(parts, titleOf(text('journal')))),
    extra: keptOf(record, ['affiliation', 'copyright']),
  });
}

function readDublinCore(record: XmlElement): Reference {
  const texts = (name: string) => children(record, `dc:${name}`).map((one) => textAt(one));
  const [bibcode = ''] = texts('identifier')
    .map(codeIn)
    .filter((one) => one !== '');
  const parts = {
    type: 'article-journal' as const,
    bibcode,
    title: titleOf(texts('title')[0] ?? ''),
    authors: texts('creator').map(readName),
    publisher: texts('publisher')[0] ?? '',
    date: readDate(texts('date')[0] ?? ''),
    doi: readDoi(texts('identifier').find((one) => one.startsWith('doi:')) ?? ''),
    url: texts('relation').find((one) => /^https?:/.test(one)) ?? '',
    abstract: abstractOf(texts('description')),
    keywords: texts('subject').flatMap(listOf).map(titleOf),
  };
  return referenceOf({
    ...withIdentifiers(withSource(parts, titleOf(texts('source')[0] ?? ''))),
    extra: keptOf(record, ['dc:rights']),
  });
}

function readArticle(article: XmlElement): Reference {
  const journal = child(article, 'front', 'journal-meta');
  const paper = child(article, 'front', 'article-meta');
  const named = (kind: string) =>
    textAt(children(paper, 'article-id').find(({ attributes }) => attributes['pub-id-type'] === kind));
  const issued = child(paper, 'pub-date');
  const day = ['year', 'month', 'day'].map((name) => textAt(issued, name)).filter((part) => part !== '');
  return referenceOf(
    withIdentifiers({
      type: article.attributes['article-type'] === 'dissertation' ? 'thesis' : 'article-journal',
      bibcode: codeIn(named('archive')),
      title: titleOf(textAt(paper, 'title-group', 'article-title')),
      authors: contributors(paper),
      container:
        textAt(journal, 'journal-title-group', 'journal-title') ||
        textAt(journal, 'journal-title') ||
        textAt(journal, 'journal-id'),
      publisher: textAt(journal, 'publisher', 'publisher-name'),
      date: readDate(issued?.attributes['iso-8601-date'] ?? '') || readDate(day.join('-')),
      volume: textAt(paper, 'volume'),
      issue: textAt(paper, 'issue'),
      pages: pagesOf(pageRange(textAt(paper, 'fpage'), textAt(paper, 'lpage')) || textAt(paper, 'elocation-id')),
      doi: readDoi(named('doi')),
      preprintId: readPreprintId(named('arxiv')),
      ...serialNumbers(children(journal, 'issn').map((one) => textAt(one))),
      abstract: abstractOf([textAt(paper, 'abstract')]),
      keywords: children(child(paper, 'kwd-group'), 'kwd').map((one) => titleOf(textAt(one))),
    }),
  );
}

function contributors(paper: XmlElement | undefined): Name[] {
  return children(child(paper, 'contrib-group'), 'contrib').flatMap((one): Name[] => {
    const [family, given] = [textAt(one, 'name', 'surname'), textAt(one, 'name', 'given-names')];
    const literal = textAt(one, 'collab') || (given === '' ? family : '');
    if (literal !== '') return [{ literal }];
    return family === '' ? [] : [{ family, given }];
  });
}

function keptOf(record: XmlElement, names: readonly string[]): Record<string, string> {
  const said = names.map((name) => [`ads:${name}`, textAt(record, name)] as const);
  return Object.fromEntries(said.filter(([, text]) => text !== ''));
}
