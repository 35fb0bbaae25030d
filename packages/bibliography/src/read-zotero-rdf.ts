import { textOfHtml } from './plain-text.ts';
import {
  entryOf,
  referenceOf,
  UnreadableFileError,
  type AttachedFile,
  type Name,
  type ReadEntry,
  type ReadLibrary,
  type Reference,
} from './reference.ts';
import { child, children, readXml, textAt, type XmlElement } from './xml-tree.ts';
import { collectionPaths, lonePart, partsOfItem, PARTS_OF_ITEMS, type ZoteroFields } from './zotero-items.ts';

const ABOUT = 'rdf:about';
const RESOURCE = 'rdf:resource';

/** Top-level elements that are not items. */
const NO_ITEMS = new Set(
  'bib:Memo bib:Journal bib:Series bib:Book z:Attachment z:Collection z:Website bib:Proceedings'.split(' '),
);

/** Reads Zotero's RDF: items with their tags, notes, files and collections. */
export function readZoteroRdf(text: string): ReadLibrary {
  const root = readXml(text);
  if (root.name !== 'rdf:RDF')
    throw new UnreadableFileError(`the XML is not RDF: its root is ${root.name.slice(0, 40)}`);
  const graph = new RdfGraph(root);
  const items = root.children.filter(isItem);
  const entries = items.map((item, place) => itemEntry(graph, item, place + 1));
  return {
    format: 'zotero-rdf',
    entries: [...entries, ...loneParts(root).map((part, place) => ({ ...part, line: items.length + place + 1 }))],
    collections: [...graph.collections.values()],
  };
}

function isItem(element: XmlElement): boolean {
  const type = textAt(element, 'z:itemType');
  return type === ''
    ? !NO_ITEMS.has(element.name) && child(element, 'dc:title') !== undefined
    : !PARTS_OF_ITEMS.has(type);
}

/** Returns notes and files that belong to no item. */
function loneParts(root: XmlElement): Omit<ReadEntry, 'line'>[] {
  const links = root.children.flatMap((item) => [
    ...children(item, 'dcterms:isReferencedBy'),
    ...children(item, 'link:link'),
  ]);
  const linked = new Set(links.map((link) => link.attributes[RESOURCE]));
  return root.children.flatMap((part) => {
    const key = part.attributes[ABOUT] ?? '';
    if (linked.has(key)) return [];
    const note =
      part.name === 'bib:Memo' ? lonePart('note', textOfHtml(child(part, 'rdf:value')?.text ?? '')) : undefined;
    const file = part.name === 'z:Attachment' ? fileOf(part) : undefined;
    const outcome = note ?? (file && lonePart('file', file.path || file.title));
    return outcome === undefined ? [] : [{ key, warnings: [], outcome }];
  });
}

/** The elements of a graph by name, and the collections. */
class RdfGraph {
  readonly #byName: ReadonlyMap<string, XmlElement>;
  readonly collections: ReadonlyMap<string, readonly string[]>;
  readonly #holders = new Map<string, (readonly string[])[]>();

  constructor(root: XmlElement) {
    this.#byName = new Map(root.children.map((element) => [element.attributes[ABOUT] ?? '', element]));
    const own = new Map(children(root, 'z:Collection').map((element) => [element.attributes[ABOUT] ?? '', element]));
    const parents = new Map<string, string>();
    const partsOf = (element: XmlElement) =>
      children(element, 'dcterms:hasPart').map((part) => part.attributes[RESOURCE] ?? '');
    for (const [name, element] of own) for (const part of partsOf(element)) if (own.has(part)) parents.set(part, name);
    const names = new Map([...own].map(([name, element]) => [name, textAt(element, 'dc:title')]));
    this.collections = collectionPaths(names, (name) => parents.get(name));
    for (const [name, element] of own)
      for (const part of partsOf(element))
        this.#holders.set(part, [...(this.#holders.get(part) ?? []), this.collections.get(name) ?? []]);
  }

  /** Returns the element that `element` refers to or contains. */
  behind(element: XmlElement | undefined): XmlElement | undefined {
    const name = element?.attributes[RESOURCE];
    return name === undefined ? element?.children[0] : this.#byName.get(name);
  }

  holdersOf(item: XmlElement): readonly (readonly string[])[] {
    return this.#holders.get(item.attributes[ABOUT] ?? '') ?? [];
  }
}

function itemEntry(graph: RdfGraph, item: XmlElement, place: number): ReadEntry {
  const related = children(item, 'dc:relation').length;
  const warnings = related === 0 ? [] : [`its relations to ${related} other items were not imported`];
  return entryOf(referenceFrom(graph, item), place, warnings);
}

