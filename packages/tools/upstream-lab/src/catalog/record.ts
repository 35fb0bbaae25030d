import { asCatalogText, type Entry, identifiersOf } from '../content/library.ts';
import { type Doctype, JOURNALS, type Paper } from '../content/paper.ts';
import { catalogName, person } from '../content/persons.ts';

/** A record with the catalog's fields. Fields without a value are absent. */
export type CatalogRecord = Readonly<Record<string, unknown>>;

export function recordOf(entry: Entry): CatalogRecord {
  const { paper, bibcode, alternates, dois } = entry;
  const authors = paper.authors.map((key) => catalogName(person(key)));
  return withoutEmpty({
    id: String(entry.recordId),
    bibcode,
    alternate_bibcode: alternates,
    identifier: identifiersOf(entry),
    title: [asCatalogText(paper.title)],
    author: authors,
    first_author: authors[0],
    author_count: authors.length,
    aff: paper.authors.map((key) => person(key).institute || '-'),
    abstract: abstractOf(paper),
    keyword: paper.keywords,
    doi: dois,
    doctype: paper.doctype,
    database: ['astronomy'],
    year: String(paper.year),
    // The catalog never knows the day and writes 00.
    pubdate: `${paper.year}-${twoDigits(paper.month)}-00`,
    date: `${paper.year}-${twoDigits(paper.month)}-01T00:00:00Z`,
    entry_date: `${paper.year}-${twoDigits(paper.month)}-15T00:00:00Z`,
    ...publicationFields(paper),
    arxiv_class: paper.preprint === undefined ? [] : [paper.preprint.category],
    property: propertiesOf(paper),
    esources: sourcesOf(paper),
    citation_count: entry.citations.length,
    citation_count_norm: entry.citations.length / Math.max(1, authors.length),
    reference_count: entry.references.length,
    '[citations]': { num_references: entry.references.length, num_citations: entry.citations.length },
    citation: entry.citations.map(({ bibcode }) => bibcode),
    reference: entry.references.map(({ bibcode }) => bibcode),
    read_count: entry.citations.length * 3 + (entry.recordId % 11),
    classic_factor: 5000 + entry.citations.length * 100,
  });
}

/** The fields that a search may request. The real service also rejects its large fields. */
export const KNOWN_FIELDS: ReadonlySet<string> = new Set(
  (
    'id bibcode alternate_bibcode identifier title author first_author author_count aff abstract keyword doi doctype ' +
    'database year pubdate date entry_date pub pub_raw bibstem volume issue page eid arxiv_class property esources ' +
    'citation_count citation_count_norm reference_count [citations] citation reference read_count classic_factor'
  ).split(' '),
);

function abstractOf(paper: Paper): string | undefined {
  // The catalog writes this into the field if the journal provided no abstract.
  return paper.abstract === undefined ? 'Not Available <P />' : asCatalogText(paper.abstract);
}

function publicationFields({ published, preprint, year }: Paper): CatalogRecord {
  if (published === undefined) {
    return {
      pub: 'arXiv e-prints',
      pub_raw: `eprint arXiv:${preprint?.id ?? ''}`,
      bibstem: ['arXiv', 'arXiv'],
      page: preprint && [`arXiv:${preprint.id}`],
    };
  }
  const { stem, volume, issue, page } = published;
  const { name, code } = JOURNALS[stem];
  const isArticleNumber = /^[A-Z]/.test(page);
  const raw = [
    name,
    volume && `Volume ${volume}`,
    issue && `Issue ${issue}`,
    isArticleNumber ? `id.${page}` : `pp. ${page}`,
  ];
  return {
    pub: name,
    pub_raw: `${raw.filter(Boolean).join(', ')}${isArticleNumber ? ', <NUMPAGES>11</NUMPAGES> pp.' : ''} (${year}).`,
    bibstem: [stem, `${stem}${'.'.repeat(Math.max(0, code.length - stem.length))}${volume.padStart(4, '.')}`],
    volume,
    issue,
    page: [page],
    eid: isArticleNumber ? page : undefined,
  };
}

const NO_ARTICLES: readonly Doctype[] = ['abstract', 'catalog', 'phdthesis', 'proposal', 'software'];

function propertiesOf(paper: Paper): string[] {
  const { published, preprint } = paper;
  const isRefereed = published !== undefined && JOURNALS[published.stem].refereed;
  const isOpen = published !== undefined && JOURNALS[published.stem].door === 'open';
  return [
    sourcesOf(paper).length > 0 && 'ESOURCE',
    NO_ARTICLES.includes(paper.doctype) ? 'NONARTICLE' : 'ARTICLE',
    isRefereed ? 'REFEREED' : 'NOTREFEREED',
    (isOpen || preprint !== undefined) && 'OPENACCESS',
    isOpen && 'PUB_OPENACCESS',
    preprint !== undefined && 'EPRINT_OPENACCESS',
  ].filter((property) => property !== false);
}

/** Returns the kinds of full text that the catalog links to, in the catalog's order. */
export function sourcesOf({ published, preprint }: Paper): string[] {
  const door = published === undefined ? 'none' : JOURNALS[published.stem].door;
  return [
    ...(door === 'none' || door === 'scan' ? [] : ['PUB_PDF', 'PUB_HTML']),
    ...(preprint === undefined ? [] : ['EPRINT_PDF', 'EPRINT_HTML']),
    ...(door === 'scan' ? ['ADS_PDF', 'ADS_SCAN'] : []),
  ];
}

function withoutEmpty(fields: Readonly<Record<string, unknown>>): CatalogRecord {
  const isOwned = (value: unknown) =>
    value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isOwned(value)));
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
