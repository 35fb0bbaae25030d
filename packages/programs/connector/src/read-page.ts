import { doiIn, identifierIn } from './identifiers.ts';

/** A paper as a page describes it. */
export interface FoundPaper {
  /** A DOI, preprint identifier or bibcode. Empty if the page has no identifier. */
  readonly identifier: string;
  readonly title: string;
  /** In the form `Last, First` or as the page writes them. */
  readonly authors: readonly string[];
  readonly year: string;
  readonly journal: string;
  readonly doi: string;
  /** The address of the PDF, or ''. */
  readonly pdf: string;
}

export interface PageReading {
  readonly address: string;
  /** Undefined on a page that is not about one paper. */
  readonly paper: FoundPaper | undefined;
  /** The papers of a list page. */
  readonly rows: readonly FoundPaper[];
}

const NONE: FoundPaper = { identifier: '', title: '', authors: [], year: '', journal: '', doi: '', pdf: '' };
const MOST_ROWS = 200;
const MOST_CHARS = 1_000;

/** Returns a paper for the address of its PDF, without other metadata. */
export function pdfAt(address: string): FoundPaper {
  const identifier = identifierIn(address);
  return { ...NONE, identifier, doi: identifier.startsWith('10.') ? identifier : '', pdf: address };
}

/** Reads the citation metadata of a page: `citation_*`, Dublin Core, JSON-LD and identifiers in addresses. */
export function readPage(page: Document, address: string): PageReading {
  if (page.contentType === 'application/pdf') return { address, paper: pdfAt(address), rows: [] };
  const meta = new MetaTags(page);
  const linked = readLinkedData(page);
  const own = identifierIn(address);
  const doi = doiOf(meta) || (linked?.doi ?? '');
  const isAbout = meta.first('citation_title') !== '' || linked !== undefined || own !== '';
  // Pages of any kind have a Dublin Core title, so a DOI is required too.
  const isDescribed = meta.first('dc.title') !== '' && doi !== '';
  if (!isAbout && !isDescribed) return { address, paper: undefined, rows: readRows(page, address) };
  const described = combined(paperIn(meta), linked);
  const { title, pdf } = described;
  const preprint = meta.first('citation_arxiv_id');
  const identifier = preprint === '' ? doi || own : `arXiv:${preprint}`;
  const located = pdf === '' ? '' : absolute(pdf, address);
  return {
    address,
    paper: { ...described, identifier, doi, title: title || short(page.title), pdf: located },
    rows: [],
  };
}

function doiOf(meta: MetaTags): string {
  return (
    doiIn(meta.first('citation_doi', 'prism.doi', 'bepress_citation_doi')) || doiIn(meta.all('dc.identifier').join(' '))
  );
}

function paperIn(meta: MetaTags): FoundPaper {
  return {
    ...NONE,
    title: meta.first('citation_title', 'dc.title'),
    authors: meta.all('citation_author', 'dc.creator'),
    year: yearIn(meta.first('citation_publication_date', 'citation_date', 'citation_year', 'dc.date')),
    journal: meta.first('citation_journal_title', 'prism.publicationname'),
    pdf: meta.first('citation_pdf_url'),
  };
}

/** Fills the gaps of the meta tags from the linked data. */
function combined(paper: FoundPaper, linked: FoundPaper = NONE): FoundPaper {
  return {
    ...paper,
    title: paper.title || linked.title,
    authors: paper.authors.length > 0 ? paper.authors : linked.authors,
    year: paper.year || linked.year,
    journal: paper.journal || linked.journal,
    pdf: paper.pdf || linked.pdf,
  };
}

class MetaTags {
  readonly #values = new Map<string, string[]>();

  constructor(page: Document) {
    for (const tag of page.querySelectorAll('meta[content]')) {
      const name = (tag.getAttribute('name') ?? tag.getAttribute('property') ?? '').toLowerCase();
      const value = (tag.getAttribute('content') ?? '').trim();
      if (name !== '' && value !== '') this.#values.set(name, [...(this.#values.get(name) ?? []), short(value)]);
    }
  }

  all(...names: readonly string[]): string[] {
    return names.map((name) => this.#values.get(name) ?? []).find((values) => values.length > 0) ?? [];
  }

  first(...names: readonly string[]): string {
    return this.all(...names)[0] ?? '';
  }
}

type Json = Readonly<Record<string, unknown>>;

/** Reads the first article in the page's JSON-LD. */
function readLinkedData(page: Document): FoundPaper | undefined {
  for (const script of page.querySelectorAll('script[type="application/ld+json"]')) {
    const article = listed(parsed(script.textContent)).flatMap(withGraph).find(isArticle);
    if (article === undefined) continue;
    const [journal] = listed(article['isPartOf']);
    const [encoding] = listed(article['encoding']);
    return {
      ...NONE,
      title: text(article['headline']) || text(article['name']),
      authors: listed(article['author'])
        .map((author) => text(author['name']))
        .filter((name) => name !== ''),
      year: yearIn(text(article['datePublished'])),
      journal: text(journal?.['name']),
      doi: doiIn(['@id', 'identifier', 'sameAs', 'url'].map((key) => JSON.stringify(article[key] ?? '')).join(' ')),
      pdf: text(encoding?.['contentUrl']),
    };
  }
  return undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function listed(value: unknown): Json[] {
  return (Array.isArray(value) ? value : [value]).filter((one): one is Json => typeof one === 'object' && one !== null);
}

function withGraph(value: Json): Json[] {
  return [value, ...listed(value['@graph']), ...listed(value['mainEntity'])];
}

function isArticle({ '@type': type }: Json): boolean {
  return /^(?:Scholarly|Medical)?Article$|^(?:Thesis|Report|Book|Chapter)$/m.test(String(type).replaceAll(',', '\n'));
}

function text(value: unknown): string {
  return typeof value === 'string' ? short(value.trim()) : '';
}

/** Reads the papers to which a list page links. */
function readRows(page: Document, address: string): FoundPaper[] {
  const rows = new Map<string, FoundPaper>();
  for (const link of page.querySelectorAll('a[href]')) {
    const identifier = identifierIn(absolute(link.getAttribute('href') ?? '', address));
    const title = short((link.textContent ?? '').replaceAll(/\s+/g, ' ').trim());
    const known = rows.get(identifier);
    if (identifier === '' || (known === undefined && rows.size === MOST_ROWS)) continue;
    // The title of a paper is the longest text of the links to it.
    if (known === undefined || title.length > known.title.length)
      rows.set(identifier, { ...NONE, identifier, title, doi: identifier.startsWith('10.') ? identifier : '' });
  }
  return [...rows.values()];
}

function absolute(address: string, base: string): string {
  return URL.canParse(address, base) ? new URL(address, base).href : '';
}

function yearIn(date: string): string {
  return /\b[12]\d{3}\b/.exec(date)?.[0] ?? '';
}

function short(value: string): string {
  return value.slice(0, MOST_CHARS).toWellFormed();
}
