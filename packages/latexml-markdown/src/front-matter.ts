import type { Element } from 'domhandler';
import { childElements, descendants, firstDescendant, hasClass, plainTextOf } from './dom.ts';
import { asLines, type Flow } from './flow.ts';
import { putMissingTitle } from './headings.ts';
import type { Reader, StructureReader } from './reader.ts';
import { BREAK, text, type Inline } from './tree.ts';

/** Maximum length of one person's name, in characters. */
const LONGEST_NAME = 60;

interface Creator {
  readonly name: readonly Inline[];
  readonly contacts: readonly (readonly Inline[])[];
}

const isName = (name: string): boolean => name !== '' && name.length <= LONGEST_NAME && !/[\d@]/.test(name);

function readCreator(creator: Element, flow: Flow, reader: Reader): Creator {
  const person = firstDescendant(creator, (element) => hasClass(element, 'ltx_personname')) ?? creator;
  const name = reader.lines(person.children, flow);
  const plain = plainTextOf(person);
  if (isName(plain) && !name.some((inline) => inline.kind === 'break')) reader.authors.push(plain);
  if (person === creator) return { name, contacts: [] };
  const notes = childElements(creator).filter((element) => element !== person);
  const contacts = notes.flatMap((note) => {
    const listed = [...descendants(note)].filter((element) => hasClass(element, 'ltx_contact'));
    return listed.length > 0 ? listed : [note];
  });
  return {
    name,
    contacts: contacts.map((contact) => reader.lines(contact.children, flow)).filter((line) => line.length > 0),
  };
}

function joined(parts: readonly (readonly Inline[])[], separator: string): Inline[] {
  return parts.flatMap((part, index) => (index > 0 ? [text(separator), ...part] : [...part]));
}

/** Writes the names on one line, and then the institute of each person. */
function readAuthors(element: Element, flow: Flow, reader: Reader): void {
  const creators = [...descendants(element, (inner) => !hasClass(inner, 'ltx_creator'))]
    .filter((inner) => hasClass(inner, 'ltx_creator'))
    .map((creator) => readCreator(creator, flow, reader));
  if (creators.length === 0) {
    reader.read(element.children, flow);
    flow.endParagraph();
    return;
  }
  flow.endRunIn();
  flow.within('authors', () => {
    const names = joined(
      creators.map((creator) => creator.name).filter((name) => name.length > 0),
      ', ',
    );
    if (names.length > 0) flow.push({ kind: 'authors', content: names });
    const placed = creators.filter((creator) => creator.contacts.length > 0);
    const lines = placed.flatMap((creator, index) => [
      ...(index > 0 ? [BREAK] : []),
      ...creator.name.filter((inline) => inline.kind !== 'note' && inline.kind !== 'break'),
      text(': '),
      ...joined(creator.contacts, '; '),
    ]);
    if (lines.length > 0) flow.push({ kind: 'authors', content: lines });
  });
}

const hasTitle = (element: Element): boolean =>
  childElements(element).some((child) => hasClass(child, 'ltx_title') || /^h[1-6]$/.test(child.name));

/** Reads authors, abstract and acknowledgements. */
export const readFrontMatter: StructureReader = (element, flow, reader) => {
  if (hasClass(element, 'ltx_authors')) {
    readAuthors(element, flow, reader);
    return true;
  }
  if (hasClass(element, 'ltx_abstract')) {
    putMissingTitle(element, 'Abstract', flow, hasTitle(element));
    const pieces = reader.pieces(element.children, (id) => flow.anchor(id));
    for (const { anchors, sourceId, ...piece } of pieces) {
      for (const id of anchors) flow.anchor(id);
      flow.within(sourceId ?? 'abstract', () => flow.push(piece));
    }
    for (const piece of pieces) if (piece.kind !== 'heading') reader.abstract.push(piece);
    return true;
  }
  if (hasClass(element, 'ltx_acknowledgements')) {
    putMissingTitle(element, 'Acknowledgements', flow, hasTitle(element));
    flow.within(element.attribs['id'] ?? 'acknowledgements', () => {
      reader.read(element.children, flow);
      flow.endRunIn();
    });
    return true;
  }
  return false;
};

/** Returns the lines of the abstract for the metadata. */
export const abstractLines = (reader: Reader): Inline[] => asLines(reader.abstract);