function referenceFrom(graph: RdfGraph, item: XmlElement): Reference {
  const subjects = children(item, 'dc:subject');
  const automatic = subjects.flatMap((subject) => textAt(subject, 'z:AutomaticTag', 'rdf:value') || []);
  const linked = (name: string) => children(item, name).flatMap((link) => graph.behind(link) ?? []);
  return referenceOf({
    ...partsOfItem(fieldsOf(graph, item)),
    authors: peopleOf(item, 'bib:authors'),
    editors: peopleOf(item, 'bib:editors'),
    keywords: [...new Set(automatic)],
    tags: [...new Set(subjects.map((subject) => textAt(subject)).filter((tag) => tag !== ''))],
    notes: linked('dcterms:isReferencedBy')
      .map((memo) => textOfHtml(child(memo, 'rdf:value')?.text ?? ''))
      .filter((note) => note !== ''),
    files: linked('link:link').map(fileOf),
    collections: graph.holdersOf(item),
  });
}

function fileOf(attachment: XmlElement): AttachedFile {
  // Zotero also writes the path as an RDF property.
  const own = child(attachment, 'z:path') ?? child(attachment, RESOURCE);
  const path = own?.attributes[RESOURCE] ?? textAt(attachment, 'z:path');
  return {
    path: path === '' ? textAt(attachment, 'dc:identifier', 'dcterms:URI', 'rdf:value') : path,
    title: textAt(attachment, 'dc:title'),
    type: textAt(attachment, 'link:type'),
  };
}

function peopleOf(item: XmlElement, name: string): Name[] {
  return children(child(item, name, 'rdf:Seq'), 'rdf:li').flatMap((entry) => {
    const family = textAt(entry, 'foaf:Person', 'foaf:surname');
    const given = textAt(entry, 'foaf:Person', 'foaf:givenName') || textAt(entry, 'foaf:Person', 'foaf:givenname');
    if (family === '') return given === '' ? [] : [{ literal: given }];
    return [given === '' ? { literal: family } : { family, given }];
  });
}

/** Returns the fields under the names that Zotero's other exports use. */
function fieldsOf(graph: RdfGraph, item: XmlElement): ZoteroFields {
  const wholes = children(item, 'dcterms:isPartOf').flatMap((part) => graph.behind(part) ?? []);
  const series = wholes.find(({ name }) => name === 'bib:Series');
  const whole = wholes.find((one) => one !== series);
  const identifiers = [item, ...wholes].flatMap((element) => children(element, 'dc:identifier'));
  const labelled = (label: string) =>
    identifiers
      .map((one) => textAt(one))
      .find((text) => text.startsWith(`${label} `))
      ?.slice(label.length + 1) ?? '';
  const said = (name: string) => textAt(item, name) || textAt(whole, name);
  const publisher =
    child(item, 'dc:publisher', 'foaf:Organization') ?? child(whole, 'dc:publisher', 'foaf:Organization');
  const itemType = textAt(item, 'z:itemType') || ITEM_TYPES.get(item.name) || '';
  const address = identifiers.map((one) => textAt(one, 'dcterms:URI', 'rdf:value')).find((text) => text !== '');
  return {
    itemType,
    title: textAt(item, 'dc:title'),
    publicationTitle: textAt(whole, 'dc:title') || textAt(item, 'bib:presentedAt', 'bib:Conference', 'dc:title'),
    series: textAt(series, 'dc:title'),
    publisher: textAt(publisher, 'foaf:name'),
    place: textAt(publisher, 'vcard:adr', 'vcard:Address', 'vcard:locality'),
    date: textAt(item, 'dc:date'),
    volume: said('prism:volume'),
    // Zotero uses one name for a journal's issue, a report's number and a preprint's identifier.
    [NUMBERS.get(itemType) ?? 'issue']: said('prism:number'),
    pages: textAt(item, 'bib:pages'),
    edition: said('prism:edition'),
    thesisType: textAt(item, 'z:type'),
    DOI: labelled('DOI'),
    ISBN: labelled('ISBN'),
    ISSN: labelled('ISSN'),
    url: address ?? '',
    language: textAt(item, 'z:language'),
    abstractNote: textAt(item, 'dcterms:abstract'),
    extra: (child(item, 'dc:description')?.text ?? '').trim(),
    citationKey: textAt(item, 'z:citationKey'),
    libraryCatalog: textAt(item, 'z:libraryCatalog'),
    rights: textAt(item, 'dc:rights'),
  };
}

/** Names of numbers that are not issues, by item type. */
const NUMBERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    preprint: 'archiveID',
    report: 'reportNumber',
    patent: 'patentNumber',
    standard: 'number',
  }),
);

/** Item types of programs that don't write Zotero's own item types. */
const ITEM_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'bib:Article': 'journalArticle',
    'bib:Thesis': 'thesis',
    'bib:Report': 'report',
    'bib:BookSection': 'bookSection',
    'bib:Manuscript': 'manuscript',
    'bib:Data': 'dataset',
  }),
);
