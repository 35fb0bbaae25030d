import type { AnyNode, Element } from 'domhandler';
import { childElements, classAfter, descendants, firstDescendant, hasClass, isElement } from './dom.ts';
import { asLines, type Flow } from './flow.ts';
import { putMissingTitle } from './headings.ts';
import { plainText } from './plain-text.ts';
import type { Reader, StructureReader } from './reader.ts';
import { BREAK, text, type Inline } from './tree.ts';

/** Maximum number of characters in one person's name. */
const LONGEST_NAME = 60;

interface Creator {
  readonly name: readonly Inline[];
  readonly contacts: readonly (readonly Inline[])[];
}

/** Matches a comma or "and" between people. A comma before a suffix does not match. */
const SEVERAL = /,(?! (?:Jr|Sr|I{2,3}|IV)\b)|\s(?:and|&)\s/;

const isName = (name: string): boolean =>
  name !== '' && name.length <= LONGEST_NAME && !/[\d@]/.test(name) && !SEVERAL.test(name);

/** Returns whether the content is the mark of an affiliation or note next to a name. */
const isMark = (inline: Inline): boolean =>
  inline.kind === 'note' ||
  (inline.kind === 'styled' && inline.style === 'superscript') ||
  (inline.kind === 'math' && /^(?:\{\})?\^/.test(inline.tex));

/** Kinds of contacts whose label ("Affiliation:") readers don't need. */
const KNOWN_CONTACTS = new Set(['affiliation', 'altaffiliation', 'institutetext', 'address', 'email', 'orcid', 'url']);

const isContact = (element: Element): boolean => hasClass(element, 'ltx_contact');

function readContact(contact: Element, flow: Flow, reader: Reader): Inline[] {
  const isPlain = KNOWN_CONTACTS.has(classAfter(contact, 'ltx_role_') ?? '');
  const isLabel = (node: AnyNode): boolean => isElement(node) && hasClass(node, 'ltx_contact_name');
  return reader.lines(isPlain ? contact.children.filter((child) => !isLabel(child)) : contact.children, flow);
}

function readCreator(creator: Element, flow: Flow, reader: Reader): Creator {
  const person = firstDescendant(creator, (element) => hasClass(element, 'ltx_personname')) ?? creator;
  const parts = person === creator ? [] : childElements(creator).filter((element) => element !== person);
  // Older versions write a note within the name. Newer versions write the note after the name.
  const notes = parts.filter((part) => hasClass(part, 'ltx_note'));
  const name = [...reader.lines(person.children, flow), ...reader.lines(notes, flow)];
  const plain = plainText(name.filter((inline) => !isMark(inline)));
  if (isName(plain) && !name.some((inline) => inline.kind === 'break')) reader.authors.push(plain);
  const contacts = parts
    .filter((part) => !notes.includes(part))
    .flatMap((part) => {
      const listed = isContact(part) ? [part] : [...descendants(part)].filter(isContact);
      const holdsName = firstDescendant(part, (element) => element === person) !== undefined;
      return listed.length > 0 || holdsName ? listed : [part];
    });
  return {
    name,
    contacts: contacts.map((contact) => readContact(contact, flow, reader)).filter((line) => line.length > 0),
  };
}

function joined(parts: readonly (readonly Inline[])[], separator: string): Inline[] {
  return parts.flatMap((part, index) => (index > 0 ? [text(separator), ...part] : [...part]));
}

/** Writes the names on one line. Then writes the institute of each person. */
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

/** Returns the lines of the abstract for use in the metadata. */
export const abstractLines = (reader: Reader): Inline[] => asLines(reader.abstract);
